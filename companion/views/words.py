"""What buttons say: calls keep the name they have in their own language, everything else is plain English."""

from __future__ import annotations

from companion.engine import Ask, Event, Worth

CALLS = {"good": "Son buenas"}

# A tap as somebody else's (the label of a row of players) and as one's own.
LABELS = {
    "won": ("Took the trick", "I took the trick"),
    "tied": ("Tied by", "Tied by me"),
    "fold": ("Gives up the hand", "Give up the hand"),
    "hand": ("Took the hand", "We took the hand"),
    "one": ("One card each", "One card each"),
    "redeal": ("Asks for new cards", "Ask for new cards"),
    "best": ("Who had it?", "Who had it?"),
    "burn": ("Has these three burnt", "Burn these three"),
    "pass": ("Passes to the partner", "Pass to partner"),
    "passes": ("Passes the best card", "I pass my best card"),
}

# The line above the values of a tap: somebody else's, and one's own.
PADS = {
    "says": ("{name} says", "Say numbers"),
    "pass": ("{name} passes to", "Pass to"),
    "pido-flor": ("{name}: pido flor, against", "Pido flor, against"),
    "cards": ("How many more each?", "How many more each?"),
    "vira": ("Card turned up", "Card turned up"),
    "muestra": ("Card turned up", "Card turned up"),
}
NUMBERED = {"raise": "Raise by", "envido": "Envido, so many more"}
BUTTONS = {"raise": "Raise"}

# What yes and no mean where nobody called: a decision put to somebody.
DECISIONS = {
    "eleven": ("Play", "Don't play"),
    "one": ("One card", "Three cards"),
    "redeal": ("New cards", "Keep these"),
    "more": ("More cards", "Enough"),
    "tenir": ("Hold", "Don't hold"),
    "chanter": ("Sing", "Don't sing"),
    "fortial": ("Trut", "No trut"),
    "flor": ("Flor too", "No flor"),
    "pido-flor": ("Had a flor", "Had no flor"),
}
ACCEPT = ("Accept", "Refuse")
TO_CALLS = {
    "put": ("See", "Resign"),
    "trut": ("Go and see", "Lie down"),
    "brelan": ("Go and see", "Lie down"),
    "suite": ("Go and see", "Lie down"),
}

WORTHS = {"game": "the game", "trut": "a trut"}
SUITS = {"o": ("coin", "coins"), "c": ("cup", "cups"), "e": ("sword", "swords"), "b": ("baton", "batons")}


def call(word: str) -> str:
    """A word as it is called out: `vale-cuatro` is Vale cuatro."""
    return CALLS.get(word) or word.replace("-", " ").capitalize()


def row(word: str) -> str:
    """The label above a row of players who may all make this tap."""
    return LABELS[word][0] if word in LABELS else call(word)


def own(word: str) -> str:
    """The label of the same tap on the phone of the one who makes it."""
    return LABELS[word][1] if word in LABELS else call(word)


def pad(word: str, name: str) -> str:
    """The line above the values somebody may choose from; without a name, one's own."""
    others, own = PADS.get(word, (f"{{name}}: {call(word).lower()}", call(word)))
    return others.format(name=name) if name else own


def number(word: str) -> tuple[str, str]:
    """The label of a field for any number, and its button."""
    return NUMBERED.get(word, f"{call(word)} by"), BUTTONS.get(word, call(word))


def answers(ask: Ask | None) -> tuple[str, str]:
    """What yes and no are called in answer to this question."""
    if ask is None:
        return ACCEPT
    return DECISIONS.get(ask.word, ("Yes", "No")) if ask.by is None else TO_CALLS.get(ask.word, ACCEPT)


def answer(word: str, ask: Ask | None) -> str:
    """The label of an answer: yes, no, or a call made instead."""
    yes, no = answers(ask)
    same = ask is not None and ask.by is None and word == ask.word
    return yes if same else {"yes": yes, "no": no}.get(word) or call(word)


def card(text: str) -> tuple[str, str]:
    """A card of the notation as its rank and the drawing of its suit: `5c` is 5 and cup; a rank has no suit."""
    drawing, _ = SUITS.get(text[-1:], ("", ""))
    return (text[:-1], drawing) if drawing else (text, "")


def card_name(text: str) -> str:
    """A card in words: 5 of cups, or the rank alone."""
    rank, drawing = card(text)
    return f"{rank} of {SUITS[text[-1]][1]}" if drawing else rank


def worth(value: Worth) -> str:
    """A worth: points, or the word for the whole game."""
    return WORTHS.get(value, value) if isinstance(value, str) else str(value)


def stake(value: Worth) -> str:
    """What a hand is played for: `is worth 2`, `is for the game`."""
    return f"is {'for' if isinstance(value, str) else 'worth'} {worth(value)}"


def raising(yes: Worth | None, no: Worth | None) -> str:
    """What stands on the button of a call: `2 if met, 1 if not`."""
    return "" if yes is None or no is None else f"{worth(yes)} if met, {worth(no)} if not"


def joined(names: tuple[str, ...], last: str = "&") -> str:
    """Names in a row: Anna, Biel & Carme."""
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def signed(points: int) -> str:
    """A gain with its sign, the minus a real one."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def counted(number: int, thing: str) -> str:
    """So many things: 1 point, 2 points."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def gained(event: Event) -> str:
    """What a side got, for a badge: `+2`, `+1 trut`."""
    return f"+{counted(event.truts, 'trut')}" if event.truts else signed(event.points or 0)


def scored(event: Event) -> str:
    """The same in a sentence: score `2`, score `a trut`."""
    return "a trut" if event.truts == 1 else counted(event.truts, "trut") if event.truts else str(event.points or 0)
