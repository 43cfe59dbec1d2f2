"""Make the cards of physical tables, and find the match to which a card leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.tables import codes
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.errors import OUT_OF_DATE, OutOfDate
from companion.tournament.models import MatchRow, TableCard, Tournament
from companion.tournament.rounds import Snapshot
from companion.tournament.terms import terms_from_json
from companion.tournament.tournaments import changing


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A tournament, and the physical table whose card was scanned."""

    tournament: Tournament
    number: int


@retry_while_unavailable
def cards(tournament: Tournament) -> tuple[TableCard, ...]:
    """Return the cards of all tables, ordered by number. First make the cards that are missing."""
    wanted = terms_from_json(tournament.terms).tables
    with reading() as connection, open_session(connection) as session:
        known = _known(session, tournament)
    if len(known) >= wanted:
        return known[:wanted]
    with changing(tournament) as (session, current):
        for number in range(len(_known(session, current)) + 1, wanted + 1):
            session.add(TableCard(tournament_id=current.id, number=number))
        session.flush()
        return _known(session, current)[:wanted]


def _known(session: Session, tournament: Tournament) -> tuple[TableCard, ...]:
    query = select(TableCard).where(TableCard.tournament_id == tournament.id)
    return tuple(session.scalars(query.order_by(TableCard.number)))


@retry_while_unavailable
def by_card(token: str) -> FoundCard | None:
    """Return the tournament and the table of the card with this token, or None."""
    if not codes.is_token(token):
        return None
    query = select(Tournament, TableCard.number).join(TableCard)
    query = query.where(TableCard.token == token, Tournament.removed_at.is_(None))
    with reading() as connection, open_session(connection) as session:
        found = session.execute(query).first()
    return FoundCard(found[0], found[1]) if found else None


@retry_while_unavailable
def card_of_place(place_id: int) -> str:
    """Return the token of the table card that is linked to this place, or "" if there is none.

    Only tournaments that are being played count. If several of them use the place, the card belongs
    to the newest one.
    """
    query = select(TableCard.token).join(Tournament)
    query = query.where(
        TableCard.place_id == place_id,
        Tournament.stage == "playing",
        Tournament.removed_at.is_(None),
    )
    query = query.order_by(Tournament.created_at.desc()).limit(1)
    with reading() as connection:
        return connection.scalar(query) or ""


@retry_while_unavailable
def give_places(
    tournament: Tournament, before: Mapping[int, int], places: Mapping[int, int]
) -> None:
    """Link physical tables to places, so that the card of a place leads to the linked table.

    `places` is a dict from the number of a table to the id of its new place; 0 removes the link. A
    table that is not in `places` keeps its place.

    `before` is a dict from the number of each table to the id of the place that the caller has
    read. Raises OutOfDate, and changes nothing, if a table in `places` has another place now.
    """
    with changing(tournament) as (session, current):
        for card in _known(session, current):
            if card.number in places and card.place_id != before[card.number]:
                raise OutOfDate(OUT_OF_DATE)
            card.place_id = places.get(card.number, card.place_id)


def match_at(snapshot: Snapshot, table: int) -> MatchRow | None:
    """Return the match to which the card of this table leads, or None if there is none.

    This is the latest open match at this table in the present round. If no match is open, it is the
    last match that was played at the table in this round.
    """
    there = [row for row in snapshot.of_round(snapshot.round) if row.table == table]
    there.sort(key=lambda row: (row.table_since is not None, row.table_since, row.number))
    still_open = [row for row in there if not row.result]
    found = still_open[-1:] or there[-1:]
    return found[0] if found else None


def match_of_team(matches: Sequence[MatchRow], team: int) -> MatchRow | None:
    """Return the match of a team among `matches`, the matches of one round.

    Return None if the team has no opponent in this round.
    """
    for row in matches:
        if row.second and team in (row.first, row.second):
            return row
    return None
