"""Hold the counts of a match while it is being counted (see `tallying`)."""

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
    """The counts of a match up to the tap that is being counted.

    `calls` and `yeses` (seat, ladder) are those of the present hand. `runs` are, by side, how many
    of the last hands it won in a row. `behind` is, by side, the most that it has been behind in the
    present game: in points, or in truts if they count.
    """

    sides: int
    table: Counts
    by_side: tuple[Counts, ...]
    by_seat: tuple[Counts, ...]
    calls: list[TalliedCall] = field(default_factory=list)
    yeses: list[tuple[int, str]] = field(default_factory=list)
    runs: list[int] = field(default_factory=list)
    behind: list[int] = field(default_factory=list)
