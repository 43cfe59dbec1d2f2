"""Find the matches that are played at a place, and decide whether its card leads to them.

Each match has a join link. The card leads to a match as long as the match has the same join link as
when the card opened it. If a host replaces the link, the card no longer leads to the match, until a
host switches the card on again. If a rematch follows, the card leads to the rematch, until a host
replaces the join link of the rematch.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from companion import tables
from companion.places.place import Place, PlaceMatch
from companion.tables import Match, State
from companion.tables.models import FormerCode, now
from companion.tables.store import open_session, reading, writing
from companion.tables.trouble import retry_while_unavailable

QUIET = timedelta(hours=3)
"""A match counts as left once nobody has tapped for this long."""
MOST_FOLLOWED = 50
"""How many rematches are followed from the match that was opened by the card."""
MOST_OPENED = 6
"""How many tables one card may open within WHILE."""
WHILE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match that is played at a place, and whether the card of the place leads to the match."""

    state: State
    leads: bool


@dataclass(frozen=True, slots=True)
class CardOfMatch:
    """A place at which a match is played, and whether the card of the place leads to this match."""

    place_id: int
    name: str
    leads: bool


def played_at(place: Place) -> tuple[LiveMatch, ...]:
    """Return the matches that are played at a place now, oldest first.

    A match is no longer played if it is over or nobody has tapped for three hours. A match that has
    rematches is replaced by its newest rematch.
    """
    found = []
    for opened in place.matches:
        played = _played(opened)
        if played is not None:
            found.append(played)
    return tuple(found)


def _played(opened: PlaceMatch) -> LiveMatch | None:
    series = _series(opened.match_id)
    if not series:
        return None
    try:
        state = tables.state(series[-1])
    except (tables.BrokenLog, tables.Gone):
        return None
    if state.log.game.over or state.is_full:
        return None
    last_tap = state.rows[-1].at if state.rows else state.match.created_at
    if now() - last_tap > QUIET:
        return None
    return LiveMatch(state, _leads(opened, series))


@retry_while_unavailable
def _series(match_id: int) -> list[Match]:
    """Return a match and its rematches in order, or [] if the match was deleted."""
    series: list[Match] = []
    following: int | None = match_id
    with reading() as connection, open_session(connection) as session:
        while following is not None and len(series) < MOST_FOLLOWED:
            match = session.get(Match, following)
            if match is None:
                break
            series.append(match)
            following = match.rematch_id
    return series


@retry_while_unavailable
def _leads(opened: PlaceMatch, series: list[Match]) -> bool:
    """Return whether the card of a place leads to the last match of a series.

    `opened` is a match that was opened at the place, `series` this match and its rematches. The
    card does not lead there if a join link of the series was replaced. The join link of the first
    match is compared with the one in `opened`. A rematch with a replaced join link has a former
    code, because the code and the join link of a match are always replaced together.
    """
    if opened.join_token != series[0].join_token:
        return False
    rematches = [match.id for match in series[1:]]
    replaced = select(FormerCode.match_id).where(FormerCode.match_id.in_(rematches)).limit(1)
    with reading() as connection:
        return connection.scalar(replaced) is None


def opens_too_many(place: Place) -> bool:
    """Return whether the card of this place has opened `MOST_OPENED` tables in the last hour."""
    lately = [opened for opened in place.matches if now() - opened.opened_at < WHILE]
    return len(lately) >= MOST_OPENED


@retry_while_unavailable
def move_in(place: Place, match: Match) -> bool:
    """Add this match to those that are played at the place.

    Return False and change nothing if another match was opened there since `place` was looked up,
    or if the place was deleted. Matches that are no longer played are removed, so that a place does
    not get more and more rows.
    """
    left = _left_behind(place)
    with writing() as connection:
        still_there = select(Place.id).where(Place.id == place.id).with_for_update()
        if connection.scalar(still_there) is None:
            return False
        of_place = PlaceMatch.place_id == place.id
        current = set(connection.scalars(select(PlaceMatch.match_id).where(of_place)))
        if current != {opened.match_id for opened in place.matches}:
            return False
        connection.execute(delete(PlaceMatch).where(of_place, PlaceMatch.match_id.in_(left)))
        row = {"place_id": place.id, "match_id": match.id, "join_token": match.join_token}
        connection.execute(insert(PlaceMatch).values(row))
    return True


def _left_behind(place: Place) -> list[int]:
    """Return the ids of matches that are no longer played and were opened before the last hour.

    Matches opened in the last hour (`WHILE`) stay, because `opens_too_many` counts them.
    """
    old = [opened for opened in place.matches if now() - opened.opened_at >= WHILE]
    return [opened.match_id for opened in old if _played(opened) is None]


@retry_while_unavailable
def cards_of(match: Match) -> tuple[CardOfMatch, ...]:
    """Return the places whose card opened this match, or an earlier match of its series.

    Return () if the match has a rematch, because the hosts of the rematch decide about the card.
    """
    if match.rematch_id is not None:
        return ()
    query = (
        select(Place, PlaceMatch)
        .join(PlaceMatch, PlaceMatch.place_id == Place.id)
        .where(PlaceMatch.match_id.in_(_earlier(match)))
        .order_by(Place.created_at, Place.id)
    )
    with reading() as connection, open_session(connection) as session:
        found = [(place, opened) for place, opened in session.execute(query)]
    cards = []
    for place, opened in found:
        series = _series(opened.match_id)
        cards.append(CardOfMatch(place.id, place.name, bool(series) and _leads(opened, series)))
    return tuple(cards)


def _earlier(match: Match) -> list[int]:
    """Return the ids of this match and of the matches before it in its series."""
    ids = [match.id]
    earlier = tables.previous_match(match)
    while earlier is not None and earlier.id not in ids and len(ids) < MOST_FOLLOWED:
        ids.append(earlier.id)
        earlier = tables.previous_match(earlier)
    return ids


@retry_while_unavailable
def let_card_lead(match: Match, place_id: int, *, leads: bool) -> None:
    """Let the card of a place lead to this match, or stop it from leading there if not `leads`.

    Do nothing if the match is not played at the place. Do nothing either if the match has a
    rematch, because then only the hosts of the rematch decide about the card.
    """
    earlier = _earlier(match)
    with writing() as connection, open_session(connection) as session:
        current = session.get(Match, match.id)
        if current is None or current.rematch_id is not None:
            return
        opened = _opened_at(session, place_id, earlier)
        if opened is None:
            return
        values = {"match_id": current.id, "join_token": current.join_token if leads else ""}
        that = PlaceMatch.place_id == place_id, PlaceMatch.match_id == opened.match_id
        session.execute(update(PlaceMatch).where(*that).values(values))


def _opened_at(session: Session, place_id: int, matches: list[int]) -> PlaceMatch | None:
    here = PlaceMatch.place_id == place_id
    query = select(PlaceMatch).where(here, PlaceMatch.match_id.in_(matches))
    return session.scalar(query.order_by(PlaceMatch.opened_at).limit(1))
