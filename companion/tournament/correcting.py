"""Correct a bracket after an earlier result changed.

A published match of a bracket may have the wrong teams if an earlier result is corrected. If no
hand of the match was dealt, the match gets the right teams. Otherwise an organiser must decide
(see `doubts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from companion.engine import Impossible
from companion.tournament.brackets import (
    Node,
    NodeState,
    NotYetKnown,
    Survivor,
    survivors,
    team_from,
)
from companion.tournament.drawing import (
    Bracket,
    TournamentState,
    bracket_states,
    bye,
    nodes_of,
)
from companion.tournament.entries import How, Result
from companion.tournament.models import MatchRow, Tournament
from companion.tournament.rounds import (
    Snapshot,
    as_match,
    has_hand,
    result_from_text,
    result_to_text,
    snapshot_in,
    teams_of,
)


@dataclass(frozen=True, slots=True)
class WrongPair:
    """A published match with wrong teams, because the result of an earlier match was corrected.

    `teams` are the numbers of the teams that should play the match. The second number is 0 for a
    bye. Both numbers are 0 if no team is left to play the match.
    """

    row: MatchRow
    teams: tuple[int, int]


def wrong_pairs(snapshot: Snapshot) -> list[WrongPair]:
    """Return the wrong pairs of all brackets, one bracket after the other.

    Within a bracket, each match comes after the matches that decide its teams.
    """
    found = list[WrongPair]()
    for each in snapshot.so_far.brackets:
        found.extend(_wrong_pairs_of(snapshot, each))
    return found


def _wrong_pairs_of(snapshot: Snapshot, each: Bracket) -> list[WrongPair]:
    nodes = nodes_of(snapshot.so_far.form, each)
    states = bracket_states(snapshot.so_far, each, snapshot.round + 1)
    stages = {node.stage for node in nodes}
    rows = dict[int, MatchRow]()
    for row in snapshot.matches:
        if row.node and row.stage in stages and not as_match(row).is_annulled:
            rows[row.node] = row
    found = list[WrongPair]()
    for node in nodes:
        match_row = rows.get(node.number)
        if match_row is None:
            continue
        due = _teams_due(snapshot, each, node, states, match_row.round)
        if isinstance(node.sources[0], Survivor):
            before = node.sources[0].nodes
            round_rows = [rows[one.number] for one in _reseeded(nodes, before, rows)]
            left = survivors(before, each.entrants, states)
            due = _due_if_reseeded(snapshot, match_row, round_rows, left)
        if due is not None and not _is_right(match_row, due):
            found.append(WrongPair(match_row, due))
    return found


def _is_right(row: MatchRow, due: tuple[int, int]) -> bool:
    """Return whether this match has the right teams. `due` are the numbers of the right teams.

    If `due` is (0, 0), no team is left to play. Then the match is right if it has a result without
    a winner.
    """
    if due == (0, 0):
        return row.result != "" and as_match(row).winner is None
    return set(due) == {row.first, row.second}


def _teams_due(
    snapshot: Snapshot, each: Bracket, node: Node, states: dict[int, NodeState], number: int
) -> tuple[int, int] | None:
    """Return the numbers of the teams that should play the match of this node in round `number`.

    The second number is 0 for a bye. Both numbers are 0 if no team is left. A team that withdrew
    before the round does not play. Return None if an earlier match is not over.
    """
    teams = list[int]()
    for source in node.sources:
        team = team_from(source, each.entrants, states)
        if isinstance(team, NotYetKnown):
            return None
        if team is not None and snapshot.so_far.teams[team - 1].plays_in(number):
            teams.append(team)
    teams.extend([0, 0])
    return teams[0], teams[1]


def _reseeded(
    nodes: Iterable[Node], before: tuple[int, ...], rows: Mapping[int, MatchRow]
) -> list[Node]:
    """Return the published nodes in which the winners of an earlier round meet.

    `before` are the numbers of the nodes of the earlier round.
    """
    found = list[Node]()
    for node in nodes:
        source = node.sources[0]
        if isinstance(source, Survivor) and source.nodes == before and node.number in rows:
            found.append(node)
    return found


def _due_if_reseeded(
    snapshot: Snapshot,
    match_row: MatchRow,
    round_rows: Iterable[MatchRow],
    left: Sequence[int] | None,
) -> tuple[int, int] | None:
    """Return the teams that a published match should have in a bracket with `Format.reseed`.

    `left` are the teams that are still in and should play in this round. If `left` is None, because
    these teams are not known yet, return None.

    The match keeps its teams that are in `left`. A team that is not in `left` is replaced by a
    team of `left` that has no match yet. A missing team is returned as 0.
    """
    if left is None:
        return None
    there = [team for team in left if snapshot.so_far.teams[team - 1].plays_in(match_row.round)]
    rows = list(round_rows)
    missing = [team for team in there if team not in teams_of(rows)]
    for row in rows:
        teams = list[int]()
        for team in (row.first, row.second):
            if team in there:
                teams.append(team)
            elif missing:
                teams.append(missing.pop(0))
        if row is match_row:
            teams.extend([0, 0])
            return teams[0], teams[1]
    return None


def correct_brackets(session: Session, tournament: Tournament) -> list[int]:
    """Give the right teams to the matches with wrong teams, except those left to the organiser.

    A match is left to the organiser if a hand was dealt or its result was decided. The matches that
    share a team with such a match are left to the organiser too. Otherwise a team could play in
    both brackets of a double elimination.

    Return the ids of the tables at which wrong teams had already sat down.
    """
    abandoned = list[int]()
    for _ in range(len(snapshot_in(session, tournament).matches)):
        free = _free_pairs(session, wrong_pairs(snapshot_in(session, tournament)))
        if not free:
            break
        if free[0].row.match_id:
            abandoned.append(free[0].row.match_id)
        give_right_teams(free[0], snapshot_in(session, tournament).so_far)
        session.flush()
    return abandoned


def _free_pairs(session: Session, wrong: Sequence[WrongPair]) -> list[WrongPair]:
    """Return those of the wrong pairs that the server may correct without asking the organiser."""
    free = [one for one in wrong if _is_free(session, one)]
    busy = set[int]()
    for one in wrong:
        if one not in free:
            busy |= _all_teams(one)
    return [one for one in free if not busy & _all_teams(one)]


def _all_teams(wrong: WrongPair) -> set[int]:
    """Return the teams of a wrong pair, and the teams that should play instead."""
    return {wrong.row.first, wrong.row.second, *wrong.teams} - {0}


def _is_free(session: Session, wrong: WrongPair) -> bool:
    """Return whether nobody has played or decided the match with the wrong teams yet."""
    result = result_from_text(wrong.row.result)
    if result is not None and result.how is not How.BYE:
        return False
    return not has_hand(session, wrong.row.match_id)


def give_right_teams(wrong: WrongPair, so_far: TournamentState) -> None:
    """Give a match the teams that should play it, and forget its table and its result.

    If no team is left to play the match, it keeps its teams, and both teams lose it by forfeit.
    """
    wrong.row.match_id = 0
    wrong.row.record = ""
    wrong.row.earlier = ""
    if wrong.teams == (0, 0):
        wrong.row.result = result_to_text(Result((0, 0), (0, 0), How.FORFEIT))
        return
    wrong.row.first, wrong.row.second = wrong.teams
    wrong.row.result = ""
    if not wrong.row.second:
        wrong.row.result = result_to_text(bye(so_far))


def check_is_played(tournament: Tournament) -> None:
    """Raise Impossible, with a message for the user, if the tournament is over.

    Do nothing during the sign-up or while rounds are played.
    """
    if tournament.stage == "over":
        raise Impossible("The tournament is over. Open it again to change it.")
