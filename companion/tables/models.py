"""Define the rows of the database.

Each row belongs to one match and is found by the id of the match, so that matches can be spread
over many databases.
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
    """A column for a time in UTC.

    Times are read back in UTC even if the database drops the zone, or answers in its own zone.
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
    """Return a token for the row that is being written. The row must have its `code` already."""
    columns = context.get_current_parameters()  # type: ignore[no-untyped-call]
    return codes.new_token(columns["code"])


class Match(Base):
    """A match as it was opened, with its code and links, and a count of changes.

    * `house`: its house rules as text.
    * `score` and `games`: the points and the won games with which it began, "" if it began with
      none.
    * `stake`: what the match is played for, such as "the coffees", or "".
    * `locked`: true while joining is closed.
    * `revision`: how often its people, names and links changed.
    * `rematch_id`: the match that the same people played after this one.
    * `former_id`: a match played before this one; its hosts become hosts here when they join.
    * `former_revision`: the revision of the former match when this one began. Anyone who became
      host there later does not become host here.
    * `replaced`: the kinds of links that were replaced here. Links of these kinds that earlier
      matches have do not lead here.
    * `sitting_out`: the people of earlier matches who have no seat here, as text (`rematch` writes
      it).

    The matches that follow and precede this one may be in another database, so their ids are no
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
    """A phone at the table and its role: this row decides who is in and who may tap.

    The cookie only names the phone. A phone of role `player` was let in to play, with or without a
    seat. Phones of the roles `watch` and `tv` have a link that only shows the table; their rows
    exist only so that the host sees them. No link lets in a phone of role `removed`.

    `host` says whether a player is a host as well, fully or by request. The lower `host_order` is,
    the earlier the phone became host; it is 0 for phones that are not host. `lost_seat` is the seat
    that another phone or the host has taken from this phone, until this phone sits down again.
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
    """A code that the match had before it was replaced.

    Only phones that play in the match still find it by this code, because they may have missed the
    new one.
    """

    __tablename__ = "former_code"
    __table_args__ = (Index("ix_former_code_match", "match_id"),)

    code: Mapped[str] = mapped_column(String(16), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    replaced_at: Mapped[datetime] = mapped_column(Moment, default=now)


class TapRow(Base):
    """One row of the log: the tap, who recorded it when, and the score and events after it.

    A row is never changed, and deleted only with its match. `score` and `events_json` are what was
    shown at that time, even if a later release reads the tap differently (see `match_state`).
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
    """A side's agreement to the score after row `seq` of the log, which ended a hand.

    The phone `device` recorded it for that side.
    """

    __tablename__ = "agreement"

    match_id: Mapped[int] = _of_match()
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    side: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    device: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Moment, default=now)
