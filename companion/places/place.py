"""Store the places: their names, their two links, and the matches that were opened there."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, String, select, update
from sqlalchemy import delete as deletion
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column, relationship

from companion.engine import Impossible
from companion.tables import codes
from companion.tables.base import Base
from companion.tables.models import Moment, now
from companion.tables.names import one_line
from companion.tables.store import open_session, reading, writing
from companion.tables.trouble import retry_while_unavailable

LONGEST_NAME = 40  # characters


def _place_id() -> int:
    return secrets.randbits(63)


def new_token() -> str:
    """Return a new secret for the link of a place or of a wall."""
    return codes.new_token("")


class Place(Base):
    """A table of a bar, with two links.

    * `token` is the token of the link on the card.
    * `keep_token` is the token of the managing link.
    * `device` is the id of the phone that opened the place.
    * `matches` are the matches that were opened by the card, the oldest first (see `playing`).
    """

    __tablename__ = "place"
    __table_args__ = (Index("ix_place_device", "device"),)

    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, autoincrement=False, default=_place_id
    )
    token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    keep_token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    device: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)
    matches: Mapped[list[PlaceMatch]] = relationship(
        lazy="selectin", order_by="PlaceMatch.opened_at, PlaceMatch.match_id", viewonly=True
    )


class PlaceMatch(Base):
    """A match that was opened by the card of a place.

    `join_token` is the token of the join link to which the card leads. If a host replaces this
    link, the card no longer leads to the match. `join_token` is empty if a host has switched the
    card off. `match_id` is not a foreign key, because the match may be deleted or in another
    database.
    """

    __tablename__ = "place_match"
    __table_args__ = (Index("ix_place_match_match", "match_id"),)

    place_id: Mapped[int] = mapped_column(
        ForeignKey("place.id", ondelete="CASCADE"), primary_key=True
    )
    match_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    join_token: Mapped[str] = mapped_column(String(32))
    opened_at: Mapped[datetime] = mapped_column(Moment, default=now)


class PlaceWall(Base):
    """The wall of all places that were opened by one phone: its link, and its title."""

    __tablename__ = "place_wall"

    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    title: Mapped[str] = mapped_column(String(LONGEST_NAME))
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)


@retry_while_unavailable
def open_place(name: str, device: str) -> Place:
    """Open a place for this phone.

    Raises ValueError, with a message for the user, if the text cannot be a name.
    """
    place = Place(name=checked_name(name), device=device)
    with writing() as connection, open_session(connection) as session:
        session.add(place)
        session.flush()
    return place


def checked_name(name: str) -> str:
    """Return the name of a place in one line. Raises ValueError if the text cannot be a name."""
    name = one_line(name)
    if not name:
        raise Impossible("A place needs a name.")
    if len(name) > LONGEST_NAME:
        raise Impossible(
            "The name of a place can have at most %(longest)s characters.", longest=LONGEST_NAME
        )
    return name


def by_token(token: str) -> Place | None:
    """Return the place whose card has this token, or None."""
    return _found(Place.token, token)


def by_keep_token(token: str) -> Place | None:
    """Return the place whose managing link has this token, or None."""
    return _found(Place.keep_token, token)


@retry_while_unavailable
def _found(column: InstrumentedAttribute[str], token: str) -> Place | None:
    if not codes.is_token(token):
        return None
    with reading() as connection, open_session(connection) as session:
        return session.scalar(select(Place).where(column == token))


@retry_while_unavailable
def of_phone(device: str, most: int) -> tuple[Place, ...]:
    """Return the places that this phone has opened, the newest first, at most `most`."""
    query = (
        select(Place).where(Place.device == device).order_by(Place.created_at.desc()).limit(most)
    )
    with reading() as connection, open_session(connection) as session:
        return tuple(session.scalars(query).all())


@retry_while_unavailable
def existing(ids: Iterable[int]) -> set[int]:
    """Return which of these ids are ids of places."""
    with reading() as connection:
        return set(connection.scalars(select(Place.id).where(Place.id.in_(set(ids)))))


def rename(place: Place, name: str) -> None:
    """Give the place another name.

    Raises ValueError, with a message for the user, if the text cannot be a name.
    """
    _change(place, name=checked_name(name))


def replace_code(place: Place) -> None:
    """Give the card of a place another token. The old card no longer works. Matches go on."""
    _change(place, token=new_token())


@retry_while_unavailable
def _change(place: Place, **values: str) -> None:
    with writing() as connection:
        connection.execute(update(Place).where(Place.id == place.id).values(values))


@retry_while_unavailable
def delete(place: Place) -> None:
    """Delete the place for good; the tables that were opened there stay."""
    with writing() as connection:
        connection.execute(deletion(Place).where(Place.id == place.id))
