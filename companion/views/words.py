"""What buttons say: calls keep the name they have in their own language, everything else is plain English."""

from __future__ import annotations

from companion.engine import Ask, Worth

CALLS = {"good": "Son buenas"}

# A tap as somebody else's (the label of a row of players) and as one's own.
LABELS = {
    "won": ("Took the trick", "I took the trick"),
    "tied": ("Tied by", "Tied by me"),
    "fold": ("Gives up the hand", "Give up the hand"),
    "hand": ("Took the hand", "We took the hand"),
    "one": ("One card each", "One card each"),
    "redeal": ("Asks for new cards", "Ask for new cards"),
    "says": ("Says", "I say"),
    "best": ("Had the best", "I had the best"),
}

# What yes and no mean where nobody called: a decision put to somebody.
DECISIONS = {
    "eleven": ("Play", "Don't play"),
    "one": ("One card", "Three cards"),
    "redeal": ("New cards", "Keep these"),
    "more": ("More cards", "Enough"),
    "tenir": ("Hold", "Don't hold"),
    "chanter": ("Sing", "Don't sing"),
    "fortial": ("Trut", "No trut"),
}

WORTHS = {"game": "the game", "trut": "a trut"}


def call(word: str) -> str:
    """A word as it is called out: `vale-cuatro` is Vale cuatro."""
    return CALLS.get(word) or word.replace("-", " ").capitalize()


def row(word: str) -> str:
    """The label above a row of players who may all make this tap."""
    return LABELS[word][0] if word in LABELS else call(word)


def own(word: str) -> str:
    """The label of the same tap on the phone of the one who makes it."""
    return LABELS[word][1] if word in LABELS else call(word)


def answers(ask: Ask | None) -> tuple[str, str]:
    """What yes and no are called in answer to this question."""
    if ask is None or ask.by is not None:
        return "Accept", "Refuse"
    return DECISIONS.get(ask.word, ("Yes", "No"))


def answer(word: str, ask: Ask | None) -> str:
    """The label of an answer: yes, no, or a call made instead."""
    yes, no = answers(ask)
    return {"yes": yes, "no": no}.get(word) or call(word)


def worth(value: Worth) -> str:
    """A worth: points, or the word for the whole game."""
    return WORTHS.get(value, value) if isinstance(value, str) else str(value)


def raising(yes: Worth | None, no: Worth | None) -> str:
    """What stands on the button of a call: `2 if met, 1 if not`."""
    return "" if yes is None or no is None else f"{worth(yes)} if met, {worth(no)} if not"


def joined(names: tuple[str, ...], last: str = "&") -> str:
    """Names in a row: Anna, Biel & Carme."""
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def signed(points: int) -> str:
    """A gain with its sign, the minus a real one."""
    return f"+{points}" if points >= 0 else f"−{-points}"
