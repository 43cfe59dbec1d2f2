"""How strong the people of a book are at a game, by the matches of it they won and lost with and against whom.

The Plackett-Luce model of R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking", Journal of
Machine Learning Research 12 (2011), as the package openskill computes it. A rating is a mean and how unsure it is.
A match nobody won, or with an unknown player, rates nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from companion.book.chances import SURE
from companion.book.sums import NOBODY

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


class Rating(NamedTuple):
    """What is believed of a player's strength: about `mean`, in two of three cases within `unsure` of it."""

    mean: float = 25.0
    unsure: float = 25.0 / 3

    @property
    def sure(self) -> float:
        """The strength that is as good as certain: what people are ranked by."""
        return self.mean - 3 * self.unsure

    @property
    def reach(self) -> float:
        """Half the width of the 95% range around the mean."""
        return SURE * self.unsure


Ratings = Mapping[int, Rating]
UNKNOWN = Rating()


class RatedMatch(NamedTuple):
    """Who sat where, how many sides there were, which of them won (None: nobody), and at which game."""

    people: tuple[int, ...]
    sides: int
    winner: int | None
    game: str = ""


def after(ratings: Ratings, result: RatedMatch) -> dict[int, Rating]:
    """The ratings of those who played, after this match; empty where it rates nobody."""
    people, sides, winner, _ = result
    if winner is None or NOBODY in people or len(set(people)) < len(people):
        return {}
    teams = [[people[seat] for seat in range(side, len(people), sides)] for side in range(sides)]
    model = _model()
    rated = [[_rating(model, ratings.get(person, UNKNOWN)) for person in team] for team in teams]
    done = model.rate(rated, ranks=[float(side != winner) for side in range(sides)])
    return {
        person: Rating(new.mu, new.sigma)
        for team, new_team in zip(teams, done, strict=True)
        for person, new in zip(team, new_team, strict=True)
    }


def course(
    results: Iterable[RatedMatch], ratings: Mapping[str, Ratings] = MappingProxyType({})
) -> Iterator[dict[int, Rating]]:
    """The ratings of those who played, after each match, one after the other; each game has ratings of its own."""
    known = {game: dict(rated) for game, rated in ratings.items()}
    for result in results:
        mine = known.setdefault(result.game, {})
        new = after(mine, result)
        mine |= new
        yield new


def _model() -> PlackettLuce:
    """Imported where somebody is rated: a fiftieth of a second that no start has to wait for."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def _rating(model: PlackettLuce, known: Rating):  # type: ignore[no-untyped-def] # the package's own type of rating
    return model.rating(known.mean, known.unsure)
