"""Define the database tables for matches, their seats, phones, taps and agreements.

Each row belongs to one match and is found by the id of the match. So matches could be spread over
many databases.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Literal, get_args

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

from companion.tables import codes, names
from companion.tables.base import Base

LONGEST_TAP = 40  # characters
LONGEST_KEY = 64

LinkKind = Literal["host", "player", "watch", "tv"]
"""What a link lets a phone be at a table."""
Joined = Literal["host", "player"]
"""The role in which a phone is let in to play."""
MemberRole = Literal["player", "watch", "tv", "removed"]
"""The role that is stored for a phone at a table."""
HostKind = Literal["", "acting", "full"]
"""Whether a phone is host: "" if not, "acting" for a host by request, "full" for a full host."""
Role = Literal[MemberRole, "stranger"]
"""The role of a phone at a table: the stored role, or "stranger" if no role is stored for it."""


def now() -> datetime:
    """Return the current time, in UTC."""
    return datetime.now(UTC)


class Moment(TypeDecorator[datetime]):
    """The type of a column that holds a time.

    A time is read back in UTC, even if the database does not store the zone or converts the time to
    its own zone.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Return the stored time in UTC, with its zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _match_id() -> int:
    return secrets.randbits(63)


def _of_match() -> Mapped[int]:
    return mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)


# On SQLite the column still has the length of the first release. SQLite does not enforce a length.
_CODE = String(16).with_variant(String(8), "sqlite")


def _token(context: DefaultExecutionContext) -> str:
    """Return a new token for the match that is being written to the database.

    The token begins with the first characters of the `code` of this match (see `codes.route`).
    """
    columns = context.get_current_parameters()  # type: ignore[no-untyped-call]
    return codes.new_token(columns["code"])


class Match(Base):
    """A match as it was opened, with its code, its links, and the number of changes since.

    * `house`: its house rules as text, `key=value key=value`.
    * `score` and `games`: the points and the won games with which it began, "" if it began with
      none.
    * `stake`: what the match is played for, such as "the coffees", or "".
    * `locked`: true while joining is closed.
    * `revision`: how often its people, names and links changed.
    * `rematch_id`: the match that the same people played after this one.
    * `former_id`: a match played before this one. The hosts of that match become hosts here when
      they join.
    * `former_revision`: the revision of that match when this one began. Anyone who became host
      there later does not become host here.
    * `replaced`: the kinds of links that were replaced here. If a link of an earlier match has one
      of these kinds, it does not lead here.
    * `sitting_out`: the people of earlier matches who have no seat here, as JSON (see `rematch`).

    The matches that follow and precede this one may be in another database, so their ids are not
    foreign keys.
    """

    __tablename__ = "match"
    __table_args__ = (Index("ix_match_tv_token", "tv_token", unique=True),)

    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, autoincrement=False, default=_match_id
    )
    code: Mapped[str] = mapped_column(_CODE, unique=True, default=codes.new_code)
    host_token: Mapped[str] = mapped_column(String(32), unique=True, default=_token)
    join_token: Mapped[str] = mapped_column(String(32), unique=True, default=_token)
    watch_token: Mapped[str] = mapped_column(String(32), unique=True, default=_token)
    tv_token: Mapped[str] = mapped_column(String(32), default=_token, server_default="")
    variant: Mapped[str] = mapped_column(String(40))
    seats: Mapped[int]
    house: Mapped[str] = mapped_column(Text)
    dealer: Mapped[int]
    score: Mapped[str] = mapped_column(String(80))
    games: Mapped[str] = mapped_column(String(40))
    stake: Mapped[str] = mapped_column(String(names.LONGEST_STAKE), default="", server_default="")
    locked: Mapped[bool] = mapped_column(default=False)
    revision: Mapped[int] = mapped_column(default=0)
    rematch_id: Mapped[int | None] = mapped_column(BigInteger)
    former_id: Mapped[int | None] = mapped_column(BigInteger)
    former_revision: Mapped[int] = mapped_column(default=0, server_default="0")
    replaced: Mapped[str] = mapped_column(String(40), default="", server_default="")
    sitting_out: Mapped[str] = mapped_column(Text, default="", server_default="")
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)

    @property
    def house_rules(self) -> dict[str, str]:
        """Return the value of every house rule of this match, by its key."""
        return dict(pair.split("=", 1) for pair in self.house.split())


class Seat(Base):
    """A seat of a match, and the name of the player in it."""

    __tablename__ = "seat"

    match_id: Mapped[int] = _of_match()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(names.LONGEST))


class Member(Base):
    """A phone at a table, with its role and its seat. They decide what the phone may do there.

    * `device`: the id of the phone, from its cookie.
    * `role`: "player" if the phone was let in to play, with or without a seat. No link lets in a
      phone that is "removed". A phone that is "watch" or "tv" can see the table by its link; it has
      a row only so that hosts see it in the list of phones.
    * `lost_seat`: the seat that another phone or a host has taken from this phone, None after this
      phone has sat down again.
    * `host`: whether a player is also a host, and of which kind.
    * `host_order`: 0 if the phone is not host. A host with a lower number became host earlier.
    """

    __tablename__ = "member"
    __table_args__ = (
        UniqueConstraint("match_id", "seat"),
        Index("ix_member_device", "device"),
        CheckConstraint(f"role IN {get_args(MemberRole)}", name="role"),
        CheckConstraint(
            f"host IN {get_args(HostKind)} AND (host = '' OR role = 'player')", name="host"
        ),
    )

    match_id: Mapped[int] = _of_match()
    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    role: Mapped[MemberRole] = mapped_column(String(8))
    seat: Mapped[int | None]
    lost_seat: Mapped[int | None]
    host: Mapped[HostKind] = mapped_column(String(8), default="", server_default="")
    host_order: Mapped[int] = mapped_column(default=0, server_default="0")
    joined_at: Mapped[datetime] = mapped_column(Moment, default=now)
    seen_at: Mapped[datetime] = mapped_column(Moment, default=now)


class FormerCode(Base):
    """An old code of a match, which was replaced by a new code.

    Phones that were let in to play may have missed the new code. So they still find the match by
    the old code. No other phone does.
    """

    __tablename__ = "former_code"
    __table_args__ = (Index("ix_former_code_match", "match_id"),)

    code: Mapped[str] = mapped_column(String(16), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    replaced_at: Mapped[datetime] = mapped_column(Moment, default=now)


class TapRow(Base):
    """A row of the log: a tap, and the phone that recorded it.

    `score` and `events_json` are the score and the events after the tap, as they were shown then.
    They stay the same even if a later release reads the tap differently. A row is never changed,
    and it is deleted only with its match.
    """

    __tablename__ = "tap"
    __table_args__ = (UniqueConstraint("match_id", "key"),)

    match_id: Mapped[int] = _of_match()
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[str] = mapped_column(String(LONGEST_KEY))
    text: Mapped[str] = mapped_column(String(LONGEST_TAP))
    device: Mapped[str] = mapped_column(String(64))
    seat: Mapped[int | None]
    at: Mapped[datetime] = mapped_column(Moment, default=now)
    score: Mapped[str] = mapped_column(String(80))
    events_json: Mapped[str] = mapped_column(Text)


class Agreement(Base):
    """The agreement of a side to the score after row `seq` of the log. This row ended a hand.

    The phone `device` recorded the agreement for the side.
    """

    __tablename__ = "agreement"

    match_id: Mapped[int] = _of_match()
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    side: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    device: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Moment, default=now)
