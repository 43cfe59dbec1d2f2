"""The rows of a book.

Each belongs to one book and is found by it. None depends on a table, which may be deleted.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from companion.tables import codes
from companion.tables.base import Base
from companion.tables.models import Moment, now


def new_token() -> str:
    """Return the secret of a link. It cannot be mistaken for the code of a table."""
    return codes.new_token("")


def new_revision() -> int:
    """Return a random revision.

    A book that is restored from a backup must never count up to a revision that it had before.
    """
    return secrets.randbits(31)


def _book_id() -> int:
    return secrets.randbits(63)


def _of_book() -> Mapped[int]:
    return mapped_column(ForeignKey("book.id", ondelete="CASCADE"), primary_key=True)


class Book(Base):
    """A book: its three links, its title, and the usual game with its house rules.

    `revision` changes with each change of the book. The link to read shows everything, the link to
    write adds and corrects, the link to keep also removes, replaces links and deletes. `totals` are
    the sums of its matches by game, brought up to date with each of them: no page adds them up.
    `zone` is the name of its time zone, empty for the server's.
    `former` are links it had (`former_links`); `replaced_at` is when the first of them was
    replaced. A book was deleted at `removed_at`, and may be put back.
    """

    __tablename__ = "book"
    __table_args__ = (Index("ix_book_keep_token", "keep_token", unique=True),)

    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, autoincrement=False, default=_book_id
    )
    write_token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    read_token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    title: Mapped[str] = mapped_column(String(60))
    variant: Mapped[str] = mapped_column(String(40), default="")
    seats: Mapped[int] = mapped_column(default=0)
    house: Mapped[str] = mapped_column(Text, default="")
    revision: Mapped[int] = mapped_column(default=0)
    totals: Mapped[str] = mapped_column(Text, default="", deferred=True)
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)
    removed_at: Mapped[datetime | None] = mapped_column(Moment)
    keep_token: Mapped[str] = mapped_column(String(32), default=new_token, server_default="")
    former: Mapped[str] = mapped_column(Text, default="", server_default="")
    replaced_at: Mapped[datetime | None] = mapped_column(Moment)
    zone: Mapped[str] = mapped_column(String(64), default="", server_default="")

    @property
    def house_rules(self) -> dict[str, str]:
        """Return the usual house rules by key."""
        return dict(pair.split("=", 1) for pair in self.house.split())


class Person(Base):
    """A person in a book: a number from 1 that stays, and a name, empty once it was deleted.

    `removed_at` is when the name was removed; until it is deleted it may be put back. `same_as` is
    the number of the person whose spelling this is. A person and all rows that were merged into it
    are removed, and put back, together.
    """

    __tablename__ = "book_person"

    book_id: Mapped[int] = _of_book()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(24))
    removed_at: Mapped[datetime | None] = mapped_column(Moment)
    same_as: Mapped[int] = mapped_column(default=0, server_default="0")


class BookPhone(Base):
    """A phone that has the book on its first page, its role, and perhaps whose phone it is."""

    __tablename__ = "book_phone"
    __table_args__ = (
        Index("ix_book_phone_device", "device"),
        CheckConstraint("role IN ('keep', 'write', 'read')", name="role"),
    )

    book_id: Mapped[int] = _of_book()
    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    role: Mapped[str] = mapped_column(String(8))
    person: Mapped[int] = mapped_column(default=0)
    seen_at: Mapped[datetime] = mapped_column(Moment, default=now)


class BookTable(Base):
    """A table that was opened from a book, and who was to sit where.

    Its match is kept when it is over.
    """

    __tablename__ = "book_table"

    book_id: Mapped[int] = _of_book()
    match_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    people: Mapped[str] = mapped_column(Text)


class BookMatch(Base):
    """A match in a book: its record without names, who sat where, how it ended, what was counted.

    `number` counts the matches from 1 in the order in which they were added; `place` counts them in
    the order in which they were played (0: not known yet). `token` is the link of its own page,
    `match_id` the table it is from (0: from none here). `people` are the numbers of persons by
    seat, 0 for nobody of the book. `sums` are its counts, `ratings` those of its players after it.
    `stake` is what they played for, `settled_at` when that was settled. `version` is how many taps
    its table had, `identity` the fingerprint of what was played, `hands` the lines of its hands for
    a spreadsheet. `dealer` is the seat that dealt first, `counting` the way in which it was counted
    (`counting.COUNTING`). It was removed at `removed_at`, and may be put back.
    """

    __tablename__ = "book_match"
    __table_args__ = (Index("ix_book_match_match", "match_id"),)

    book_id: Mapped[int] = _of_book()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    place: Mapped[int] = mapped_column(default=0)
    token: Mapped[str] = mapped_column(String(32), unique=True, default=new_token)
    match_id: Mapped[int] = mapped_column(BigInteger, default=0)
    variant: Mapped[str] = mapped_column(String(40))
    record: Mapped[str] = mapped_column(Text)
    people: Mapped[str] = mapped_column(Text)
    sides: Mapped[int]
    winner: Mapped[int | None]
    score: Mapped[str] = mapped_column(String(80))
    games: Mapped[str] = mapped_column(String(40))
    sums: Mapped[str] = mapped_column(Text)
    ratings: Mapped[str] = mapped_column(Text, default="{}")
    stake: Mapped[str] = mapped_column(String(40), default="")
    settled_at: Mapped[datetime | None] = mapped_column(Moment)
    played_at: Mapped[datetime] = mapped_column(Moment)
    kept_at: Mapped[datetime] = mapped_column(Moment, default=now)
    removed_at: Mapped[datetime | None] = mapped_column(Moment)
    version: Mapped[int] = mapped_column(default=0, server_default="0")
    identity: Mapped[str] = mapped_column(String(64), default="", server_default="")
    hands: Mapped[str] = mapped_column(Text, default="", server_default="", deferred=True)
    dealer: Mapped[int] = mapped_column(default=0, server_default="0")
    counting: Mapped[int] = mapped_column(default=0, server_default="0")

    @property
    def seated(self) -> tuple[int, ...]:
        """Return the numbers of persons by seat."""
        return tuple(map(int, self.people.split()))

    @property
    def result(self) -> str:
        """Return the result as one text to sign (`result_text`)."""
        return result_text(self.score, self.games, self.winner)


def result_text(score: str, games: str, winner: int | None) -> str:
    """Return a result as one text: the score, the games, and the side that won.

    Games are "-" if one game makes a match, the side is "-" if nobody won.
    """
    return " ".join((score, games or "-", "-" if winner is None else str(winner)))


class Signature(Base):
    """A side's agreement to a result: the result it signed, and who signed on which phone."""

    __tablename__ = "book_signature"

    book_id: Mapped[int] = _of_book()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    side: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    result: Mapped[str] = mapped_column(String(124))
    person: Mapped[int] = mapped_column(default=0)
    device: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Moment, default=now)


class Change(Base):
    """A change of a match of the book: its result or who sat where, before and after, by whom."""

    __tablename__ = "book_change"

    book_id: Mapped[int] = _of_book()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    what: Mapped[str] = mapped_column(String(8))
    before: Mapped[str] = mapped_column(String(124))
    after: Mapped[str] = mapped_column(String(124))
    person: Mapped[int] = mapped_column(default=0)
    at: Mapped[datetime] = mapped_column(Moment, default=now)
