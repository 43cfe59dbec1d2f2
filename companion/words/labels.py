"""What buttons say: calls keep the name they have in their own language, everything else is that of the page."""

from __future__ import annotations

from companion.engine import Ask, Event, Worth
from companion.web.language import N_, gettext, ngettext

CALLS = {"good": "son buenas"}
# Calls that are plain words of whoever plays: as they are called out, and within a sentence.
PLAIN = {
    # NOTE: a call: the stake is doubled. Its button and its name before a colon
    "double": (N_("Double"), N_("double")),
    # NOTE: a call of the French truc: the hand is worth two more. Its button and its name before a colon
    "two-more": (N_("Two more"), N_("two more")),
    # NOTE: a call of the French truc: by any number more. Its button and its name before a colon
    "raise": (N_("Raise"), N_("raise")),
}

# A tap as somebody else's (the label of a row of players) and as one's own.
LABELS = {
    # NOTE: label above a row of buttons with the players' names: who took the trick?
    "won": (N_("Took the trick"), N_("I took the trick")),
    # NOTE: label above a row of buttons with the players' names: who tied the trick?
    "tied": (N_("Tied by"), N_("Tied by me")),
    # NOTE: label above the players' names, then the button of one's own
    "fold": (N_("Gives up the hand"), N_("Give up the hand")),
    # NOTE: label above the players' names: whose side took the whole hand
    "hand": (N_("Took the hand"), N_("We took the hand")),
    "one": (N_("One card each"), N_("One card each")),
    # NOTE: label above the players' names, then the button of one's own
    "redeal": (N_("Asks for new cards"), N_("Ask for new cards")),
    # NOTE: who had the best number (envido); above the players' names
    "best": (N_("Who had it?"), N_("Who had it?")),
    # NOTE: Brazilian truco: a player of bad cards has them put aside and gets three others
    "burn": (N_("Has these three burnt"), N_("Burn these three")),
    # NOTE: six players: one of them lets the partner play the hand alone for them
    "pass": (N_("Passes to the partner"), N_("Pass to partner")),
    # NOTE: put for four: one partner gives the best card to the other, who plays alone
    "passes": (N_("Passes the best card"), N_("I pass my best card")),
}

# The line above the values of a tap: somebody else's, and one's own.
PADS = {
    # NOTE: label above a row of numbers
    "says": (N_("%(name)s says"), N_("Say numbers")),
    # NOTE: label above the names of those the cards may be passed to
    "pass": (N_("%(name)s passes to"), N_("Pass to")),
    # NOTE: label above the names of the opponents; "pido flor" is a call, keep it
    "pido-flor": (N_("%(name)s: pido flor, against"), N_("Pido flor, against")),
    # NOTE: how many more cards each player gets
    "cards": (N_("How many more each?"), N_("How many more each?")),
    # NOTE: label above the cards, one of which was turned up after the deal
    "vira": (N_("Card turned up"), N_("Card turned up")),
    "muestra": (N_("Card turned up"), N_("Card turned up")),
}
# NOTE: label of a field where a number is typed
NUMBERED = {"raise": N_("Raise by"), "envido": N_("Envido, so many more")}

# What yes and no mean where nobody called: a decision put to somebody. Buttons, at most about 14 letters.
DECISIONS = {
    # NOTE: button: this hand is played
    "eleven": (N_("Play"), N_("Don't play")),
    # NOTE: button: this hand is played with one card each; with three
    "one": (N_("One card"), N_("Three cards")),
    # NOTE: button: new cards are dealt; these are kept
    "redeal": (N_("New cards"), N_("Keep these")),
    # NOTE: buttons: more cards are wanted, or those one has are enough
    "more": (N_("More cards"), N_("Enough")),
    # NOTE: button, French "tenir"
    "tenir": (N_("Hold"), N_("Don't hold")),
    # NOTE: button, French "chanter"
    "chanter": (N_("Sing"), N_("Don't sing")),
    # NOTE: button: to call trut, which is a word of the game
    "fortial": (N_("Trut"), N_("No trut")),
    # NOTE: button: I have a flor as well; flor is a word of the game
    "flor": (N_("Flor too"), N_("No flor")),
    # NOTE: button: the opponent who was asked did have a flor
    "pido-flor": (N_("Had a flor"), N_("Had no flor")),
}
YES_NO = (N_("Yes"), N_("No"))
# NOTE: buttons: the answers to a call
ACCEPT = (N_("Accept"), N_("Refuse"))
# NOTE: buttons: the answers to a trut: go and see it, or lie down (give up)
_TO_TRUT = (N_("Go and see"), N_("Lie down"))
TO_CALLS = {
    # NOTE: buttons: the answers to a put: see it, or resign
    "put": (N_("See"), N_("Resign")),
    "trut": _TO_TRUT,
    "brelan": _TO_TRUT,
    "suite": _TO_TRUT,
}

# What a tap that is no call is called where it is refused.
TAPS = {
    "yes": N_("Yes"),
    "no": N_("No"),
    # NOTE: stands for %(tap)s at the beginning of a sentence: “The correction is not possible now.”
    "fix": N_("The correction"),
    "fix-truts": N_("The correction"),
    "fix-games": N_("The correction"),
    # NOTE: stands for %(tap)s at the beginning of a sentence: who deals this hand was to be changed
    "dealer": N_("Another dealer"),
    # NOTE: stands for %(tap)s at the beginning of a sentence: the hand was to be declared void
    "void": N_("A void hand"),
    # NOTE: stands for %(tap)s at the beginning of a sentence: a side gives up the game
    "resign": N_("Resigning"),
    # NOTE: stands for %(tap)s at the beginning of a sentence: the match is stopped by agreement
    "end": N_("Stopping the match"),
    # NOTE: stands for %(tap)s at the beginning of a sentence: the number of an envido
    "says": N_("The number"),
    # NOTE: stands for %(tap)s at the beginning of a sentence: how many more cards each gets
    "cards": N_("The number of cards"),
}

# NOTE: what a hand is played for, alone ("Hand for the game") or before "if met": the game is won; a trut is a counter
WORTHS = {"game": N_("the game"), "trut": N_("a trut")}
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


def spoken(word: str) -> str:
    """A call within a sentence: `vale-cuatro` is vale cuatro."""
    return gettext(PLAIN[word][1]) if word in PLAIN else CALLS.get(word) or word.replace("-", " ")


def call(word: str) -> str:
    """A call as it is called out, on its button and before a colon: Vale cuatro."""
    return gettext(PLAIN[word][0]) if word in PLAIN else spoken(word).capitalize()


def shouted(word: str) -> str:
    """The same with the mark of a shout: `Truc!`."""
    # NOTE: a call as it is shouted: Truc!
    return gettext("%(call)s!", call=call(word))


def row(word: str) -> str:
    """The label above a row of players who may all make this tap."""
    return gettext(LABELS[word][0]) if word in LABELS else call(word)


def own(word: str) -> str:
    """The label of the same tap on the phone of the one who makes it."""
    return gettext(LABELS[word][1]) if word in LABELS else call(word)


def named(word: str) -> str:
    """What is refused: a call, or the label of another tap between quotation marks."""
    # NOTE: the label of a button, quoted within a sentence: “Took the trick” is not possible now
    return (
        gettext("“%(label)s”", label=row(word))
        if word in LABELS
        else gettext(TAPS[word])
        if word in TAPS
        else call(word)
    )


def pad(word: str, name: str) -> str:
    """The line above the values somebody may choose from; without a name, one's own."""
    if word not in PADS:
        # NOTE: label above numbers: who calls what
        return gettext("%(name)s: %(call)s", name=name, call=spoken(word)) if name else call(word)
    others, own = PADS[word]
    return gettext(others, name=name) if name else gettext(own)


def number(word: str) -> tuple[str, str]:
    """The label of a field for any number, and its button."""
    # NOTE: label of a field: by how many points the call raises
    label = gettext(NUMBERED[word]) if word in NUMBERED else gettext("%(call)s by", call=call(word))
    return label, call(word)


def answers(ask: Ask | None) -> tuple[str, str]:
    """What yes and no are called in answer to this question."""
    if ask is None:
        yes, no = ACCEPT
    else:
        yes, no = DECISIONS.get(ask.word, YES_NO) if ask.by is None else TO_CALLS.get(ask.word, ACCEPT)
    return gettext(yes), gettext(no)


def effects(ask: Ask) -> tuple[str, str]:
    """What they are called where it is told what they lead to: of a common call simply yes and no."""
    yes, no = TO_CALLS.get(ask.word, YES_NO)
    return gettext(yes), gettext(no)


def answer(word: str, ask: Ask | None) -> str:
    """The label of an answer: yes, no, or a call made instead."""
    yes, no = answers(ask)
    same = ask is not None and ask.by is None and word == ask.word
    return yes if same else {"yes": yes, "no": no}.get(word) or call(word)


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


def worth(value: Worth) -> str:
    """A worth: points, or the word for the whole game."""
    return gettext(WORTHS.get(value, value)) if isinstance(value, str) else str(value)


def raising(yes: Worth | None, no: Worth | None) -> str:
    """What stands on the button of a call: `2 if met, 1 if not`."""
    # NOTE: small print on the button of a call: its worth if it is accepted, and what a refusal pays. About 20 letters
    return "" if yes is None or no is None else gettext("%(yes)s if met, %(no)s if not", yes=worth(yes), no=worth(no))


def joined(names: tuple[str, ...], how: str = AND) -> str:
    """Names in a row: Anna, Biel & Carme."""
    return gettext(how, most=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else "".join(names)


def signed(points: int) -> str:
    """A gain with its sign, the minus a real one."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def gained(event: Event) -> str:
    """What a side got, for a badge: `+2`, `+1 trut`."""
    if event.truts:
        return ngettext("+%(num)s trut", "+%(num)s truts", event.truts)
    return signed(event.points or 0)
