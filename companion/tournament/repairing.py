"""Repair mistakes at the tables: wrong opponents, or a signature of the wrong players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from companion import tables
from companion.engine import Impossible
from companion.tables.models import now
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.correcting import check_is_played, give_right_teams, wrong_pairs
from companion.tournament.models import MatchRow, Tournament
from companion.tournament.results import at_table, follow_up, table_of
from companion.tournament.rounds import (
    Snapshot,
    delete_tables,
    match_in,
    snapshot_in,
    take_snapshot,
)
from companion.tournament.seating import names_by_seat
from companion.tournament.tournaments import changing, note


@retry_while_unavailable
def pair_as_played(tournament: Tournament, one: int, other: int, device: str) -> None:
    """Exchange two teams of the present round that have sat down at each other's tables.

    `one` and `other` are the numbers of the teams. The two matches keep their tables, and the names
    at the tables are corrected. The results at the tables count, even if an organiser had decided
    otherwise. Raises Impossible, with a message for the user, if a match is in a bracket or the
    matches are in different groups.
    """
    with _repairing(tournament) as (session, current):
        snapshot = snapshot_in(session, current)
        first = _match_of(snapshot, one)
        second = _match_of(snapshot, other)
        if first.number == second.number:
            raise Impossible("These two play against each other.")
        if first.node or second.node:
            raise Impossible("In a bracket the results say who meets whom.")
        if first.stage != second.stage:
            raise Impossible("Teams of different groups cannot be exchanged.")
        for row, leaves, comes in ((first, one, other), (second, other, one)):
            before = f"{row.first}-{row.second} {row.result}"
            _replace_team(row, leaves, comes)
            row.result = ""
            row.record = ""
            note(session, current, device, "as-played", row.number, before=before)
    _rename_seats(take_snapshot(tournament), (first.number, second.number))


@contextmanager
def _repairing(tournament: Tournament) -> Iterator[tuple[Session, Tournament]]:
    """Let the block change a tournament that is being played: yield a session, and the tournament.

    After the block, update the brackets, the tables and the draft.
    """
    with changing(tournament) as (session, current):
        check_is_played(current)
        yield session, current
        abandoned = follow_up(session, current)
    delete_tables(abandoned)


def _match_of(snapshot: Snapshot, team: int) -> MatchRow:
    for row in snapshot.of_round(snapshot.round):
        if row.second and team in (row.first, row.second):
            return row
    raise Impossible("This team has no opponent in this round.")


def _replace_team(row: MatchRow, leaves: int, comes: int) -> None:
    if row.first == leaves:
        row.first = comes
    else:
        row.second = comes


def _rename_seats(snapshot: Snapshot, numbers: Iterable[int]) -> None:
    """Rename the seats at the tables of these matches to the players of their teams."""
    for number in numbers:
        row = snapshot.matches[number - 1]
        table = table_of(row)
        if table is None:
            continue
        names = names_by_seat(snapshot.team(row.first), snapshot.team(row.second))
        for seat, name in enumerate(names):
            tables.rename(table, seat, name)


@retry_while_unavailable
def play_right_pair(tournament: Tournament, number: int, device: str) -> None:
    """Give a match of a bracket its right teams, although wrong teams have played it.

    The table and the result of the wrong teams no longer belong to the match.
    """
    with _repairing(tournament) as (session, current):
        snapshot = snapshot_in(session, current)
        for wrong in wrong_pairs(snapshot):
            if wrong.row.number == number:
                before = f"{wrong.row.first}-{wrong.row.second} {wrong.row.result}"
                give_right_teams(wrong, snapshot.so_far)
                note(session, current, device, "right-pair", number, before=before)
                return
        raise Impossible("The teams of this match are right.")


@retry_while_unavailable
def take_signature_off(tournament: Tournament, number: int, side: int, device: str) -> None:
    """Remove the signature of a side, 0 or 1, for example because the wrong players signed."""
    snapshot = take_snapshot(tournament)
    if not 1 <= number <= len(snapshot.matches) or side not in (0, 1):
        raise Impossible("There is no such match.")
    said = at_table(snapshot.matches[number - 1])
    if said is None or side not in said.signed:
        raise Impossible("This team has not signed.")
    with changing(tournament) as (session, current):
        check_is_played(current)
        note(session, current, device, "unsigned", number, side=side)
    tables.take_back_agreement(said.state.match, side)


@retry_while_unavailable
def dispute(tournament: Tournament, number: int, device: str) -> None:
    """Record that a team disputes the result at its table, so that the organiser decides.

    Raises Impossible, with a message for the user, if the result counts already.
    """
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        if row.result:
            raise Impossible("This result counts already. Call the referee.")
        if row.called_at is None:
            row.called_at = now()
            note(session, current, device, "not-right", number)
