"""List what was removed from a book, put it back, and delete it for good after some days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import and_, or_, select, update
from sqlalchemy import delete as deletion
from sqlalchemy.orm import Session

from companion.book.books import ROLES, changing, token_of
from companion.book.errors import UNKNOWN_LINK, UNKNOWN_MATCH, UNKNOWN_PERSON, Unknown
from companion.book.former_links import former_links, set_former_links
from companion.book.models import (
    LEFT_OUT,
    Book,
    BookMatch,
    BookPhone,
    BookTable,
    Change,
    Person,
    Signature,
)
from companion.book.persons import restore_name
from companion.book.totals import invalidate_totals, rebuild_totals
from companion.tables import run_in_steps
from companion.tables.models import now
from companion.tables.store import open_session, reading, writing
from companion.tables.trouble import retry_while_unavailable

DAYS = 7  # how many days a removal can be undone
# What is said if something cannot be put back, by the kind of TakenOut.
UNKNOWN = {"person": UNKNOWN_PERSON, "match": UNKNOWN_MATCH, "links": UNKNOWN_LINK}

Kind = Literal["person", "match", "links", "merged"]


@dataclass(frozen=True, slots=True)
class TakenOut:
    """A name, match or link that may be put back, or a merge that may be undone.

    `number` is the number of the person or match; for a link it is the index of its role in
    `ROLES`. `text` is the name of the person or the role of the link. `match` is the removed match.
    """

    kind: Kind
    number: int
    text: str = ""
    match: BookMatch | None = None


@retry_while_unavailable
def taken_out(book: Book) -> tuple[TakenOut, ...]:
    """Return what can be undone in the book.

    These are the people, matches and links that were removed in the last DAYS days, and all merges.
    """
    with reading() as connection, open_session(connection) as session:
        return tuple(_listed(session, book))


def _listed(session: Session, book: Book) -> Iterator[TakenOut]:
    since = now() - timedelta(days=DAYS)
    people = select(Person).where(Person.book_id == book.id).order_by(Person.number)
    for row in session.scalars(people):
        if row.removed_at is None:
            if row.same_as and row.name:
                yield TakenOut("merged", row.number, row.name)
        elif row.removed_at >= since and not row.same_as:
            # Merged people are not listed: they come back with the person they were merged into.
            yield TakenOut("person", row.number, row.name)
    matches = select(BookMatch).where(BookMatch.book_id == book.id, BookMatch.removed_at >= since)
    for kept in session.scalars(matches):
        yield TakenOut("match", kept.number, match=kept)
    for link in former_links(session.get_one(Book, book.id)):
        if link.replaced_at >= since:
            yield TakenOut("links", list[str](ROLES).index(link.role), link.role)


def put_back(book: Book, kind: str, number: int) -> None:
    """Put back a name, match or link that was removed.

    `kind` and `number` are those of `TakenOut`. Raises Unknown if nothing with this kind and number
    was removed in the last DAYS days. Raises Impossible if somebody else has the name now.
    """
    _put_back(book, kind, number)
    rebuild_totals(book)


@retry_while_unavailable
def _put_back(book: Book, kind: str, number: int) -> None:
    with changing(book) as (session, current):
        listed = {(one.kind, one.number) for one in _listed(session, current)}
        if kind not in UNKNOWN or (kind, number) not in listed:
            raise Unknown(UNKNOWN.get(kind, UNKNOWN_PERSON))
        if kind == "person":
            restore_name(session, current, number)
        elif kind == "match":
            kept = session.get_one(BookMatch, (book.id, number))
            kept.removed_at = None
            kept.place = 0
            invalidate_totals(current)
        else:
            _put_back_link(current, ROLES[number])


def _put_back_link(book: Book, role: str) -> None:
    links = former_links(book)
    link = next(link for link in links if link.role == role)
    setattr(book, f"{role}_token", link.token)
    set_former_links(book, [other for other in links if other is not link])


@retry_while_unavailable
def deleted_books(device: str) -> tuple[tuple[str, str], ...]:
    """Return the deleted books that this phone may put back.

    Each book is given as the token of its managing link and its title.
    """
    query = select(Book).join(BookPhone, BookPhone.book_id == Book.id)
    query = query.where(
        BookPhone.device == device,
        BookPhone.role == "keep",
        Book.removed_at >= now() - timedelta(days=DAYS),
    )
    with reading() as connection, open_session(connection) as session:
        return tuple((token_of(book, "keep"), book.title) for book in session.scalars(query))


@retry_while_unavailable
def put_back_book(token: str, device: str) -> bool:
    """Put back the deleted book whose managing link has this token, and return True.

    Return False, and change nothing, if this phone may not put the book back.
    """
    if token not in dict(deleted_books(device)):
        return False
    with writing() as connection:
        connection.execute(update(Book).where(Book.keep_token == token).values(removed_at=None))
    return True


def forget_taken_out(moment: datetime | None = None) -> None:
    """Delete for good everything that was removed from any book more than DAYS days ago.

    The days are counted back from `moment`, by default the present time.
    """
    limit = (moment or now()) - timedelta(days=DAYS)
    run_in_steps(_forgotten(book_id, limit) for book_id in _with_old(limit))


@retry_while_unavailable
def _with_old(limit: datetime) -> tuple[int, ...]:
    old = [select(row.book_id).where(row.removed_at < limit) for row in (Person, BookMatch)]
    query = select(Book.id).where(
        or_(Book.removed_at < limit, Book.replaced_at < limit, *map(Book.id.in_, old))
    )
    with reading() as connection:
        return tuple(connection.scalars(query))


@retry_while_unavailable
def _forgotten(book_id: int, limit: datetime) -> None:
    with writing() as connection, open_session(connection) as session:
        session.execute(deletion(Book).where(Book.id == book_id, Book.removed_at < limit))
        book = session.get(Book, book_id)
        if book is None:
            return
        set_former_links(book, [link for link in former_links(book) if link.replaced_at >= limit])
        names = and_(Person.book_id == book_id, Person.removed_at < limit)
        session.execute(update(Person).where(names).values(name="", removed_at=None))
        matches = select(BookMatch).where(
            BookMatch.book_id == book_id, BookMatch.removed_at < limit
        )
        for kept in session.scalars(matches).all():
            # Without the row, a rematch would be noted and added again (`gathering`).
            opened = and_(BookTable.book_id == book_id, BookTable.match_id == kept.match_id)
            session.execute(update(BookTable).where(opened).values(people=LEFT_OUT))
            for model in (Signature, Change, BookMatch):
                session.execute(
                    deletion(model).where(model.book_id == book_id, model.number == kept.number)
                )
