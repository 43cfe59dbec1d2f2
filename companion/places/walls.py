"""The wall of a bar: a television shows the matches at all places of one phone."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from companion.engine import Impossible
from companion.places.place import LONGEST_NAME, Place, PlaceWall, checked_name, of_phone
from companion.places.playing import LiveMatch, played_at
from companion.tables.store import open_session, reading, writing
from companion.tables.trouble import retry_while_unavailable

MOST_PLACES = 64  # places that a wall shows
__all__ = [
    "LONGEST_NAME",
    "MOST_PLACES",
    "AtPlace",
    "close_wall",
    "open_wall",
    "shown_at",
    "wall_by_token",
    "wall_of_phone",
]


@dataclass(frozen=True, slots=True)
class AtPlace:
    """A place, and the match that is played there, or None."""

    place: Place
    live: LiveMatch | None


@retry_while_unavailable
def open_wall(title: str, device: str) -> PlaceWall:
    """Make the wall of all places that this phone opened, or give the wall another title.

    Raises ValueError, with a message for the user, if the text cannot be a title, or the phone has
    no places.
    """
    title = checked_name(title)
    if not of_phone(device, 1):
        raise Impossible("Make the card of a place first.")
    try:
        return _write_wall(title, device)
    except IntegrityError:
        # Another page of this phone was quicker: now there is a row.
        return _write_wall(title, device)


def _write_wall(title: str, device: str) -> PlaceWall:
    with writing() as connection, open_session(connection) as session:
        wall = session.get(PlaceWall, device)
        if wall is None:
            wall = PlaceWall(device=device, title=title)
            session.add(wall)
        wall.title = title
        session.flush()
        session.refresh(wall)
    return wall


@retry_while_unavailable
def wall_of_phone(device: str) -> PlaceWall | None:
    """Return the wall of this phone's places, or None if the phone has not made a wall."""
    if not device:
        return None
    with reading() as connection, open_session(connection) as session:
        return session.get(PlaceWall, device)


@retry_while_unavailable
def wall_by_token(token: str) -> PlaceWall | None:
    """Return the wall whose link has this token, or None."""
    with reading() as connection, open_session(connection) as session:
        return session.scalar(select(PlaceWall).where(PlaceWall.token == token))


@retry_while_unavailable
def close_wall(device: str) -> None:
    """Delete the wall of this phone. The link of the wall no longer works."""
    with writing() as connection:
        connection.execute(delete(PlaceWall).where(PlaceWall.device == device))


def shown_at(wall: PlaceWall) -> list[AtPlace]:
    """Return all places of a wall, the oldest first, each with the match that is played there.

    A place with several matches is in the list once for each match. A match is left out if the card
    of its place does not lead to it, or if joining is closed. A place without a match has None.
    """
    shown = list[AtPlace]()
    for place in reversed(of_phone(wall.device, MOST_PLACES)):
        played = [live for live in played_at(place) if live.leads and not live.state.match.locked]
        for live in played:
            shown.append(AtPlace(place, live))
        if not played:
            shown.append(AtPlace(place, None))
    return shown
