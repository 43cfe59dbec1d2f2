"""A table of a bar as a row: its name, its two links, and the match that was opened there last."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from sqlalchemy import BigInteger, Index, String, select, update
from sqlalchemy import delete as deletion
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from companion import tables
from companion.engine import Impossible
from companion.tables import Match, State, codes
from companion.tables.base import Base
from companion.tables.models import Moment, now
from companion.tables.names import one_line
from companion.tables.store import objects, reading, writing
from companion.tables.trouble import patient

LONGEST_NAME = 40  # characters
QUIET = timedelta(hours=3)  # without a tap: whoever played there has gone
MOST_FOLLOWED = 50  # matches from the one that was opened there to the last one of the same people


def _place_id() -> int:
    return secrets.randbits(63)


def new_token() -> str:
    """A secret for a link to a place, which begins like no table's code."""
    return codes.new_token("")


class Place(Base):
    """A table of a bar: `token` is in the code on its card, `keep_token` in the link of whoever looks after it.

    `device` is the phone that opened it. `match_id` is the match that was opened there last: no foreign key, it may be
    deleted or live on another database.
    """

    __tablename__ = "place"
    __table_args__ = (Index("ix_place_device", "device"),)

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False, default=_place_id)
    token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    keep_token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    device: Mapped[str] = mapped_column(String(64))
    match_id: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)


@patient
def open_place(name: str, device: str) -> Place:
    """A new place, looked after by this phone; ValueError, a sentence, for a name that cannot be one."""
    place = Place(name=_checked(name), device=device)
    with writing() as connection, objects(connection) as session:
        session.add(place)
        session.flush()
    return place


def _checked(name: str) -> str:
    name = one_line(name)
    if not name:
        raise Impossible("A place needs a name.")
    if len(name) > LONGEST_NAME:
        raise Impossible("The name of a place can have at most %(longest)s characters.", longest=LONGEST_NAME)
    return name


def by_token(token: str) -> Place | None:
    """The place whose card this token is on."""
    return _found(Place.token, token)


def by_keep_token(token: str) -> Place | None:
    """The place that may be looked after by this token."""
    return _found(Place.keep_token, token)


@patient
def _found(column: InstrumentedAttribute[str], token: str) -> Place | None:
    if not codes.is_token(token):
        return None
    with reading() as connection, objects(connection) as session:
        return session.scalar(select(Place).where(column == token))


@patient
def of_phone(device: str, most: int) -> tuple[Place, ...]:
    """Those this phone has opened, the newest first."""
    query = select(Place).where(Place.device == device).order_by(Place.created_at.desc()).limit(most)
    with reading() as connection, objects(connection) as session:
        return tuple(session.scalars(query).all())


def played_at(place: Place) -> State | None:
    """The match that goes on there: the last one of the people who came, unless it is over or hours without a tap."""
    match = _last_match(place)
    if match is None:
        return None
    try:
        state = tables.state(match)
    except (tables.BrokenLog, tables.Gone):
        return None
    since = state.rows[-1].at if state.rows else match.created_at
    return None if state.line.game.over or state.full or now() - since > QUIET else state


@patient
def _last_match(place: Place) -> Match | None:
    """The match that was opened there, or its last rematch."""
    with reading() as connection, objects(connection) as session:
        found, following = None, place.match_id
        for _ in range(MOST_FOLLOWED):
            later = None if following is None else session.get(Match, following)
            if later is None:
                break
            found, following = later, later.rematch_id
        return found


@patient
def move_in(place: Place, match: Match) -> bool:
    """A match begins there; False, and nothing is changed, where another one began since the place was looked up."""
    before = Place.match_id.is_(None) if place.match_id is None else Place.match_id == place.match_id
    with writing() as connection:
        return (
            connection.execute(update(Place).where(Place.id == place.id, before).values(match_id=match.id)).rowcount
            == 1
        )


def rename(place: Place, name: str) -> None:
    """Another name; ValueError, a sentence."""
    _change(place, name=_checked(name))


def replace_code(place: Place) -> None:
    """Another token: the old card leads nowhere, and what is played there goes on."""
    _change(place, token=new_token())


@patient
def _change(place: Place, **values: str) -> None:
    with writing() as connection:
        connection.execute(update(Place).where(Place.id == place.id).values(values))


@patient
def delete(place: Place) -> None:
    """Take it away for good; the tables that were opened there stay."""
    with writing() as connection:
        connection.execute(deletion(Place).where(Place.id == place.id))
