"""What stands on buttons and between words: labels with their names, worths, cards, names in a row."""

from __future__ import annotations

from companion import variants
from companion.cheatsheets.lexicon import Lexicon, Word
from companion.engine import Ask, Event, Rules, Worth
from companion.web.language import N_, gettext, ngettext

# NOTE: what a hand is played for: a trut is a counter
# NOTE: a long is a big token of the Trut of Deux-Sèvres, a petit a small one: French in every language
WORTHS = {"trut": N_("a trut"), "long": N_("a long")}
# Of each suit its drawing, its name, and a card of it.
SUITS = {
    # NOTE: the suits of Spanish cards, and a card of each: “5 of coins”
    "o": ("coin", N_("coins"), N_("%(rank)s of coins")),
    "c": ("cup", N_("cups"), N_("%(rank)s of cups")),
    "e": ("sword", N_("swords"), N_("%(rank)s of swords")),
    "b": ("baton", N_("batons"), N_("%(rank)s of batons")),
}
# NOTE: the letter that is printed on a king, a queen, a jack of French cards
FACES = (N_("K"), N_("Q"), N_("J"))
OR, AND = N_("%(most)s or %(last)s"), N_("%(most)s & %(last)s")
AGAINST = N_("%(most)s against %(last)s")


def shouted(call: str) -> str:
    """A call with the mark of a shout: `Truc!`."""
    # NOTE: a call as it is shouted: Truc!
    return gettext("%(call)s!", call=call)


def quoted(label: str) -> str:
    """The label of a button or of a rule's value within a sentence."""
    # NOTE: the label of a button, quoted within a sentence: “Took the trick” is not possible now
    return gettext("“%(label)s”", label=label)


def pad(word: Word, name: str) -> str:
    """The line above the values somebody may choose from; without a name, one's own."""
    return word.pad.format(name=name, call=word.said) if name else word.own_pad


def answer(word: str, ask: Ask, lexicon: Lexicon) -> tuple[str, str]:
    """The label of an answer, yes, no, or a call made instead, and what it means to readers of another language."""
    question, other = lexicon.asked(ask), lexicon.word(word)
    if word == "no":
        return question.no, question.no_means
    same = word == "yes" or (ask.by is None and word == ask.word)
    return (question.yes, question.yes_means) if same else (other.own, other.means)


def suit(text: str) -> tuple[str, str]:
    """The drawing of a card's suit, and its name; a rank has neither."""
    drawing, name, _ = SUITS.get(text[-1:], ("", "", ""))
    return drawing, gettext(name) if name else ""


def rank(text: str) -> str:
    """A card of the notation without its suit: `5c` is 5; a court card with the letter that is printed on it."""
    bare = text[:-1] if text[-1:] in SUITS else text
    return gettext(bare) if bare in FACES else bare


def card_name(text: str) -> str:
    """A card in words: 5 of cups, or the rank alone."""
    return gettext(SUITS[text[-1]][2], rank=rank(text)) if text[-1:] in SUITS else text


def worth(value: Worth, rules: Rules) -> str:
    """A worth as the game counts it: points, a trut or a long."""
    word = str(counted(value, rules))
    return gettext(WORTHS[word]) if word in WORTHS else word


def raising(yes: str, no: str) -> str:
    """What stands on the button of a call: `yes 2 · no 1`."""
    # NOTE: small print on the button of a call: its worth if it is accepted, and what a refusal pays. About 20 letters
    return gettext("yes %(yes)s · no %(no)s", yes=yes, no=no)


def duration(minutes: int) -> str:
    """How long something took: `45 min`, `1 h 20 min`."""
    hours, rest = divmod(minutes, 60)
    # NOTE: a length of time, in hours and minutes
    return (
        gettext("%(hours)d h %(minutes)d min", hours=hours, minutes=rest)
        if hours
        else f"{rest} min"
    )


def joined(names: tuple[str, ...], how: str = AND) -> str:
    """Names in a row: Anna, Biel & Carme."""
    return (
        gettext(how, most=", ".join(names[:-1]), last=names[-1])
        if len(names) > 1
        else "".join(names)
    )


def signed(points: int) -> str:
    """A gain with its sign, the minus a real one."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def in_longs(rules: Rules) -> bool:
    """Whether the game counts longs and petits, where others have truts and points."""
    return rules.variant in variants.VARIANTS and variants.get(rules.variant).count.longs


def counted(worth: Worth, rules: Rules) -> Worth:
    """The worth as the game counts it: what a trut is played for is a trut or a long."""
    return "long" if worth == "trut" and in_longs(rules) else worth


def truts(number: int, rules: Rules) -> str:
    """What wins a game of this family: 2 truts, 1 long."""
    if in_longs(rules):
        return ngettext("%(num)s long", "%(num)s longs", number)
    return ngettext("%(num)s trut", "%(num)s truts", number)


def petits(number: int, rules: Rules) -> str:
    """What is not one of these yet: 1 point, 2 petits."""
    if in_longs(rules):
        return ngettext("%(num)s petit", "%(num)s petits", number)
    return ngettext("%(num)s point", "%(num)s points", number)


def gained(event: Event, rules: Rules) -> str:
    """What a side got, for a badge: `+2`, `+1 trut`, `−1 trut`."""
    if event.truts and in_longs(rules):
        return ngettext("%(num)s long", "%(num)s longs", abs(event.truts), num=signed(event.truts))
    if event.truts:
        return ngettext("%(num)s trut", "%(num)s truts", abs(event.truts), num=signed(event.truts))
    return signed(event.points or 0)


def gain(value: Worth, rules: Rules) -> str:
    """What points or a trut bring, for a badge: `+2`, `+1 trut`."""
    return signed(value) if isinstance(value, int) else gained(Event("points", truts=1), rules)
