"""The database rows of books: people, phones, tables, matches, signatures and changes.

Every row belongs to one book. No row needs the row of a table, because tables are deleted.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from companion.tables import codes
from companion.tables.base import Base
from companion.tables.models import Moment, now

LEFT_OUT = "-"  # instead of people: the match of the table was deleted from the book


def new_token() -> str:
    """Return a new secret for a link, which cannot be mistaken for the code of a table."""
    return codes.new_token("")


def new_revision() -> int:
    """Return a random revision.

    If revisions were counted up, a book restored from a backup would use the same numbers again.
    """
    return secrets.randbits(31)


def _book_id() -> int:
    return secrets.randbits(63)


def _of_book() -> Mapped[int]:
    return mapped_column(ForeignKey("book.id", ondelete="CASCADE"), primary_key=True)


class Book(Base):
    """A book: its three links, its title, and the usual game with its house rules.

    * `revision`: changes with each change of the book.
    * `read_token`, `write_token` and `keep_token`: the tokens of the links for readers, editors and
      managers.
    * `totals`: the sums of the matches by game, stored so that no page has to add them up; empty
      while they are outdated.
    * `zone`: the name of the time zone, empty for the server's.
    * `former`: the links that were replaced (`former_links`); `replaced_at`: when the first of
      these was replaced.
    * `removed_at`: when the book was deleted. Until it is deleted for good it may be put back.
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
        """Return the house rules of the book's usual game, by their names, such as "best_of"."""
        return dict(pair.split("=", 1) for pair in self.house.split())


class Person(Base):
    """A person in a book: a number from 1 that never changes, and a name.

    `removed_at` is when the name was removed. The name may then be put back for some days, and
    becomes empty when it is deleted for good. `same_as` is the number of the person into whom this
    person was merged, 0 if they were not merged. A person and all people who were merged into them
    are removed together, and put back together.
    """

    __tablename__ = "book_person"

    book_id: Mapped[int] = _of_book()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(24))
    removed_at: Mapped[datetime | None] = mapped_column(Moment)
    same_as: Mapped[int] = mapped_column(default=0, server_default="0")


class BookPhone(Base):
    """A phone whose first page shows a book: its role in the book, and the number of its person."""

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
    """A table that was opened from a book, or a rematch of such a table.

    `people` says who was to sit where: numbers of persons by seat, empty for a rematch. The match
    of the table is added to the book when the match is over. If the match was then deleted from the
    book for good, `people` is LEFT_OUT, so that the match is not added again.
    """

    __tablename__ = "book_table"

    book_id: Mapped[int] = _of_book()
    match_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    people: Mapped[str] = mapped_column(Text)


class BookMatch(Base):
    """A match in a book: its record without names, who sat where, how it ended, what was counted.

    * `number`: 1 for the match that was added to the book first, 2 for the next, and so on.
    * `place`: 1 for the match that was played first, 2 for the next, and so on; 0 if the order of
      play is not known yet.
    * `token`: the secret in the link of the match's page.
    * `match_id`: the id of its table, 0 if it was not played at a table of this server.
    * `people`: the numbers of persons by seat, 0 for nobody of the book.
    * `dealer`: the seat that dealt first.
    * `sums`: the counts of the match; `counting`: the version of these counts
      (`counting.COUNTING`).
    * `ratings`: the ratings of its players after the match.
    * `stake`: what its players played for; `settled_at`: when the stake was settled.
    * `version`: how many taps the table had when the match was kept.
    * `identity`: the fingerprint of what was played.
    * `hands`: the lines for a spreadsheet (`hand_lines`).
    * `removed_at`: when the match was removed. It may be put back.
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
        """Return the numbers of persons by seat, 0 for nobody of the book."""
        return tuple(map(int, self.people.split()))

    @property
    def result(self) -> str:
        """Return the result as one text, which sides sign (`result_text`)."""
        return result_text(self.score, self.games, self.winner)


def result_text(score: str, games: str, winner: int | None) -> str:
    """Return a result as one text: the score, the games, and the side that won.

    `12-2 - 0` means that side 0 won the match with this score. The second part is "-" if a match
    has one game only, and otherwise has the games that each side won. The third part is "-" if
    nobody won.
    """
    return " ".join((score, games or "-", "-" if winner is None else str(winner)))


class Signature(Base):
    """A side's agreement to a result: the result as text, and who signed it on which phone.

    `person` is 0 and `device` is empty if the side agreed at the table.
    """

    __tablename__ = "book_signature"

    book_id: Mapped[int] = _of_book()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    side: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    result: Mapped[str] = mapped_column(String(124))
    person: Mapped[int] = mapped_column(default=0)
    device: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Moment, default=now)


class Change(Base):
    """A change of a kept match: of its result (`what` is "result") or of who sat where ("people").

    It has the values before and after the change, and the number of the person who made the change
    (0 if nobody knows who it was).
    """

    __tablename__ = "book_change"

    book_id: Mapped[int] = _of_book()
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    what: Mapped[str] = mapped_column(String(8))
    before: Mapped[str] = mapped_column(String(124))
    after: Mapped[str] = mapped_column(String(124))
    person: Mapped[int] = mapped_column(default=0)
    at: Mapped[datetime] = mapped_column(Moment, default=now)
