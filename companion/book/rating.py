"""Rate how well people play a game, from the matches they won and lost.

This is the Plackett-Luce model of R. C. Weng and C.-J. Lin, "A Bayesian approximation method for
online ranking", Journal of Machine Learning Research 12 (2011), as the package openskill computes
it. A rating is a mean and its standard deviation. A match rates nobody if nobody won it, if
an unknown person played in it, or if one person sat in two seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from companion.book.shares import SURE
from companion.book.sums import NOBODY

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


class Rating(NamedTuple):
    """The estimated strength of a player: its `mean` and its standard deviation `unsure`."""

    mean: float = 25.0
    unsure: float = 25.0 / 3

    @property
    def sure(self) -> float:
        """Return a strength that the player almost certainly reaches. People are ranked by it."""
        return self.mean - 3 * self.unsure

    @property
    def reach(self) -> float:
        """Return half the width of the 95% range around the mean: the range is `mean` ± `reach`."""
        return SURE * self.unsure


Ratings = Mapping[int, Rating]
UNKNOWN = Rating()


class RatedMatch(NamedTuple):
    """The result of a match: who sat where, how many sides it had, which side won, and the game.

    `people` are numbers of persons by seat. `winner` is None if nobody won.
    """

    people: tuple[int, ...]
    sides: int
    winner: int | None
    game: str = ""


def after(ratings: Ratings, result: RatedMatch) -> dict[int, Rating]:
    """Return the players' ratings after a match, by person; empty if the match rates nobody.

    `ratings` are the ratings before the match.
    """
    people, sides, winner, _ = result
    if winner is None or NOBODY in people or len(set(people)) < len(people):
        return {}
    # The model rates teams by their ranks: 0 for the side that won, 1 for every other side, so that
    # several losers are equal. A player without a rating begins with the usual one (UNKNOWN).
    teams = [[people[seat] for seat in range(side, len(people), sides)] for side in range(sides)]
    model = _model()
    rated = [[_rating(model, ratings.get(person, UNKNOWN)) for person in team] for team in teams]
    done = model.rate(rated, ranks=[float(side != winner) for side in range(sides)])
    found = dict[int, Rating]()
    for team, new_team in zip(teams, done, strict=True):
        for person, new in zip(team, new_team, strict=True):
            found[person] = Rating(new.mu, new.sigma)
    return found


def course(
    results: Iterable[RatedMatch], ratings: Mapping[str, Ratings] = MappingProxyType({})
) -> Iterator[dict[int, Rating]]:
    """Yield for each match the new ratings of the people who played in it.

    Matches are taken in the order of `results`. Each game has its own ratings. `ratings` has the
    ratings before the first match, by game.
    """
    known = {game: dict(rated) for game, rated in ratings.items()}
    for result in results:
        mine = known.setdefault(result.game, {})
        new = after(mine, result)
        mine |= new
        yield new


def _model() -> PlackettLuce:
    # This is imported only when somebody is rated, because it would delay every start by 20 ms.
    from openskill.models import PlackettLuce

    return PlackettLuce()


# The package does not export the type of its ratings.
def _rating(model: PlackettLuce, known: Rating):  # type: ignore[no-untyped-def]
    return model.rating(known.mean, known.unsure)
