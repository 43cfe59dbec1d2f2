"""Hold the counts of a match while the match is being counted (see `tallying`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from companion.book.shares import Counts
from companion.engine import Rules


@dataclass(slots=True)
class TalliedCall:
    """A call that a seat made in the present hand.

    `bet` says whether it belongs to a side bet, `accepted` whether it was accepted, `over` whether
    its bet has ended.
    """

    seat: int
    ladder: str
    word: str
    bet: bool
    accepted: bool = False
    over: bool = False


@dataclass(slots=True)
class MatchCounts:
    """The counts of a match up to the tap that is being counted.

    * `by_side`: the counts of each account: of a side, or of a player if sides change.
    * `calls`: the calls of the present hand.
    * `yeses`: the yeses of the present hand, each as the seat that said yes and the ladder of
      the call.
    * `folded`: the seats that folded in the present hand.
    * `behind`: by side, the most points (or truts, if the game counts them) that the side was
      behind in the present game.
    * `corrected`: whether the score of the present game was corrected.
    """

    rules: Rules
    table: Counts
    by_side: tuple[Counts, ...]
    by_seat: tuple[Counts, ...]
    calls: list[TalliedCall] = field(default_factory=list)
    yeses: list[tuple[int, str]] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    behind: list[Fraction] = field(default_factory=list)
    corrected: bool = False
