"""Short texts for buttons and inside sentences: labels, worths, cards, lists of names."""

from __future__ import annotations

from companion import variants
from companion.cheatsheets.lexicon import Lexicon, Word
from companion.engine import Event, Question, Rules, Worth
from companion.web.language import N_, gettext, ngettext

# NOTE: what a hand is played for: a trut is a counter
# NOTE: a long is a big token of the Trut of Deux-Sèvres, a petit a small one: French in every
# language
WORTHS = {"trut": N_("a trut"), "long": N_("a long")}
# For each suit its drawing, its name, and a card of it.
SUITS = {
    # NOTE: the suits of Spanish cards, and a card of each: “5 of coins”
    "o": ("coin", N_("coins"), N_("%(rank)s of coins")),
    "c": ("cup", N_("cups"), N_("%(rank)s of cups")),
    "e": ("sword", N_("swords"), N_("%(rank)s of swords")),
    "b": ("baton", N_("batons"), N_("%(rank)s of batons")),
}
# NOTE: the letter that is printed on a king, a queen, a jack of French cards
FACES = (N_("K"), N_("Q"), N_("J"))
# The reasons that a correction may give, by their words in records.
REASONS = {
    "not-shown": N_("not shown"),
    # NOTE: reason of a correction: the cards were dealt wrongly
    "misdeal": N_("misdeal"),
    "exposed": N_("card exposed"),
    "signal": N_("forbidden signal"),
    # NOTE: reason of a correction: points that nobody had written down
    "forgotten": N_("forgotten"),
    # NOTE: reason of a correction that is none of the others
    "other": N_("other reason"),
}
OR = N_("%(most)s or %(last)s")
AND = N_("%(most)s & %(last)s")
AGAINST = N_("%(most)s against %(last)s")


def shouted(call: str) -> str:
    """Return a call as it is shouted: `Truc!`."""
    # NOTE: a call as it is shouted: Truc!
    return gettext("%(call)s!", call=call)


def quoted(label: str) -> str:
    """Return the label of a button or of a rule's value in quotation marks."""
    # NOTE: the label of a button, quoted within a sentence: “Took the trick” is not possible now
    return gettext("“%(label)s”", label=label)


def pad(word: Word, name: str) -> str:
    """Return the title above the values that may be tapped for a player.

    `name` is the name of this player, or "" if the reader is this player.
    """
    if not name:
        return word.own_pad
    return word.pad.format(name=name, call=word.said)


def answer(word: str, question: Question, lexicon: Lexicon) -> tuple[str, str]:
    """Return the label of an answer, and its meaning for readers of another language.

    `word` is yes, no, or a call that answers the question.
    """
    words = lexicon.asked(question)
    if word == "no":
        return words.no, words.no_means
    if word == "yes" or (question.by is None and word == question.word):
        return words.yes, words.yes_means
    other = lexicon.word(word)
    return other.own, other.means


def suit(text: str) -> tuple[str, str]:
    """Return the drawing and the name of a card's suit, or ("", "") for a rank without a suit."""
    if text[-1:] not in SUITS:
        return "", ""
    drawing, name, _ = SUITS[text[-1]]
    return drawing, gettext(name)


def rank(text: str) -> str:
    """Return the rank of a card that is written as in taps: `5` for `5c`.

    For a court card of a French pack, return the letter that is printed on the card.
    """
    bare = text[:-1] if text[-1:] in SUITS else text
    if bare in FACES:
        return gettext(bare)
    return bare


def card_name(text: str) -> str:
    """Return a card in words: 5 of cups, or the rank alone."""
    if text[-1:] not in SUITS:
        return text
    _, _, card = SUITS[text[-1]]
    return gettext(card, rank=rank(text))


def duration(minutes: int) -> str:
    """Return a length of time in words: `45 min`, `1 h 20 min`."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{rest} min"
    # NOTE: a length of time, in hours and minutes
    return gettext("%(hours)d h %(minutes)d min", hours=hours, minutes=rest)


def joined(names: tuple[str, ...], how: str = AND) -> str:
    """Return the names in one text: "Anna, Biel & Carme".

    `how` is a message with two placeholders: `most` for all names except the last, joined by
    commas, and `last` for the last name.
    """
    if len(names) < 2:
        return "".join(names)
    return gettext(how, most=", ".join(names[:-1]), last=names[-1])


def with_sign(points: int) -> str:
    """Return a number of points with its sign, as `+2` or `−1`. The minus is not a hyphen."""
    if points < 0:
        return f"−{-points}"
    return f"+{points}"


def in_longs(rules: Rules) -> bool:
    """Return whether the game counts longs and petits instead of truts and points."""
    return rules.variant in variants.VARIANTS and variants.get(rules.variant).count.longs


def counted(worth: str, rules: Rules) -> str:
    """Return "long" for the worth "trut" if the game counts longs, otherwise `worth` itself."""
    if worth == "trut" and in_longs(rules):
        return "long"
    return worth


def truts(number: int, rules: Rules) -> str:
    """Return a number of truts in the words of the game: 2 truts, 1 long."""
    if in_longs(rules):
        return ngettext("%(num)s long", "%(num)s longs", number)
    return ngettext("%(num)s trut", "%(num)s truts", number)


def petits(number: int, rules: Rules) -> str:
    """Return a number of points in the words of the game: 1 point, 2 petits."""
    if in_longs(rules):
        return ngettext("%(num)s petit", "%(num)s petits", number)
    return ngettext("%(num)s point", "%(num)s points", number)


def gained(event: Event, rules: Rules) -> str:
    """Return what a side got, as a short text: `+2`, `+1 trut`, `−1 trut`."""
    if event.truts and in_longs(rules):
        return ngettext(
            "%(num)s long", "%(num)s longs", abs(event.truts), num=with_sign(event.truts)
        )
    if event.truts:
        return ngettext(
            "%(num)s trut", "%(num)s truts", abs(event.truts), num=with_sign(event.truts)
        )
    return with_sign(event.points or 0)


def gain(value: Worth, rules: Rules) -> str:
    """Return a worth as a short text about what a side gets: `+2`, `+1 trut`."""
    if isinstance(value, int):
        return with_sign(value)
    return gained(Event("points", truts=1), rules)
