"""Draw the next round of a tournament, from its format and from what was published so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, pairwise, product
from operator import itemgetter

from companion.tournament import brackets
from companion.tournament.brackets import Node, seeding, size_for
from companion.tournament.entries import Fixture, How, Result, Team, meetings
from companion.tournament.formats import (
    ALL,
    SECOND_CHANCE,
    SWISS,
    TITLE,
    Format,
    Kind,
    bracket,
    group_name,
    groups_of,
    places_stage,
)
from companion.tournament.pairing import SwissPlace, all_play_all, first_swiss, swiss
from companion.tournament.standings import By, StandingsRow, standings


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket that is being played, and its entrants, the strongest first.

    If an entrant is None, its opponent has a bye. `first_place` is the rank that the winner gets.
    """

    stage: str
    entrants: tuple[int | None, ...]
    first_place: int = 1


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament so far: its teams, the matches of its published rounds, and its brackets.

    `cap` is the largest difference in points that counts in a match. `games_to_win` is how many
    games win a match.
    """

    form: Format
    teams: tuple[Team, ...]
    matches: tuple[Fixture, ...] = ()
    brackets: tuple[Bracket, ...] = ()
    cap: int = 12
    games_to_win: int = 1

    @property
    def published(self) -> int:
        """Return the number of the last published round, or 0 if there is none."""
        return max((match.round for match in self.matches), default=0)

    def active(self, number: int) -> list[Team]:
        """Return the teams that are in the tournament in round `number`, by their seeds."""
        found = [team for team in self.teams if team.plays_in(number)]
        return sorted(found, key=lambda team: (team.seed, team.number))

    def of_stage(self, stage: str) -> list[Fixture]:
        """Return the matches of this stage that were not annulled."""
        return [match for match in self.matches if match.stage == stage and not match.is_annulled]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round that was drawn and is not published, so that only organisers see it.

    `brackets` are all brackets that are played from this round on. If there are no matches, the
    tournament is over.
    """

    number: int
    matches: tuple[Fixture, ...]
    brackets: tuple[Bracket, ...] = field(default=())


def assign_groups(teams: Sequence[Team], groups: int) -> dict[int, str]:
    """Deal the teams to groups in the order of their seeds.

    Return the letter of each team's group, by the number of the team.
    """
    order = sorted(teams, key=lambda team: (team.seed, team.number))
    found = dict[int, str]()
    for group, places in enumerate(groups_of(len(order), groups)):
        for place in places:
            found[order[place - 1].number] = group_name(group)
    return found


def smallest_group(teams: Iterable[Team], groups: int) -> str:
    """Return the group that a late team joins: the one with the fewest teams that have not left."""
    sizes = dict.fromkeys(map(group_name, range(groups)), 0)
    for team in teams:
        if team.group in sizes and team.left is None:
            sizes[team.group] += 1
    return min(sizes, key=lambda group: (sizes[group], group))


def draw(so_far: TournamentState) -> DrawnRound:
    """Draw the next round. All published matches must have their results.

    A bye is a match without a second team. It already has its result.
    """
    number = so_far.published + 1
    if not so_far.brackets:
        matches = _first_part(so_far, number)
        if matches:
            return DrawnRound(number, tuple(matches))
    drawn = so_far.brackets or _draw_brackets(so_far, number)
    matches = []
    for each in drawn:
        matches += _of_bracket(so_far, each, number)
    return DrawnRound(number, tuple(matches), tuple(drawn))


def _first_part(so_far: TournamentState, number: int) -> list[Fixture]:
    """Return the matches of this round if it comes before the brackets, otherwise []."""
    if so_far.form.kind is Kind.SWISS:
        if number > so_far.form.rounds:
            return []
        return _swiss(so_far, number)
    if so_far.form.kind is Kind.ALL:
        return _among(so_far, ALL, so_far.active(number), number)
    if so_far.form.kind is Kind.GROUPS:
        found = list[Fixture]()
        for group in map(group_name, range(so_far.form.groups)):
            teams = [team for team in so_far.active(number) if team.group == group]
            found.extend(_among(so_far, f"group {group}", teams, number))
        return found
    return []


def _among(
    so_far: TournamentState, stage: str, teams: Sequence[Team], number: int
) -> list[Fixture]:
    # Teams have not met in a match that was forfeited, but they do not play it again.
    over = {frozenset(match.teams) for match in so_far.of_stage(stage)}
    pairs = all_play_all([team.number for team in teams], number, over)
    return [Fixture(number, stage, pair) for pair in pairs]


def _swiss(so_far: TournamentState, number: int) -> list[Fixture]:
    teams = so_far.active(number)
    if len(teams) < 2:
        return []
    if number == 1:
        pairs = first_swiss([team.number for team in teams])
    else:
        pairs = swiss(_swiss_order(so_far, teams), meetings(so_far.of_stage(SWISS)))
    return [_match(so_far, number, SWISS, pair) for pair in pairs]


def _swiss_order(so_far: TournamentState, teams: Sequence[Team]) -> list[SwissPlace]:
    """Return the teams that play this round, in the order of the standings."""
    matches = so_far.of_stage(SWISS)
    active = {team.number for team in teams}
    rows = standings(so_far.teams, matches, cap=so_far.cap)
    ranked = [row for row in rows if row.team in active]
    return [SwissPlace(row.team, row.half_wins, _byes(row.team, matches)) for row in ranked]


def _byes(team: int, matches: Iterable[Fixture]) -> int:
    """Return how often this team had a bye, or won because its opponent was not there.

    A bye that is worth nothing counts too, although nobody wins it.
    """
    count = 0
    for match in matches:
        if match.result is None or team not in match.teams:
            continue
        had_bye = match.result.how is How.BYE
        won_by_forfeit = match.result.how is How.FORFEIT and match.winner == team
        if had_bye or won_by_forfeit:
            count += 1
    return count


def _match(
    so_far: TournamentState,
    number: int,
    stage: str,
    pair: tuple[int, int | None],
    node: int | None = None,
) -> Fixture:
    """Return a match of the draft, with its result if it is a bye."""
    result = None
    if pair[1] is None:
        result = bye(so_far)
    return Fixture(number, stage, pair, node, result)


def bye(so_far: TournamentState) -> Result:
    """Return the result of a bye in a draft: all games won, and half of `cap` points to 0.

    `cap`, which is in `so_far`, is the largest difference in points that counts in a match. When
    the round is published, a bye outside of brackets gets the result of `Terms.walkover` instead.
    """
    return Result((so_far.games_to_win, 0), (so_far.cap // 2, 0), How.BYE)


def _draw_brackets(so_far: TournamentState, number: int) -> list[Bracket]:
    """Return the brackets that begin with round `number`, or [] if the format has no brackets."""
    form = so_far.form
    if form.begins_with_bracket:
        stage = "upper" if form.kind is Kind.DOUBLE else TITLE
        return [Bracket(stage, tuple(team.number for team in so_far.active(number)))]
    if form.kind is Kind.GROUPS and form.qualify:
        return _after_groups(so_far, number)
    if form.kind is Kind.SWISS and form.final:
        active = {team.number for team in so_far.active(number)}
        rows = standings(so_far.teams, so_far.of_stage(SWISS), cap=so_far.cap)
        ranked = [row.team for row in rows if row.team in active]
        title = Bracket(TITLE, tuple(ranked[: form.final]))
        missed = ranked[form.final : form.final + form.second_chance]
        return [title, *_second_chance(missed)]
    return []


def _second_chance(teams: Sequence[int]) -> list[Bracket]:
    if len(teams) < 2:
        return []
    return [Bracket(SECOND_CHANCE, tuple(teams))]


def _after_groups(so_far: TournamentState, number: int) -> list[Bracket]:
    form = so_far.form
    ranks = _ranks(so_far, number)
    title = _spread(ranks[: form.qualify])
    found = [Bracket(TITLE, title)]
    if form.classification:
        place = sum(map(len, ranks[: form.qualify])) + 1
        for rank in ranks[form.qualify :]:
            teams = tuple(rank.values())
            if len(teams) > 1:
                found.append(Bracket(places_stage(place, len(teams)), teams, place))
            place += len(teams)
        return found
    missed = [row.team for row in _missed(so_far, number)]
    return [*found, *_second_chance(missed[: form.second_chance])]


def _ranks(so_far: TournamentState, number: int) -> list[dict[str, int]]:
    """Return the winners of all groups, then the second teams of all groups, and so on.

    Each dict is for one rank: its keys are the letters of the groups, its values the numbers of the
    teams. Teams that do not play in round `number` are left out.
    """
    ranks = list[dict[str, int]]()
    for group in map(group_name, range(so_far.form.groups)):
        for place, row in enumerate(group_standings(so_far, group, number)):
            if place == len(ranks):
                ranks.append({})
            ranks[place][group] = row.team
    return ranks


def group_standings(
    so_far: TournamentState, group: str, number: int | None = None
) -> list[StandingsRow]:
    """Return the standings of a group.

    If `number` is given, teams that do not play in that round are left out.
    """
    teams = [team for team in so_far.teams if team.group == group]
    matches = so_far.of_stage(f"group {group}")
    rows = standings(teams, matches, cap=so_far.cap, met_first=True)
    if number is None:
        return list(rows)
    active = {team.number for team in teams if team.plays_in(number)}
    return [row for row in rows if row.team in active]


def _missed(so_far: TournamentState, number: int) -> tuple[StandingsRow, ...]:
    """Return the standings of the teams that did not qualify in their groups.

    `number` is the number of the round to draw: teams that have left before it are left out. The
    teams are compared by wins and points per match, because groups differ in size.
    """
    behind = [rank.values() for rank in _ranks(so_far, number)[so_far.form.qualify :]]
    wanted = set(chain.from_iterable(behind))
    teams = [team for team in so_far.active(number) if team.number in wanted]
    matches = [match for match in so_far.matches if match.stage.startswith("group ")]
    return standings(teams, matches, cap=so_far.cap, per_match=True)


def equal_teams(so_far: TournamentState) -> set[int]:
    """Return the numbers of the teams whose rank in the first part is decided only by a lot.

    All matches of the first part must have their results.
    """
    found = set[int]()
    for rows in _deciding_standings(so_far):
        for above, row in pairwise(rows):
            if row.by is By.LOT:
                found |= {above.team, row.team}
    return found


def _deciding_standings(so_far: TournamentState) -> list[Sequence[StandingsRow]]:
    """Return the standings that decide final ranks, or which teams enter a bracket.

    All are standings of the first part of the tournament: Swiss, all against all, or groups.
    """
    form = so_far.form
    if form.kind is Kind.SWISS:
        return [standings(so_far.teams, so_far.of_stage(SWISS), cap=so_far.cap)]
    if form.kind is Kind.ALL:
        matches = so_far.of_stage(ALL)
        return [standings(so_far.teams, matches, cap=so_far.cap, met_first=True)]
    if form.kind is not Kind.GROUPS:
        return []
    found = list[Sequence[StandingsRow]]()
    for group in map(group_name, range(form.groups)):
        found.append(group_standings(so_far, group))
    if form.second_chance and not so_far.brackets:
        found.append(_missed(so_far, so_far.published + 1))
    return found


def _spread(ranks: Sequence[Mapping[str, int]]) -> tuple[int | None, ...]:
    """Return the entrants of the bracket after groups, the strongest first.

    `ranks` is what `_ranks` returns: the winners of the groups, then the second teams, and so on.
    The winners keep the order of their groups. In the next three ranks, the order of the groups is
    rotated so that as few teams of one group as possible meet before the semi-finals.
    """
    groups = [list(rank) for rank in ranks]
    turns = product(range(len(groups[0])), repeat=min(len(groups) - 1, 3))
    found = list[tuple[int, list[tuple[int, str]]]]()
    for turn in turns:
        entries = [(0, group) for group in groups[0]]
        for rank, names in enumerate(groups[1:], start=1):
            shift = 0
            if rank <= len(turn):
                shift = turn[rank - 1] % max(len(names), 1)
            entries += [(rank, group) for group in names[shift:] + names[:shift]]
        found.append((_early_meetings([group for _, group in entries]), entries))
    _, best = min(found, key=itemgetter(0))
    return tuple(ranks[rank][group] for rank, group in best)


def _early_meetings(groups: Sequence[str]) -> int:
    """Return the cost of all meetings of two teams of one group before the semi-finals.

    A meeting costs more if it comes in an earlier round. `groups` has the letter of each entrant's
    group, the strongest entrant first.
    """
    size = size_for(len(groups))
    rounds = size.bit_length() - 1
    slots = {place: slot for slot, place in enumerate(seeding(size))}
    cost = 0
    for one, other in combinations(range(len(groups)), 2):
        # The round in which the winners of two slots of a bracket can meet, from 1.
        meeting = (slots[one + 1] ^ slots[other + 1]).bit_length()
        if groups[one] == groups[other] and meeting < rounds - 1:
            cost += 100 ** (rounds - meeting)
    return cost


def nodes_of(form: Format, each: Bracket) -> tuple[Node, ...]:
    """Return the nodes of a bracket that is being played."""
    if form.begins_with_bracket:
        return bracket(form, len(each.entrants))
    return brackets.single(
        len(each.entrants),
        each.stage,
        first_place=each.first_place,
        third_place=form.third_place and each.stage == TITLE,
        reseed=form.reseed,
    )


def bracket_states(
    so_far: TournamentState, each: Bracket, number: int
) -> dict[int, brackets.NodeState]:
    """Return the state of each node of a bracket by the number of the node.

    `number` is the next round. A team that does not play in the next round counts as withdrawn.
    """
    nodes = nodes_of(so_far.form, each)
    stages = {node.stage for node in nodes}
    played = dict[int, Fixture]()
    for match in so_far.matches:
        if match.stage in stages and match.node is not None and not match.is_annulled:
            played[match.node] = match
    gone = {team.number for team in so_far.teams if not team.plays_in(number)}
    return brackets.node_states(nodes, each.entrants, played, gone.__contains__)


def _of_bracket(so_far: TournamentState, each: Bracket, number: int) -> list[Fixture]:
    """Return the matches of a bracket that can be played in this round."""
    nodes = nodes_of(so_far.form, each)
    states = bracket_states(so_far, each, number)
    found = list[Fixture]()
    for node, first, second in brackets.ready(nodes, states):
        found.append(_match(so_far, number, node.stage, (first, second), node.number))
    return found
