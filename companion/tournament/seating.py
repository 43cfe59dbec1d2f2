"""Open the table at which a match is played, stop the match, and call the referee."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import select

from companion import tables
from companion.engine import Impossible
from companion.tables import Match as Table
from companion.tables import NextGame, State
from companion.tables.models import now
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.errors import OUT_OF_DATE, OutOfDate
from companion.tournament.models import MatchRow, TeamRow, Tournament
from companion.tournament.opened import tell_opened
from companion.tournament.results import after_time, at_table, is_in_a_game, table_of
from companion.tournament.rounds import (
    Snapshot,
    give_waiting_tables,
    match_in,
    snapshot_in,
    take_snapshot,
)
from companion.tournament.terms import AtTime
from companion.tournament.tournaments import changing, note


@dataclass(frozen=True, slots=True)
class AtMatch:
    """The match of a tournament that is played at a table."""

    tournament: Tournament
    row: MatchRow

    @property
    def is_in_present_round(self) -> bool:
        """Return whether the round of this match is being played."""
        return self.tournament.stage == "playing" and self.row.round == self.tournament.clock_round


@retry_while_unavailable
def match_of_table(code: str) -> AtMatch | None:
    """Return the match of a tournament that is played at the table with this code, or None."""
    table = tables.by_code(code)
    if table is None:
        return None
    query = select(Tournament, MatchRow).join(MatchRow)
    query = query.where(MatchRow.match_id == table.id, Tournament.removed_at.is_(None))
    with reading() as connection, open_session(connection) as session:
        found = session.execute(query).first()
    if found is None:
        return None
    return AtMatch(found[0], found[1])


def open_match_table(tournament: Tournament, number: int, device: str) -> Table:
    """Return the table of a match. Open it first, with the names of all players, if it is not open.

    The dealer is drawn by chance. Raises Impossible, with a message for the user, if the match has
    no physical table yet or is over.
    """
    snapshot = take_snapshot(tournament)
    row = _row(snapshot, number)
    found = table_of(row)
    if found is not None:
        return found
    if not row.second or row.result:
        raise Impossible("This match is over.")
    if not row.table:
        raise Impossible("This match waits for a table.")
    opened = _open(snapshot, row)
    if _take(tournament, row, opened, device):
        tell_opened(snapshot.tournament, opened)
        return opened
    tables.delete(opened)  # another phone was quicker, or other teams play this match now
    return open_match_table(tournament, number, device)


def _row(snapshot: Snapshot, number: int) -> MatchRow:
    if not 1 <= number <= len(snapshot.matches):
        raise Impossible("There is no such match.")
    return snapshot.matches[number - 1]


def _open(snapshot: Snapshot, row: MatchRow) -> Table:
    """Open a table for the two teams of this match."""
    tournament = snapshot.tournament
    opened = tables.open_table(
        variant=tournament.variant,
        seats=tournament.seats,
        house=tournament.house_rules,
        names=names_by_seat(snapshot.team(row.first), snapshot.team(row.second)),
        dealer=secrets.randbelow(tournament.seats),
    )
    tables.join(opened, phone_of(tournament), "host")
    return opened


def names_by_seat(first: TeamRow, second: TeamRow) -> list[str]:
    """Return the names of the players by seat. The players of the two teams sit alternately."""
    names = list[str]()
    for one, other in zip(first.people, second.people, strict=True):
        names += [one, other]
    return names


def phone_of(tournament: Tournament) -> str:
    """Return a phone id with which the server itself is host at the tables of a tournament.

    No real phone has this id. The server uses it to sign for teams and to stop matches.
    """
    return f"tournament-{tournament.id}"


def sign_for_team(tournament: Tournament, number: int, team: int) -> None:
    """Sign the result of a match for one of its teams.

    Raises Impossible, with a message for the user, if the team does not play this match or the
    match is not over.
    """
    row = _row(take_snapshot(tournament), number)
    said = at_table(row)
    if said is None or not said.over or team not in (row.first, row.second):
        raise Impossible("This match is not over at its table.")
    side = (row.first, row.second).index(team)
    tables.agree(said.state.match, phone_of(tournament), side)


@retry_while_unavailable
def _take(tournament: Tournament, snapshot: MatchRow, opened: Table, device: str) -> bool:
    """Record that a match is played at the table `opened`.

    Return False if teams, table or result of the match are no longer those in `snapshot`.
    """
    with changing(tournament) as (session, current):
        row = match_in(session, current, snapshot.number)
        if _facts_for_table(row) != _facts_for_table(snapshot):
            return False
        row.match_id = opened.id
        note(session, current, device, "sat-down", row.number)
    return True


def _facts_for_table(row: MatchRow) -> tuple[int, int, int, bool]:
    """Return what must not change while a table is opened.

    These are the two teams, the table, and whether a result counts.
    """
    return row.first, row.second, row.match_id, bool(row.result)


@retry_while_unavailable
def swap_tables(tournament: Tournament, one: int, other: int, device: str) -> None:
    """Exchange the physical tables of two matches of the round."""
    with changing(tournament) as (session, current):
        first = match_in(session, current, one)
        second = match_in(session, current, other)
        if first.round != second.round:
            raise Impossible("These matches are not in the same round.")
        before = first.table
        first.table = second.table
        second.table = before
        note(session, current, device, "tables", one, other=other)


@retry_while_unavailable
def move_to_table(tournament: Tournament, number: int, table: int, device: str) -> None:
    """Move a match to another physical table.

    Raises Impossible, with a message for the user, if another match is open there.
    """
    with changing(tournament) as (session, current):
        snapshot = snapshot_in(session, current)
        if not 1 <= table <= snapshot.terms.tables:
            raise Impossible("There is no such table.")
        row = match_in(session, current, number)
        here = [other for other in snapshot.of_round(row.round) if other.table == table]
        if any(not other.result for other in here if other.number != number):
            raise Impossible("Others play at this table.")
        row.table = table
        note(session, current, device, "tables", number)
        session.flush()
        give_waiting_tables(snapshot_in(session, current))


def stop_match(tournament: Tournament, number: int, key: str, device: str) -> None:
    """End a match by the tap `end` at its table, because the time is over.

    If the tournament uses `AtTime.SCORE`, also open a new table for the games that were not played.
    They begin at `start_score`. If the server was killed between the tap and the new table, a
    second call opens the new table.

    Raises Impossible, with a message for the user, if the game must be played to its end first, or
    if a match of a knock-out would have no winner.
    """
    snapshot = take_snapshot(tournament)
    row = _row(snapshot, number)
    said = at_table(row)
    if said is None:
        return
    state = said.state
    starts_at_score = snapshot.terms.at_time is AtTime.SCORE and bool(snapshot.terms.start_score)
    is_half_done = said.over and starts_at_score and not row.result
    if said.over and not (is_half_done and state.log.game.winner is None):
        return
    if starts_at_score and not state.rows and row.earlier:
        return  # its next table, at that score, is open already
    if starts_at_score and is_in_a_game(said):
        raise Impossible(
            "This game is played to its end. The next one starts at %(score)s.",
            score=snapshot.terms.start_score,
        )
    games = after_time(said, snapshot.terms.at_time, knock_out=bool(row.node))
    if row.node and games[0] == games[1] and not starts_at_score:
        raise Impossible("In a knock-out one team must win: play one more hand.")
    if not said.over:
        _end(tournament, state, key)
    if starts_at_score:
        opened = _go_on_at_score(tournament, state, snapshot.terms.start_score)
        _replace_table(tournament, number, said.points, opened, device)
        tell_opened(snapshot.tournament, opened)


def _end(tournament: Tournament, state: State, key: str) -> None:
    # If the end is undone at the table, the key of the next end must be a new one.
    key = f"{key}-{state.version}"
    try:
        tables.record_tap(state.match, phone_of(tournament), "end", seen=state.version, key=key)
    except tables.Stale as stale:
        raise OutOfDate(OUT_OF_DATE) from stale


def _go_on_at_score(tournament: Tournament, state: State, score: str) -> Table:
    """Open another table for a match. The next game begins there at this score.

    All phones and players move to the new table.
    """
    game = NextGame(
        variant=state.match.variant,
        house=state.match.house_rules,
        people=range(state.match.seats),
        dealer=state.log.game.dealer,
        score=score,
        games="-".join(map(str, state.log.game.games)),
    )
    return tables.rematch(state.match, phone_of(tournament), another=game)


@retry_while_unavailable
def _replace_table(
    tournament: Tournament, number: int, points: tuple[int, int], opened: Table, device: str
) -> None:
    """Let a match go on at a new table, and keep the points of its old table."""
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        row.match_id = opened.id
        row.earlier = "-".join(map(str, points))
        note(session, current, device, "at-score", number)


@retry_while_unavailable
def call_referee(tournament: Tournament, number: int, device: str) -> None:
    """Record that the table of a match calls the referee. Do nothing if it calls already.

    A second call does not increase the revision. Otherwise a player who taps the key again and
    again could prevent an organiser from publishing a round.
    """
    if _row(take_snapshot(tournament), number).called_at is not None:
        return
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        if row.called_at is None:
            row.called_at = now()
            note(session, current, device, "called", number)


@retry_while_unavailable
def answer_call(tournament: Tournament, number: int, device: str) -> None:
    """Record that an organiser comes to the table that called the referee."""
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        if row.called_at is not None:
            row.called_at = None
            note(session, current, device, "comes", number)
