"""Describe what a tournament is made of: its teams, its matches and their results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class How(StrEnum):
    """The way in which a result came about. Exports contain these values."""

    SIGNED = "signed"  # both sides signed it at their table
    CONFIRMED = "confirmed"  # the organiser accepted what the table says
    BY_HAND = "by hand"  # the organiser wrote it
    FORFEIT = "forfeit"  # a team was not there; without a winner, neither team was there
    BYE = "bye"  # the team had no opponent
    ANNULLED = "annulled"  # the match counts as not played


@dataclass(frozen=True, slots=True)
class Team:
    """A team of a tournament.

    * `number` never changes. The numbers of the teams begin at 1.
    * `seed` is the place of the team in the order of the draw, 1 the strongest. During the sign-up
      it is the place that an organiser chose, 0 for none.
    * `joined` and `left` are the numbers of the first and the last round to which the team belongs.
      `left` is None if the team has not left.
    * `group` is the letter of the team's group, "" if it has none.
    * `lot` decides between teams that are equal in everything else: the lower lot comes first. Lots
      are drawn at the end of a part of the tournament. Before the draw `lot` is 0, and the team
      with the lower seed comes first.
    """

    number: int
    seed: int
    joined: int = 1
    left: int | None = None
    group: str = ""
    lot: int = 0

    def plays_in(self, number: int) -> bool:
        """Return whether the team is in the tournament in round `number`.

        If not, it came after this round or left before it.
        """
        return self.joined <= number and (self.left is None or number <= self.left)

    @property
    def plays_at_all(self) -> bool:
        """Return whether the team belongs to any round. It may have left before its first round."""
        return self.left is None or self.joined <= self.left


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match: how many games each team has won, and how many points it has made.

    `games` and `points` begin with the first team of the match. Points are summed over the games.
    Points beyond the target of a game do not count.
    """

    games: tuple[int, int]
    points: tuple[int, int]
    how: How

    @property
    def winner(self) -> int | None:
        """Return the index of the team that won (0 or 1), or None if no team won more games."""
        first, second = self.games
        if first == second:
            return None
        return 0 if first > second else 1

    @property
    def is_draw(self) -> bool:
        """Return whether each team gets half a win. A forfeit without a winner is not a draw."""
        return self.winner is None and self.how not in {How.FORFEIT, How.ANNULLED, How.BYE}

    @property
    def counts(self) -> bool:
        """Return whether standings count this match.

        An annulled match does not count. A bye that is worth nothing does not count either.
        """
        if self.how is How.BYE:
            return self.winner is not None
        return self.how is not How.ANNULLED


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of two teams, or a bye. `teams` are the team numbers; a bye has None as the second.

    `stage` is the part of the tournament to which the match belongs, "group A" for example. `node`
    is the number of the match in its bracket, None outside of brackets. `result` is None until a
    result counts.
    """

    round: int
    stage: str
    teams: tuple[int, int | None]
    node: int | None = None
    result: Result | None = None

    @property
    def is_annulled(self) -> bool:
        """Return whether an organiser decided that this match counts as not played."""
        return self.result is not None and self.result.how is How.ANNULLED

    @property
    def is_open(self) -> bool:
        """Return whether the match waits for its result."""
        return self.result is None

    @property
    def winner(self) -> int | None:
        """Return the number of the team that won, or None if no team has won."""
        if self.result is None or self.result.winner is None:
            return None
        return self.teams[self.result.winner]

    @property
    def loser(self) -> int | None:
        """Return the number of the team that lost, or None if no team won or the match is a bye."""
        if self.result is None or self.result.winner is None:
            return None
        return self.teams[1 - self.result.winner]


def were_opponents(match: Fixture) -> bool:
    """Return whether the teams of this match count as having met.

    A forfeit, an annulled match and a bye do not count.
    """
    if match.teams[1] is None or match.is_annulled:
        return False
    return match.result is None or match.result.how is not How.FORFEIT


def meetings(matches: Iterable[Fixture]) -> dict[frozenset[int], int]:
    """Return how often each pair of teams has met. Matches without a result count too."""
    counts = dict[frozenset[int], int]()
    for match in matches:
        first, second = match.teams
        if second is not None and were_opponents(match):
            pair = frozenset((first, second))
            counts[pair] = counts.get(pair, 0) + 1
    return counts
