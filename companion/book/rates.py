"""What is reckoned when a match is kept, so that no page has to: the totals of its book, and the ratings after it.

A match added at the end is reckoned at once, within the same write. Where something in the middle changed, the book has
no totals until everything was reckoned anew: outside of that write, bit by bit, while everybody else is answered.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from threading import Lock
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.orm import Session

from companion.book import rating
from companion.book.models import Book, Kept, new_revision
from companion.book.rating import Rating, Result
from companion.book.sums import Sums, Totals
from companion.tables import unhurried
from companion.tables.store import reading, writing
from companion.tables.trouble import patient

AT_ONCE = 50  # matches read or written before others have their turn: a few thousandths of a second
_COLUMNS = (
    *(Kept.number, Kept.people, Kept.sides, Kept.winner, Kept.ratings, Kept.place, Kept.played_at, Kept.record),
    Kept.sums,
)
_one = Lock()  # two at once would only do the same


def begin_again(book: Book, kept: Kept | None = None) -> None:
    """Something in the middle has changed: what was reckoned of the book holds no longer, until `reckon` is done.

    A match that is still there, but not as it was, loses its place: all before it keep their ratings.
    """
    book.totals = ""
    if kept is not None:
        kept.place = 0


def reckon_last(session: Session, book: Book, kept: Kept) -> None:
    """A match that was just added; one from earlier than others means to begin anew."""
    others = Kept.book_id == book.id, Kept.number != kept.number
    newest = session.scalar(select(func.max(Kept.played_at)).where(*others))
    if newest is not None and (newest >= kept.played_at or not book.totals):
        begin_again(book, kept)
        return
    found, known = Totals.of_text(book.totals), dict[int, Rating]()
    before = set(kept.seated) & found.people.keys()
    for text in session.scalars(select(Kept.ratings).where(*others).order_by(Kept.place.desc())) if before else ():
        known = ratings_of(text) | known
        if before <= known.keys():
            break
    kept.place = 1 + (session.scalar(select(func.max(Kept.place)).where(*others)) or 0)
    kept.ratings = _text(rating.after(known, Result(kept.seated, kept.sides, kept.winner)))
    found.add(kept.seated, Sums.of_text(kept.sums))
    book.totals = found.text()


def reckon(book: Book) -> None:
    """Everything from the first match on, where a change asks for it; a change meanwhile means to begin anew."""
    with _one:
        while (revision := _outdated(book)) is not None:
            unhurried(_bits(book.id, revision))


def ratings_of(text: str) -> dict[int, Rating]:
    """Ratings as they were stored."""
    return {int(number): Rating(*rated) for number, rated in json.loads(text).items()}


@patient
def _outdated(book: Book) -> int | None:
    """The revision of a book that has matches and no totals."""
    has = select(Kept.number).where(Kept.book_id == Book.id).exists()
    with reading() as connection:
        return connection.scalar(select(Book.revision).where(Book.id == book.id, Book.totals == "", has))


def _bits(book_id: int, revision: int) -> Iterator[None]:
    """Of matches of one moment any may be the first, but always the same, whichever was kept first."""
    matches: list[Any] = []
    while more := _after(book_id, matches[-1].number if matches else 0):
        matches += more
        yield
    matches.sort(key=lambda row: (row.played_at, row.record, row.people))
    known, first = _still_known(matches)
    results = [Result(_seated(row.people), row.sides, row.winner) for row in matches[first:]]
    course = chain((ratings_of(row.ratings) for row in matches[:first]), rating.course(results, known))
    found, changed = Totals.of_text(""), list[dict[str, object]]()
    for place, (row, ratings) in enumerate(zip(matches, course, strict=True), start=1):
        found.add(_seated(row.people), Sums.of_text(row.sums))
        if (row.ratings, row.place) != (text := _text(ratings), place):
            changed.append({"its": row.number, "rated": text, "at": place})
        if len(changed) == AT_ONCE:
            if not _written(book_id, revision, changed):
                return
            changed = []
        yield
    _written(book_id, revision, changed, found.text())


def _still_known(matches: Sequence[Any]) -> tuple[dict[int, Rating], int]:
    """The ratings before the first match that has not its place, and which one that is."""
    known: dict[int, Rating] = {}
    for at, row in enumerate(matches):
        if row.place != at + 1:
            return known, at
        known |= ratings_of(row.ratings)
    return known, len(matches)


@patient
def _after(book_id: int, number: int) -> Sequence[Any]:
    query = select(*_COLUMNS).where(Kept.book_id == book_id, Kept.number > number)
    with reading() as connection:
        return connection.execute(query.order_by(Kept.number).limit(AT_ONCE)).all()


@patient
def _written(book_id: int, revision: int, changed: Sequence[dict[str, object]], totals: str = "") -> bool:
    """Whether this was still of the book as it is; with `totals`, all of it is done."""
    with writing() as connection:
        now = connection.scalar(select(Book.revision).where(Book.id == book_id).with_for_update())
        if now == revision:
            _write(connection, book_id, changed)
            if totals:
                done = update(Book).where(Book.id == book_id)
                connection.execute(done.values(totals=totals, revision=new_revision()))
    return now == revision


def _write(connection: Connection, book_id: int, changed: Sequence[dict[str, object]]) -> None:
    if changed:
        rows = update(Kept).where(Kept.book_id == book_id, Kept.number == bindparam("its"))
        connection.execute(rows.values(ratings=bindparam("rated"), place=bindparam("at")), list(changed))


def _seated(people: str) -> tuple[int, ...]:
    return tuple(map(int, people.split()))


def _text(ratings: dict[int, Rating]) -> str:
    return json.dumps({str(number): rated for number, rated in sorted(ratings.items())}, separators=(",", ":"))
