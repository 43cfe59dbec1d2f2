"""Keys, rows of keys, and the slots of the thumb zone, as values."""

from __future__ import annotations

from typing import NamedTuple

from companion.tables import sent_taps
from companion.web.language import gettext
from companion.words.people import glyph
from companion.words.widths import room

FEW = 4  # keys in one row
ROOMY = 3  # the same on a phone that lies flat
HALF = 2  # keys in half a row


class Key(NamedTuple):
    """A button that records `tap` (notation).

    `side` marks whose it is, and `who` is that player's name. `disabled`: it cannot be tapped now.
    `worth` is what it makes the hand or bet worth, or pays; `note` says the same in words, if there
    is room. `sign` is a drawing beside the label, such as the suit of a card, and `said` is what a
    screen reader says for it.
    """

    tap: str
    label: str
    note: str = ""
    tone: str = "plain"
    side: int | None = None
    disabled: bool = False
    sign: str = ""
    said: str = ""
    worth: str = ""
    who: str = ""

    @property
    def spoken(self) -> str:
        """The name of the key for a screen reader if it has a worth: `Truc, for 2`.

        It is empty if what is written on the key will do.
        """
        if not self.worth or self.tone == "bad":
            return ""
        label = self.label
        if self.who:
            label = f"{label}, {self.who}"
        # NOTE: a screen reader says this of a key: %(worth)s is a number of points, a trut, a game
        return gettext("%(label)s, for %(worth)s", label=label, worth=self.worth)

    @property
    def wide(self) -> int:
        """The room that the longest word of its label needs."""
        return room(*self.label.split())

    @property
    def glyph(self) -> str:
        """The sign of its side, empty if it has none."""
        if self.side is None:
            return ""
        return glyph(self.side)

    @property
    def worth_is_word(self) -> bool:
        """Return whether its worth is not a number of points."""
        return not self.worth[-1:].isdigit()

    @property
    def keys(self) -> tuple[Key, ...]:
        """Return no keys: unlike a KeyMenu in the same row, a key opens no others."""
        return ()

    @property
    def entry(self) -> str:
        """The name of the field its number is typed in, empty if it needs none."""
        return sent_taps.field(self.tap)


class KeyMenu(NamedTuple):
    """One key that opens others in its row.

    `name` is its name in the page, `note` the range of their worths.
    """

    name: str
    label: str
    note: str
    keys: tuple[Key, ...]

    @property
    def tone(self) -> str:
        """The tone of the first of its keys, so that a single one looks like it."""
        return self.keys[0].tone

    @property
    def glyph(self) -> str:
        """The sign of the side of its keys, empty if they are for this phone's own player."""
        first = self.keys[0]
        if not first.who:
            return ""
        return first.glyph

    @property
    def wide(self) -> int:
        """The room that the longest word of its label needs."""
        return room(*self.label.split())


class Pad(NamedTuple):
    """Values to choose from: the likely ones, and pages that open over them.

    `end` is a key beside the numbers.
    """

    label: str
    keys: tuple[Key, ...]
    pages: tuple[KeyMenu, ...] = ()
    end: Key | None = None


class KeyRow(NamedTuple):
    """Keys under one label, in the drawer of what others may say.

    `folded`: they are hidden until somebody opens them.
    """

    label: str
    keys: tuple[Key, ...]
    note: str = ""
    folded: bool = False

    @property
    def disabled(self) -> bool:
        """Return whether none of its keys can be tapped now."""
        return all(key.disabled for key in self.keys)


class Keys(NamedTuple):
    """The slots of the thumb zone.

    `calls` are the calls that raise the hand, in the upper row. On one phone for two sides, each
    side has its calls in half of that row, `left` and `right`. Other calls are the `bets` below it.
    In a game with many of them they have a row of their own (`two_call_rows`). `yes` and `no` are
    the two halves of the next row. While nothing is asked, that row has the calls of the `second`
    side. `fold` is beside undo. A `pad` takes the place of all of them.
    """

    calls: tuple[Key | KeyMenu, ...] = ()
    left: tuple[Key | KeyMenu, ...] = ()
    right: tuple[Key | KeyMenu, ...] = ()
    bets: tuple[Key | KeyMenu, ...] = ()
    second: tuple[Key | KeyMenu, ...] = ()
    yes: Key | None = None
    no: Key | None = None
    fold: Key | None = None
    pad: Pad | None = None
    others: tuple[KeyRow, ...] = ()
    two_call_rows: bool = False

    @property
    def has_calls(self) -> bool:
        """Return whether there is a call in the upper row."""
        return bool(self.calls or self.left or self.right)
