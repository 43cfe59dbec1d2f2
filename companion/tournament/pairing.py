"""Pair the teams of a round that has no bracket: by the Swiss system, or all against all."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from networkx import Graph

Pair = tuple[int, int | None]  # None: this team has a bye
Met = Mapping[frozenset[int], int]  # how often two teams have met

# What a pairing costs. For up to 64 teams, each cost is larger than the sum of all that follow it,
# so that a later one never outweighs an earlier one.
SECOND_BYE = 10**16
REMATCH = 10**12
REMATCH_HIGH_UP = 10**9  # times the teams below: a rematch low in the standings matters less
OTHER_WINS = 10**5  # times the square of the difference in half wins
# The smallest cost is the square of how far two teams are from the right distance in the standings.


@dataclass(frozen=True, slots=True)
class SwissPlace:
    """A team in the standings, with the numbers by which its next opponent is chosen.

    `byes` counts the byes of the team, and the matches that it won because its opponent did not
    come.
    """

    team: int
    half_wins: int
    byes: int


def swiss(order: Sequence[SwissPlace], met: Met) -> list[Pair]:
    """Pair the teams of a round, so that teams with equal wins meet.

    The pairs follow these rules as far as possible, the first rule first:

    * No team has a second bye before every team had a bye. The bye goes to the lowest team.
    * No two teams meet again. If two teams must meet again, they are as low in the standings as
      possible.
    * Opponents differ as little as possible in their wins.
    * Among teams with equal wins, the first team of the upper half meets the first team of the
      lower half, and so on.
    """
    graph = _graph()
    for above, below in combinations(range(len(order)), 2):
        graph.add_edge(above, below, weight=-_cost(order, above, below, met))
    if len(order) % 2:
        fewest = min(place.byes for place in order)
        for place, entry in enumerate(order):
            bye_cost = (entry.byes - fewest) * SECOND_BYE
            # Half wins count most, so that the bye goes to the lowest.
            bye_cost += entry.half_wins * OTHER_WINS * len(order) + len(order) - place
            graph.add_edge(place, len(order), weight=-bye_cost)
    return _in_order(graph, order)


def _cost(order: Sequence[SwissPlace], above: int, below: int, met: Met) -> int:
    rematches = met.get(frozenset((order[above].team, order[below].team)), 0)
    wins_apart = order[above].half_wins - order[below].half_wins
    cost = rematches * (REMATCH + REMATCH_HIGH_UP * (len(order) - above))
    cost += wins_apart**2 * OTHER_WINS
    return cost + (below - above - _right_distance(order, above, below)) ** 2


def _right_distance(order: Sequence[SwissPlace], above: int, below: int) -> int:
    """Return how many places apart two opponents should be in the standings.

    `above` and `below` are the indexes of the two teams in `order`. For teams with equal wins, the
    distance is half the number of such teams, so that the upper half meets the lower half. For
    teams with different wins, it is 1.
    """
    if order[above].half_wins != order[below].half_wins:
        return 1
    equal = sum(place.half_wins == order[above].half_wins for place in order)
    return (equal + 1) // 2


def _in_order(graph: Graph[int], order: Sequence[SwissPlace]) -> list[Pair]:
    """Return the pairing of all teams with the lowest cost, as pairs in the order of the standings.

    `graph` has the possible pairs with their costs (see `_cheapest`). `order` has the standings.
    """
    pairs = list[Pair]()
    for above, below in sorted(_cheapest(graph)):
        second = order[below].team if below < len(order) else None
        pairs.append((order[above].team, second))
    return pairs


def _graph() -> Graph[int]:
    """Return an empty graph. `networkx` is loaded here, because most servers never draw a round."""
    from networkx import Graph

    return Graph()


def _cheapest(graph: Graph[int]) -> list[tuple[int, int]]:
    """Return the cheapest of the pairings that leave out as few teams as possible.

    An edge of `graph` is a possible pair or bye. The weight of the edge is its cost, with a minus
    sign.
    """
    from networkx import max_weight_matching

    matching = max_weight_matching(graph, maxcardinality=True)
    return [(min(pair), max(pair)) for pair in matching]


def first_swiss(teams: Sequence[int]) -> list[Pair]:
    """Return the pairs of the first round of Swiss.

    `teams` are in the order of their seeds. The first team of the upper half meets the first team
    of the lower half, and so on. If the number of teams is odd, the last team has a bye.
    """
    half = len(teams) // 2
    pairs = list[Pair](zip(teams[:half], teams[half : 2 * half], strict=True))
    if len(teams) % 2:
        pairs.append((teams[-1], None))
    return pairs


def berger(teams: Sequence[int], number: int) -> list[tuple[int, int]]:
    """Return the pairs of round `number`, from 1, of a Berger table (FIDE Handbook C.05, annex 1).

    An even number of teams takes one round fewer than there are teams. An odd number takes as many
    rounds as there are teams, and in each round one team sits out.
    """
    seats = list[int | None](teams)
    if len(seats) % 2:
        seats.append(None)
    last = len(seats) - 1
    half = len(seats) // 2
    # All but the last seat move on by half the table from round to round.
    start = ((number - 1) * half) % last
    pairs = [_last_pair(seats, start, is_even=number % 2 == 0)]
    for step in range(1, half):
        first = (start + step) % last
        second = (start - step) % last
        pairs.append((seats[first], seats[second]))
    return [(one, other) for one, other in pairs if one is not None and other is not None]


def _last_pair(
    seats: Sequence[int | None], opponent: int, *, is_even: bool
) -> tuple[int | None, int | None]:
    """Return the last team of `seats` and the team with the index `opponent`, as a pair.

    `seats` are the teams in the order of the Berger table. If the number of teams is odd, the last
    item of `seats` is None, and its opponent sits out. `is_even` is whether the number of the round
    is even: then the last team comes first in the pair.
    """
    if is_even:
        return seats[-1], seats[opponent]
    return seats[opponent], seats[-1]


def all_play_all(
    teams: Sequence[int], number: int, over: Container[frozenset[int | None]]
) -> list[tuple[int, int]]:
    """Return the pairs of round `number` if everybody plays everybody once.

    `over` are the pairs whose match is over, and who do not meet again. If all matches are over,
    return []. If no team came late or left, the pairs are those of the Berger table.
    """
    if len(teams) < 2:
        return []
    planned = berger(teams, number)
    if planned and not any(frozenset(pair) in over for pair in planned):
        return planned
    graph = _graph()
    for pair in combinations(teams, 2):
        if frozenset(pair) not in over:
            graph.add_edge(*pair)
    # Teams that have most matches still to play are paired first, so that none is left at the end.
    for one, other in graph.edges:
        graph.edges[one, other]["weight"] = graph.degree(one) + graph.degree(other)
    return sorted(_cheapest(graph))
