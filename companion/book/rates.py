"""What is reckoned when a match is kept, so that no page has to: the totals of its book, and the ratings after it.

A match added at the end is reckoned at once, within the same write. Where something in the middle changed, the book has
no totals until everything was reckoned anew: outside of that write, bit by bit, while everybody else is answered.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from threading import Lock
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.orm import Session

from companion.book import rating
from companion.book.hand_lines import lines_text
from companion.book.models import Book, Kept, Person, new_revision
from companion.book.rating import RatedMatch, Rating
from companion.book.sums import BookTotals, Sums
from companion.book.tallying import tallied
from companion.book.writing import identity
from companion.retelling.played import of_text
from companion.tables import unhurried
from companion.tables.store import reading, writing
from companion.tables.trouble import patient

AT_ONCE = 50  # matches read or written before others have their turn: a few thousandths of a second
_COLUMNS = (
    *(
        Kept.number,
        Kept.people,
        Kept.sides,
        Kept.winner,
        Kept.ratings,
        Kept.place,
        Kept.played_at,
        Kept.record,
    ),
    *(Kept.variant, Kept.sums, Kept.identity),
)
_one = Lock()  # two at once would only do the same


def begin_again(book: Book, kept: Kept | None = None) -> None:
    """Something in the middle has changed: what was reckoned of the book holds no longer, until `reckon` is done.

    A match that is still there, but not as it was, loses its place: all before it keep their ratings.
    """
    book.totals = ""
    if kept is not None:
        kept.place = 0


def begin_anew(session: Session, book: Book) -> None:
    """As `begin_again`, where every match may be another one: people have become one, or two again."""
    begin_again(book)
    session.execute(update(Kept).where(Kept.book_id == book.id).values(place=0))


def same_people(connection: Connection, book_id: int) -> dict[int, int]:
    """For every number of a person that is the same as another, that other one."""
    query = select(Person.number, Person.same_as).where(
        Person.book_id == book_id, Person.same_as != 0
    )
    return {row.number: row.same_as for row in connection.execute(query)}


def reckon_last(session: Session, book: Book, kept: Kept) -> None:
    """A match that was just added; one from earlier than others means to begin anew."""
    others = Kept.book_id == book.id, Kept.number != kept.number, Kept.removed_at.is_(None)
    newest = session.scalar(select(func.max(Kept.played_at)).where(*others))
    if newest is not None and (newest >= kept.played_at or not book.totals):
        begin_again(book, kept)
        return
    found, known = BookTotals.of_text(book.totals), dict[int, Rating]()
    seated = seated_of(kept.people, same_people(session.connection(), book.id))
    before = set(seated) & found.of(kept.variant).people.keys()
    rated = (
        select(Kept.ratings)
        .where(*others, Kept.variant == kept.variant)
        .order_by(Kept.place.desc())
    )
    for text in session.scalars(rated) if before else ():
        known = ratings_of(text) | known
        if before <= known.keys():
            break
    kept.place = 1 + (session.scalar(select(func.max(Kept.place)).where(*others)) or 0)
    kept.ratings = _text(rating.after(known, RatedMatch(seated, kept.sides, kept.winner)))
    found.add(kept.variant, seated, Sums.of_text(kept.sums))
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
    has = select(Kept.number).where(Kept.book_id == Book.id, Kept.removed_at.is_(None)).exists()
    with reading() as connection:
        return connection.scalar(
            select(Book.revision).where(Book.id == book.id, Book.totals == "", has)
        )


def _bits(book_id: int, revision: int) -> Iterator[None]:
    """Of matches of one moment any may be the first, but always the same, whichever was kept first."""
    matches: list[Any] = []
    while more := _after(book_id, matches[-1].number if matches else 0):
        matches += more
        yield
    sums: dict[int, str] = {}
    for row in matches:
        sums[row.number] = row.sums if row.identity else _counted_anew(book_id, row)
        yield
    alike = _alike(book_id)
    matches.sort(key=lambda row: (row.played_at, row.record, row.people))
    known, first = _still_known(matches)
    results = [
        RatedMatch(seated_of(row.people, alike), row.sides, row.winner, row.variant)
        for row in matches[first:]
    ]
    course = chain(
        (ratings_of(row.ratings) for row in matches[:first]), rating.course(results, known)
    )
    found, changed = BookTotals({}), list[dict[str, object]]()
    for place, (row, ratings) in enumerate(zip(matches, course, strict=True), start=1):
        found.add(row.variant, seated_of(row.people, alike), Sums.of_text(sums[row.number]))
        if (row.ratings, row.place) != (text := _text(ratings), place):
            changed.append({"its": row.number, "rated": text, "at": place})
        if len(changed) == AT_ONCE:
            if not _written(book_id, revision, changed):
                return
            changed = []
        yield
    _written(book_id, revision, changed, found.text())


def _still_known(matches: Sequence[Any]) -> tuple[dict[str, dict[int, Rating]], int]:
    """The ratings by game before the first match that has not its place, and which one that is."""
    known = defaultdict[str, dict[int, Rating]](dict)
    for at, row in enumerate(matches):
        if row.place != at + 1:
            return known, at
        known[row.variant] |= ratings_of(row.ratings)
    return known, len(matches)


@patient
def _alike(book_id: int) -> dict[int, int]:
    with reading() as connection:
        return same_people(connection, book_id)


@patient
def _after(book_id: int, number: int) -> Sequence[Any]:
    query = select(*_COLUMNS).where(
        Kept.book_id == book_id, Kept.number > number, Kept.removed_at.is_(None)
    )
    with reading() as connection:
        return connection.execute(query.order_by(Kept.number).limit(AT_ONCE)).all()


@patient
def _counted_anew(book_id: int, row: Any) -> str:
    """The sums of a match of an earlier release, counted as this one counts; as they were where it cannot be played."""
    values: dict[str, str] = {"identity": identity(row.record), "sums": row.sums}
    with suppress(ValueError):
        played = of_text(row.record)
        values |= {"sums": tallied(played).text(), "hands": lines_text(played)}
    with writing() as connection:
        connection.execute(
            update(Kept).where(Kept.book_id == book_id, Kept.number == row.number).values(values)
        )
    return values["sums"]


@patient
def _written(
    book_id: int, revision: int, changed: Sequence[dict[str, object]], totals: str = ""
) -> bool:
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
        connection.execute(
            rows.values(ratings=bindparam("rated"), place=bindparam("at")), list(changed)
        )


def seated_of(people: str, alike: Mapping[int, int]) -> tuple[int, ...]:
    """Who sat where, each by the number of the person they really are."""
    return tuple(alike.get(number, number) for number in map(int, people.split()))


def _text(ratings: dict[int, Rating]) -> str:
    return json.dumps(
        {str(number): rated for number, rated in sorted(ratings.items())}, separators=(",", ":")
    )
