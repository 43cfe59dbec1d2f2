"""Who is called what at this table."""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import bidirectional

from companion.engine import Act, Rules
from companion.views import words

GLYPHS = ("coin", "sword", "cup", "baton", "star", "moon", "bell", "crown")
SEATED = ("pass", "pido-flor")  # the taps whose value is a player
LEFTWARD = ("R", "AL", "AN")
CARDS = ("vira", "muestra")  # the taps whose value is a card


@dataclass(frozen=True, slots=True)
class People:
    """The players' names and the sides they make."""

    names: tuple[str, ...]
    rules: Rules

    def seat(self, seat: int | None) -> str:
        """The name of who sits there, `the table` for nobody in particular."""
        return "the table" if seat is None else isolated(self.names[seat])

    def seats(self, seats: tuple[int, ...], last: str = "or") -> str:
        """The names of several seats."""
        return words.joined(tuple(isolated(self.names[seat]) for seat in seats), last)

    def side(self, side: int) -> str:
        """The names of those who play together."""
        return self.seats(self.rules.seats_of(side), "&")

    def side_of(self, seat: int) -> str:
        """The names of the side somebody plays for."""
        return self.side(self.rules.side(seat))

    def value(self, act: Act) -> str:
        """The value of a tap in words: a player's name, a card, a number."""
        value = act.value or ""
        if act.word in SEATED and value.isdigit():
            return self.seat(int(value))
        return words.card_name(value) if act.word in CARDS else value

    def do(self, side: int, verb: str) -> str:
        """That side and what it does: Anna & Biel win, Anna wins."""
        several = len(self.rules.seats_of(side)) > 1
        return f"{self.side(side)} {verb if several else verb + 's'}"


def isolated(name: str) -> str:
    """The name so that it cannot turn what stands around it; only one that is written from the right needs this."""
    return f"\u2068{name}\u2069" if any(bidirectional(c) in LEFTWARD for c in name) else name


def glyph(side: int) -> str:
    """The sign of a side, so that colour is never all there is."""
    return GLYPHS[side % len(GLYPHS)]
