"""Build knock-out brackets, and find out which teams meet in them next.

A bracket is a list of nodes. A node is a match of two teams. Each team of a node is an entrant of
the bracket, or the winner or the loser of an earlier node. A bye is a node with one team. All
kinds of brackets are built from such nodes: single elimination (with or without a match for the
third place), double elimination, and a second bracket for the losers of the first round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.tournament.entries import Fixture


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant of a bracket, given by its place in the order of strength: 1 is the strongest."""

    place: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The team that wins the node with this number."""

    node: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The team that loses the node with this number."""

    node: int


@dataclass(frozen=True, slots=True)
class Survivor:
    """The team that has this place among the winners of `nodes`: 1 is the strongest of them."""

    nodes: tuple[int, ...]
    place: int


Source = Entrant | WinnerOf | LoserOf | Survivor


@dataclass(frozen=True, slots=True)
class Node:
    """A match of a bracket. `sources` say where its two teams come from.

    * `round` counts the rounds of its stage from 1.
    * `winner_place` is the rank that the winner of this match gets, None if the winner plays on.
    * `loser_place` is the rank that the loser gets, None if the loser plays on. Teams that lose in
      the same round share a rank.
    * `decider` is true for the second grand final. It is played only if the winner of the upper
      bracket lost the first grand final.
    """

    number: int
    stage: str
    round: int
    sources: tuple[Source, Source]
    winner_place: int | None = None
    loser_place: int | None = None
    decider: bool = False


class NotYetKnown:
    """A team that nobody knows yet, because an earlier match is not over."""


UNKNOWN = NotYetKnown()
Drawn = int | None | NotYetKnown  # None: there is no such team, so the opponent has a bye


@dataclass(frozen=True, slots=True)
class NodeState:
    """The two teams of a node, the team that won it and the team that lost it.

    `is_published` is whether the match of the node belongs to a published round.
    """

    teams: tuple[Drawn, Drawn]
    winner: Drawn
    loser: Drawn
    is_published: bool = False


def size_for(entrants: int) -> int:
    """Return the smallest power of two that is at least 2 and at least the number of entrants."""
    size = 2
    while size < entrants:
        size *= 2
    return size


def seeding(size: int) -> tuple[int, ...]:
    """Return the numbers from 1 to `size` in the order in which a bracket lists its entrants.

    Entrant 1 is the strongest. `size` is a power of two. Neighbours in the order meet in the first
    round: for 8 entrants the pairs are 1–8, 4–5, 2–7, 3–6. So 1 and 2 can meet only in the final,
    and the four strongest entrants can meet only from the semi-finals on.
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        pairs = [(seed, total - seed) for seed in order]
        order = tuple(chain.from_iterable(pairs))
    return order


class _Builder:
    """A collector of the nodes of one or more brackets. Nodes are numbered from 1."""

    def __init__(self) -> None:
        self.nodes = list[Node]()

    def add(
        self,
        stage: str,
        number: int,
        sources: tuple[Source, Source],
        *,
        winner_place: int | None = None,
        loser_place: int | None = None,
        decider: bool = False,
    ) -> int:
        """Add a match in round `number` of `stage`, and return the number of its node."""
        node = len(self.nodes) + 1
        self.nodes.append(Node(node, stage, number, sources, winner_place, loser_place, decider))
        return node

    def knock_out(
        self,
        stage: str,
        sources: Sequence[Source],
        *,
        first_place: int,
        third_place: bool = False,
        reseed: bool = False,
    ) -> list[list[int]]:
        """Add single elimination among `sources`, and return the node numbers of each round.

        Neighbours in `sources` meet in the first round. The number of sources is a power of two, at
        least 2. `first_place` is the rank of the winner.

        With `reseed` the strongest remaining team meets the weakest remaining team in each round.
        With `third_place` a match for the third place is added; its node number is not returned.
        """
        rounds = list[list[int]]()
        while len(sources) > 1:
            winner_place: int | None = None
            if len(sources) == 2:
                winner_place = first_place
            loser_place: int | None = first_place + len(sources) // 2
            if third_place and len(sources) == 4:
                loser_place = None  # the losers of the semi-finals play on
            nodes = list[int]()
            for pair in zip(sources[::2], sources[1::2], strict=True):
                node = self.add(
                    stage,
                    len(rounds) + 1,
                    pair,
                    winner_place=winner_place,
                    loser_place=loser_place,
                )
                nodes.append(node)
            rounds.append(nodes)
            sources = [WinnerOf(node) for node in nodes]
            if reseed and len(nodes) > 2:
                sources = [Survivor(tuple(nodes), place) for place in seeding(len(nodes))]
        if third_place and len(rounds) > 1:
            first, second = rounds[-2]
            self.add(
                stage,
                len(rounds),
                (LoserOf(first), LoserOf(second)),
                winner_place=first_place + 2,
                loser_place=first_place + 3,
            )
        return rounds


def _entrants(size: int) -> list[Source]:
    return [Entrant(place) for place in seeding(size)]


def single(
    entrants: int,
    stage: str,
    *,
    first_place: int = 1,
    third_place: bool = False,
    reseed: bool = False,
) -> tuple[Node, ...]:
    """Return a bracket of single elimination: a team is out after its first loss.

    `first_place` is the rank of the team that wins the bracket. `formats.Format` describes
    `third_place` and `reseed`.
    """
    builder = _Builder()
    sources = _entrants(size_for(entrants))
    builder.knock_out(
        stage, sources, first_place=first_place, third_place=third_place, reseed=reseed
    )
    return tuple(builder.nodes)


def with_second_chance(
    entrants: int,
    stage: str,
    second_stage: str,
    *,
    third_place: bool = False,
    reseed: bool = False,
) -> tuple[Node, ...]:
    """Return the nodes of two brackets: one for all entrants, one for losers of the first round.

    `stage` and `second_stage` are the names of the two brackets. `formats.Format` describes
    `third_place` and `reseed`.
    """
    builder = _Builder()
    sources = _entrants(size_for(entrants))
    rounds = builder.knock_out(
        stage, sources, first_place=1, third_place=third_place, reseed=reseed
    )
    losers = [LoserOf(node) for node in rounds[0]]
    if len(losers) > 1:
        builder.knock_out(second_stage, losers, first_place=1)
    return tuple(builder.nodes)


def double(entrants: int) -> tuple[Node, ...]:
    """Return a bracket of double elimination: a team is out after its second loss.

    The stages are "upper", "lower" and "grand final". The winner of the lower bracket wins the
    tournament only if it beats the winner of the upper bracket twice.
    """
    builder = _Builder()
    upper = builder.knock_out("upper", _entrants(size_for(entrants)), first_place=1)
    builder.nodes = [_without_places(node) for node in builder.nodes]
    survivors: list[Source] = [LoserOf(node) for node in upper[0]]
    number = 0
    for later in upper[1:]:
        number += 1
        survivors = _lower_round(builder, number, survivors[::2], survivors[1::2])
        number += 1
        dropped: list[Source] = [LoserOf(node) for node in later]
        # The order is reversed, so that two teams meet again as late as possible.
        survivors = _lower_round(builder, number, survivors, dropped[::-1])
    winner = WinnerOf(upper[-1][0])
    first = builder.add("grand final", 1, (winner, survivors[0]))
    builder.add(
        "grand final",
        2,
        (WinnerOf(first), LoserOf(first)),
        winner_place=1,
        loser_place=2,
        decider=True,
    )
    return _with_lower_places(builder.nodes)


def _without_places(node: Node) -> Node:
    return Node(node.number, node.stage, node.round, node.sources)


def _lower_round(
    builder: _Builder, number: int, first: Sequence[Source], second: Sequence[Source]
) -> list[Source]:
    """Add round `number` of the lower bracket, and return a source for the winner of each match.

    A source says where a team comes from. In the first match, the team of the first source in
    `first` meets that of the first source in `second`, and so on.
    """
    pairs = zip(first, second, strict=True)
    return [WinnerOf(builder.add("lower", number, pair)) for pair in pairs]


def _with_lower_places(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Set the ranks of the losers of the lower bracket, and return all nodes.

    The loser of the last round is third. The losers of an earlier round share a rank: for 8 teams
    these ranks are 4, 5 and 7.
    """
    nodes = list(nodes)
    place = 3
    lower = [node for node in nodes if node.stage == "lower"]
    for number in sorted({node.round for node in lower}, reverse=True):
        losing = [node for node in lower if node.round == number]
        for node in losing:
            nodes[node.number - 1] = Node(
                node.number, node.stage, node.round, node.sources, loser_place=place
            )
        place += len(losing)
    return tuple(nodes)


def node_states(
    nodes: Iterable[Node],
    entrants: Sequence[int | None],
    played: Mapping[int, Fixture],
    is_gone: Callable[[int], bool],
) -> dict[int, NodeState]:
    """Return the state of each node, as a dict from the number of the node to its state.

    * `entrants` are the numbers of the teams, the strongest first. If an entrant is None, its
      opponent has a bye.
    * `played` is a dict from the number of a node to its published match.
    * `is_gone` returns whether a team has left. If a team leaves before its match is published, its
      opponent has a bye.
    """
    found = dict[int, NodeState]()
    for node in nodes:
        match = played.get(node.number)
        if match and not match.is_annulled:
            found[node.number] = _published(match)
            continue
        if node.decider and _has_decided(found[node.number - 1]):
            before = found[node.number - 1]
            found[node.number] = NodeState(
                (before.winner, before.loser), before.winner, before.loser
            )
            continue
        teams = [team_from(source, entrants, found) for source in node.sources]
        first, second = (_unless_gone(team, is_gone) for team in teams)
        found[node.number] = _open((first, second))
    return found


def team_from(
    source: Source, entrants: Sequence[int | None], found: Mapping[int, NodeState]
) -> Drawn:
    """Return the team that a node gets from `source`.

    `entrants` are the teams of the bracket, the strongest first. `found` has the states of the
    earlier nodes by their numbers.

    Return None if there is no team, for example because of a bye. Return `UNKNOWN` if an earlier
    match is not over.
    """
    match source:
        case Entrant(place) if place <= len(entrants):
            return entrants[place - 1]
        case Entrant():
            return None
        case WinnerOf(node):
            return found[node].winner
        case LoserOf(node):
            return found[node].loser
        case Survivor(nodes, place):
            left = survivors(nodes, entrants, found)
            if left is None:
                return UNKNOWN
            return left[place - 1] if place <= len(left) else None


def survivors(
    nodes: Iterable[int], entrants: Sequence[int | None], found: Mapping[int, NodeState]
) -> list[int] | None:
    """Return the winners of these nodes, the strongest first, or None if a winner is not known.

    `entrants` are the teams of the bracket, the strongest first. `found` has the states of the
    nodes by their numbers.
    """
    winners = [found[node].winner for node in nodes]
    if UNKNOWN in winners:
        return None
    return [team for team in entrants if team is not None and team in winners]


def _unless_gone(team: Drawn, is_gone: Callable[[int], bool]) -> Drawn:
    if isinstance(team, int) and is_gone(team):
        return None
    return team


def _has_decided(first_final: NodeState) -> bool:
    """Return whether the first grand final decides the bracket, so that no second one is played.

    The first final decides if the winner of the upper bracket has won it or had no opponent in it.
    """
    if isinstance(first_final.winner, NotYetKnown):
        return False
    return first_final.winner == first_final.teams[0] or first_final.loser is None


def _published(match: Fixture) -> NodeState:
    if match.is_open:
        return NodeState(match.teams, UNKNOWN, UNKNOWN, is_published=True)
    return NodeState(match.teams, match.winner, match.loser, is_published=True)


def _open(teams: tuple[Drawn, Drawn]) -> NodeState:
    """Return the state of a node whose match is not published.

    If both teams are None, the node is over without a winner.
    """
    first, second = teams
    if isinstance(first, NotYetKnown) or isinstance(second, NotYetKnown):
        return NodeState(teams, UNKNOWN, UNKNOWN)
    if first is None and second is None:
        return NodeState(teams, None, None)
    return NodeState(teams, UNKNOWN, UNKNOWN)


def ready(
    nodes: Iterable[Node], states: Mapping[int, NodeState]
) -> list[tuple[Node, int, int | None]]:
    """Return the nodes that can be played now, each with its two teams.

    If the second team is None, the first team has a bye.
    """
    found = list[tuple[Node, int, int | None]]()
    for node in nodes:
        first, second = states[node.number].teams
        if isinstance(first, NotYetKnown) or isinstance(second, NotYetKnown):
            continue
        if not isinstance(states[node.number].winner, NotYetKnown):
            continue
        if states[node.number].is_published:
            continue  # the match is open again, because it is corrected at its table
        if first is not None:
            found.append((node, first, second))
        elif second is not None:
            found.append((node, second, None))
    return found


def places(nodes: Iterable[Node], states: Mapping[int, NodeState], stage: str) -> dict[int, int]:
    """Return the ranks that this stage has decided, as a dict from team number to rank."""
    found = dict[int, int]()
    for node in nodes:
        if node.stage != stage:
            continue
        state = states[node.number]
        if node.loser_place is not None and isinstance(state.loser, int):
            found[state.loser] = node.loser_place
        if node.winner_place is not None and isinstance(state.winner, int):
            found[state.winner] = node.winner_place
    return found
