"""Hold the counts of a match while they are made: see `tallying`."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.book.sums import Counts


@dataclass(slots=True)
class TalliedCall:
    """A call somebody tapped in this hand, and whether it was accepted."""

    seat: int
    ladder: str
    word: str
    bet: bool
    accepted: bool = False
    over: bool = False


@dataclass(slots=True)
class MatchCounts:
    """The counts of a match while its steps are followed.

    `calls` and `yeses` (seat, ladder) are those of the hand that is played. `run` is the side that
    won the last hands and how many of them. `behind` is how far each side has been behind in this
    game.
    """

    sides: int
    table: Counts
    by_side: tuple[Counts, ...]
    by_seat: tuple[Counts, ...]
    calls: list[TalliedCall] = field(default_factory=list)
    yeses: list[tuple[int, str]] = field(default_factory=list)
    run: tuple[int | None, int] = (None, 0)
    behind: list[int] = field(default_factory=list)

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return seat % self.sides
