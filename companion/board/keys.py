"""Keys, rows of keys, and the slots of the thumb zone, as values."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import typed
from companion.words.widths import room

FEW = 4  # keys in one row
ROOMY = 3  # the same on a phone that lies flat
HALF = 2  # keys in half a row


class Key(NamedTuple):
    """A button that records `tap` (notation). `side` marks whose it is, `who` names him; `idle`: not now.

    `worth` is what it makes the hand or bet worth, or pays; `note` says the same in words, where there is room.
    `sign` is a drawing beside the label, the suit of a card, and `said` what it shows.
    """

    tap: str
    label: str
    note: str = ""
    tone: str = "plain"
    side: int | None = None
    idle: bool = False
    sign: str = ""
    said: str = ""
    worth: str = ""
    who: str = ""

    @property
    def wide(self) -> int:
        """How much room the longest word of its label wants."""
        return room(*self.label.split())

    @property
    def keys(self) -> tuple[Key, ...]:
        """None: it opens no others, unlike a Fold in the same row."""
        return ()

    @property
    def entry(self) -> str:
        """The name of the field its number is typed in, empty where it needs none."""
        return typed.field(self.tap)


class KeyFold(NamedTuple):
    """One key that opens others in its row; `name` is for the page, `note` says from what to what they go."""

    name: str
    label: str
    note: str
    keys: tuple[Key, ...]

    @property
    def wide(self) -> int:
        """How much room the longest word of its label wants."""
        return room(*self.label.split())


class Pad(NamedTuple):
    """Values to choose from: the likely ones, and pages that open over them. `end`: a key beside the numbers."""

    label: str
    keys: tuple[Key, ...]
    pages: tuple[KeyFold, ...] = ()
    end: Key | None = None


class KeyRow(NamedTuple):
    """Keys under one label, in the drawer of what others may say; `folded` until somebody opens them."""

    label: str
    keys: tuple[Key, ...]
    note: str = ""
    folded: bool = False

    @property
    def idle(self) -> bool:
        """Whether nothing in it fits now."""
        return all(key.idle for key in self.keys)


class Keys(NamedTuple):
    """The slots of the thumb zone.

    The upper row has the `calls` that raise the hand, or on one phone for two sides those of each in a half, `left` and
    `right`. What else one may call are the `bets` below it, in a game of many (`deep`) in a row of their own; `yes` and
    `no` are the left and the right half of the next one, where the `second` side's stand while nothing is asked.
    `fold` lies beside undo. A `pad` takes the place of them all.
    """

    calls: tuple[Key | KeyFold, ...] = ()
    left: tuple[Key | KeyFold, ...] = ()
    right: tuple[Key | KeyFold, ...] = ()
    bets: tuple[Key | KeyFold, ...] = ()
    second: tuple[Key | KeyFold, ...] = ()
    yes: Key | None = None
    no: Key | None = None
    fold: Key | None = None
    pad: Pad | None = None
    others: tuple[KeyRow, ...] = ()
    deep: bool = False

    @property
    def any(self) -> bool:
        """Whether there is a call in the upper row."""
        return bool(self.calls or self.left or self.right)
