"""Copy the matches of tournaments before old tables are deleted."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from companion import tables
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.models import MatchRow, Tournament
from companion.tournament.results import table_of
from companion.tournament.rounds import match_in
from companion.tournament.tournaments import changing


def keep_copies() -> int:
    """Copy each match that has a table and a result that counts, but no copy yet.

    Return how many matches were copied.
    """
    return sum(_keep(tournament, number) for tournament, number in _without_copy())


@retry_while_unavailable
def _without_copy() -> list[tuple[Tournament, int]]:
    query = select(Tournament, MatchRow.number).join(MatchRow)
    query = query.where(MatchRow.match_id != 0, MatchRow.record == "", MatchRow.result != "")
    with reading() as connection, open_session(connection) as session:
        return [(row[0], row[1]) for row in session.execute(query)]


@retry_while_unavailable
def _keep(tournament: Tournament, number: int) -> bool:
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        table = table_of(row)
        with suppress(tables.BrokenLog, tables.Gone):
            if table is not None:
                row.record = tables.to_record(table)
    return bool(row.record)
