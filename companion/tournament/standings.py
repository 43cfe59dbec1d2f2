"""Rank the teams of a tournament by the matches that count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.tournament.entries import Fixture, How, Result, Team


class By(StrEnum):
    """The criterion that decided between a team and the team above it.

    The first team has no team above it, so it is compared with the second. Exports contain these
    values.
    """

    WINS = "wins"
    MET = "met"  # the matches among the teams with equal wins
    DIFFERENCE = "difference"
    POINTS = "points"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """The rank of a team, and the totals that decide the rank.

    * `difference` is the sum of the differences in points. A larger difference than the cap of the
      tournament counts as the cap.
    * `scored` and `conceded` are the points of the team and of its opponents.
    * `by` is what decided between the team and the team above it.
    * `by_hand` is whether a result of the team was set by hand.
    """

    rank: int
    team: int
    played: int
    wins: int
    draws: int
    losses: int
    difference: int
    scored: int
    conceded: int
    by: By
    by_hand: bool

    @property
    def half_wins(self) -> int:
        """Return how many half wins the team has: two for each win, and one for each draw."""
        return 2 * self.wins + self.draws

    @property
    def wins_text(self) -> str:
        """Return the wins as they are written: "3", "2½" or "½"."""
        whole, half = divmod(self.half_wins, 2)
        if not half:
            return str(whole)
        return f"{whole or ''}½"


@dataclass(slots=True)
class _Sums:
    """The totals of one team while its matches are added up."""

    played: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    difference: int = 0
    scored: int = 0
    conceded: int = 0
    by_hand: bool = False

    @property
    def half_wins(self) -> int:
        return 2 * self.wins + self.draws


def standings(
    teams: Sequence[Team],
    matches: Iterable[Fixture],
    *,
    cap: int,
    met_first: bool = False,
    per_match: bool = False,
) -> tuple[StandingsRow, ...]:
    """Return the row of each team, the first team first.

    Teams are ordered by these criteria. Each one decides only between teams that are equal so far:

    * wins (a draw is half a win)
    * if `met_first`, wins in the matches among the teams with equal wins
    * the difference in points (at most `cap` from each match)
    * points scored
    * the lot, or the seed before lots are drawn

    If `per_match`, wins, difference and points are divided by the matches played. So teams of
    groups of different sizes can be compared. Teams that have left are ranked too, but not those
    that left before their first round.
    """
    counted = [match for match in matches if match.result is not None and match.result.counts]
    sums = {team.number: _Sums() for team in teams if team.plays_at_all}
    for match in counted:
        if match.result is not None:
            _count(sums, match, match.result, cap)
    measures = _measures(sums, per_match=per_match)
    met = _met(sums, counted) if met_first else dict.fromkeys(sums, 0)
    lots = {team.number: _lot_of(team) for team in teams}

    def criteria(number: int) -> tuple[tuple[By, float], ...]:
        wins, difference, points = measures(number)
        return (
            (By.WINS, wins),
            (By.MET, met[number]),
            (By.DIFFERENCE, difference),
            (By.POINTS, points),
        )

    def key(number: int) -> tuple[list[float], tuple[bool, int, int, int]]:
        return [-value for _, value in criteria(number)], lots[number]

    order = sorted(sums, key=key)
    rows = list[StandingsRow]()
    for place, number in enumerate(order):
        neighbour = order[place - 1] if place else (order[1:] or order)[0]
        by = _decided_by(criteria(number), criteria(neighbour))
        rows.append(_row(place + 1, number, sums[number], by))
    return tuple(rows)


def _lot_of(team: Team) -> tuple[bool, int, int, int]:
    """Return the sort key of a team among equal teams. Teams with a lot come first."""
    return not team.lot, team.lot, team.seed, team.number


def _count(sums: Mapping[int, _Sums], match: Fixture, result: Result, cap: int) -> None:
    """Add a match with its result to the totals of its teams."""
    for place, number in enumerate(match.teams):
        if number is None or number not in sums:
            continue
        own = sums[number]
        scored = result.points[place]
        conceded = result.points[1 - place]
        own.played += 1
        own.scored += scored
        own.conceded += conceded
        own.difference += max(-cap, min(cap, scored - conceded))
        own.by_hand |= result.how is How.BY_HAND
        if result.is_draw:
            own.draws += 1
        elif result.winner == place:
            own.wins += 1
        else:
            own.losses += 1


def _measures(
    sums: Mapping[int, _Sums], *, per_match: bool
) -> Callable[[int], tuple[float, float, float]]:
    """Return a function from the number of a team to its half wins, difference and points.

    If `per_match`, the function divides these three by the number of matches of the team.
    """

    def measure(number: int) -> tuple[float, float, float]:
        own = sums[number]
        matches = max(own.played, 1) if per_match else 1
        return own.half_wins / matches, own.difference / matches, own.scored / matches

    return measure


def _met(sums: Mapping[int, _Sums], matches: Iterable[Fixture]) -> dict[int, int]:
    """Return the half wins of each team in its matches against teams that have equal wins."""
    found = dict.fromkeys(sums, 0)
    for match in matches:
        first, second = match.teams
        if match.result is None or second is None or first not in sums or second not in sums:
            continue
        if sums[first].half_wins != sums[second].half_wins:
            continue
        if match.result.is_draw:
            found[first] += 1
            found[second] += 1
        elif match.winner is not None:
            found[match.winner] += 2
    return found


def _decided_by(own: Sequence[tuple[By, float]], other: Sequence[tuple[By, float]]) -> By:
    """Return the first criterion in which two teams differ, or the lot if they are equal.

    `own` and `other` have the criteria of each team with their values.
    """
    for (by, value), (_, neighbour) in zip(own, other, strict=True):
        if value != neighbour:
            return by
    return By.LOT


def _row(rank: int, number: int, sums: _Sums, by: By) -> StandingsRow:
    return StandingsRow(
        rank,
        number,
        sums.played,
        sums.wins,
        sums.draws,
        sums.losses,
        sums.difference,
        sums.scored,
        sums.conceded,
        by,
        sums.by_hand,
    )
