"""Compute and store the totals of a book and the ratings after each match.

The latest match is added to the totals in the transaction that adds it to the book. If an earlier
match is added or changed, the book has no totals until everything was computed again. This happens
after that transaction, in steps between which other requests are answered.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import chain
from threading import Lock
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, func, select, update
from sqlalchemy.orm import Session

from companion.book import rating
from companion.book.counting import COUNTING, counted_columns, without_shares
from companion.book.models import (
    Book,
    BookMatch,
    Person,
    Signature,
    new_revision,
    result_text,
)
from companion.book.rating import RatedMatch, Rating
from companion.book.sums import BookTotals, Sums
from companion.book.tallying import tally_in_steps
from companion.book.writing import identity
from companion.retelling.replay import Replay
from companion.tables import run_in_steps
from companion.tables.store import reading, writing
from companion.tables.trouble import retry_while_unavailable

AT_ONCE = 50  # matches read or written before other requests are answered: a few milliseconds
_COLUMNS = (
    BookMatch.number,
    BookMatch.people,
    BookMatch.sides,
    BookMatch.winner,
    BookMatch.ratings,
    BookMatch.place,
    BookMatch.played_at,
    BookMatch.record,
    BookMatch.variant,
    BookMatch.sums,
    BookMatch.identity,
    BookMatch.counting,
)
Matching = tuple[ColumnElement[bool], ...]
"""Conditions that a row of a match fulfils."""

_one_at_a_time = Lock()  # otherwise two threads could do the same work


def invalidate_totals(book: Book, kept: BookMatch | None = None) -> None:
    """Mark the totals of the book as outdated because an earlier match was added or changed.

    The book then has no totals until `rebuild_totals` has run. `kept` is the changed match, None if
    the match was removed. The `place` of `kept` becomes 0, so that this match and all later ones
    are rated again.
    """
    book.totals = ""
    if kept is not None:
        kept.place = 0


def invalidate_all_totals(session: Session, book: Book) -> None:
    """Mark the totals and all ratings as outdated.

    This is needed if people were merged or a merge was undone.
    """
    invalidate_totals(book)
    session.execute(update(BookMatch).where(BookMatch.book_id == book.id).values(place=0))


def canonical_ids_in(connection: Connection, book_id: int) -> dict[int, int]:
    """Return for each merged person the number of the person they were merged into.

    This is `persons.canonical_ids`, read through an open connection.
    """
    query = select(Person.number, Person.same_as).where(
        Person.book_id == book_id, Person.same_as != 0
    )
    return {row.number: row.same_as for row in connection.execute(query)}


def add_latest_match(session: Session, book: Book, kept: BookMatch) -> None:
    """Add a match that was just kept to the totals, and rate its players.

    If another match of the book was played at the same time or later, or the totals are outdated
    already, mark the totals as outdated instead.
    """
    others = (
        BookMatch.book_id == book.id,
        BookMatch.number != kept.number,
        BookMatch.removed_at.is_(None),
    )
    newest = session.scalar(select(func.max(BookMatch.played_at)).where(*others))
    if newest is not None and (newest >= kept.played_at or not book.totals):
        invalidate_totals(book, kept)
        return
    found = BookTotals.of_text(book.totals)
    seated = canonical_seats(kept.people, canonical_ids_in(session.connection(), book.id))
    before = set(seated) & found.of(kept.variant).people.keys()
    known = dict[int, Rating]()
    if before:
        # Ratings are stored with each match: go back until the last rating of everybody is found.
        rated = select(BookMatch.ratings).where(*others, BookMatch.variant == kept.variant)
        for text in session.scalars(rated.order_by(BookMatch.place.desc())):
            known = ratings_of(text) | known
            if before <= known.keys():
                break
    kept.place = 1 + (session.scalar(select(func.max(BookMatch.place)).where(*others)) or 0)
    kept.ratings = _text(rating.after(known, RatedMatch(seated, kept.sides, kept.winner)))
    found.add(kept.variant, seated, Sums.of_text(kept.sums))
    book.totals = found.text()


def rebuild_totals(book: Book) -> None:
    """Compute the totals and ratings of a book if they are outdated.

    If somebody changes the book meanwhile, start again.
    """
    with _one_at_a_time:
        while (revision := _outdated_revision(book)) is not None:
            run_in_steps(_rebuild_in_steps(book.id, revision))


def ratings_of(text: str) -> dict[int, Rating]:
    """Return the ratings by person that were stored as this text."""
    return {int(number): Rating(*rated) for number, rated in json.loads(text).items()}


@retry_while_unavailable
def _outdated_revision(book: Book) -> int | None:
    """Return the revision of the book if it has matches and no totals, otherwise None."""
    has = (
        select(BookMatch.number)
        .where(BookMatch.book_id == Book.id, BookMatch.removed_at.is_(None))
        .exists()
    )
    query = select(Book.revision).where(Book.id == book.id, Book.totals == "", has)
    with reading() as connection:
        return connection.scalar(query)


def _rebuild_in_steps(book_id: int, revision: int) -> Iterator[None]:
    """Compute the totals and ratings of a book. Yield after each step.

    Nothing is locked meanwhile, because a book may have thousands of matches. Instead, every write
    first compares the revision of the book with `revision`, and the work stops if somebody has
    changed the book; `rebuild_totals` then starts again. The totals are written last, together with
    a new revision: until then the book has no totals, so no page shows a part of them.

    A rating depends on all earlier matches of its game, so one changed match changes all later
    ratings. The ratings before the first match with a wrong `place` are kept, because nothing was
    changed before this match. All matches from there on are rated again. The sums of a match do not
    depend on other matches: they are stored with the match and only added up.
    """
    matches: list[Any] = []
    last = 0
    while more := _next_matches(book_id, last):
        matches += more
        last = more[-1].number
        yield
    sums = {row.number: row.sums for row in matches}
    yield from _count_again(book_id, matches, sums)
    canonical = _canonical_ids(book_id)
    # The order of matches of the same moment must not depend on which of them was kept first.
    matches.sort(key=lambda row: (row.played_at, row.record, row.people))
    known, first = _valid_ratings(matches)
    rated_before = (ratings_of(row.ratings) for row in matches[:first])
    results = [_rated_match(row, canonical) for row in matches[first:]]
    course = chain(rated_before, rating.course(results, known))
    found = BookTotals({})
    changed = list[dict[str, object]]()
    for place, (row, ratings) in enumerate(zip(matches, course, strict=True), start=1):
        found.add(
            row.variant, canonical_seats(row.people, canonical), Sums.of_text(sums[row.number])
        )
        text = _text(ratings)
        if (row.ratings, row.place) != (text, place):
            changed.append({"its": row.number, "rated": text, "at": place})
        if len(changed) == AT_ONCE:
            if not _write_if_current(book_id, revision, changed):
                return
            changed = []
        yield
    _write_if_current(book_id, revision, changed, found.text())


def _rated_match(row: Any, canonical: Mapping[int, int]) -> RatedMatch:
    return RatedMatch(canonical_seats(row.people, canonical), row.sides, row.winner, row.variant)


def _valid_ratings(matches: Sequence[Any]) -> tuple[dict[str, dict[int, Rating]], int]:
    """Return the ratings that are still right, by game and person, and how many matches they rate.

    `matches` are in the order of play. If the stored `place` of a match is not its number in this
    order, the ratings from this match on are wrong.
    """
    known = defaultdict[str, dict[int, Rating]](dict)
    for at, row in enumerate(matches):
        if row.place != at + 1:
            return known, at
        known[row.variant] |= ratings_of(row.ratings)
    return known, len(matches)


@retry_while_unavailable
def _canonical_ids(book_id: int) -> dict[int, int]:
    with reading() as connection:
        return canonical_ids_in(connection, book_id)


@retry_while_unavailable
def _next_matches(book_id: int, number: int) -> Sequence[Any]:
    query = select(*_COLUMNS).where(
        BookMatch.book_id == book_id, BookMatch.number > number, BookMatch.removed_at.is_(None)
    )
    with reading() as connection:
        return connection.execute(query.order_by(BookMatch.number).limit(AT_ONCE)).all()


def _count_again(book_id: int, matches: Sequence[Any], sums: dict[int, str]) -> Iterator[None]:
    """Count again the matches that an earlier release counted, and put the new sums into `sums`.

    Yield after each step.
    """
    counted: dict[int, dict[str, object]] = {}
    for row in matches:
        if row.counting != COUNTING:
            counted[row.number] = yield from _recounted(row)
            sums[row.number] = str(counted[row.number]["sums"])
        if len(counted) == AT_ONCE:
            _write_counts(book_id, counted)
            counted = {}
        yield
    if counted:
        _write_counts(book_id, counted)


def _recounted(row: Any) -> Generator[None, None, dict[str, object]]:
    """Count a match again and return the new columns of its row. Yield after each tap.

    If the match can no longer be replayed, only some of its counts are kept (`without_shares`).
    """
    own: dict[str, object] = {"identity": identity(row.record), "counting": COUNTING}
    try:
        played = Replay.from_text(row.record)
    except ValueError:
        return own | {"sums": without_shares(row.sums)}
    found = counted_columns(played, (yield from tally_in_steps(played)))
    return own | {name: found[name] for name in ("sums", "hands", "dealer", "score")}


@retry_while_unavailable
def _write_counts(book_id: int, counted: Mapping[int, dict[str, object]]) -> None:
    """Write the counts of matches that were counted again.

    `counted` has the new columns by the number of the match. A match is left out if somebody else
    has already written its counts in the way of this release.
    """
    with writing() as connection:
        for number, columns in counted.items():
            outdated = (
                BookMatch.book_id == book_id,
                BookMatch.number == number,
                BookMatch.counting != COUNTING,
            )
            if "score" in columns:
                _keep_signed(connection, outdated, str(columns["score"]))
            connection.execute(update(BookMatch).where(*outdated).values(columns))


def _keep_signed(connection: Connection, match: Matching, score: str) -> None:
    """Write the corrected score into the agreements of the sides, so that they stay valid."""
    query = select(BookMatch.book_id, BookMatch.number, BookMatch.score, BookMatch.games)
    query = query.add_columns(BookMatch.winner).where(*match, BookMatch.score != score)
    for row in connection.execute(query).all():
        signed = update(Signature).where(
            Signature.book_id == row.book_id,
            Signature.number == row.number,
            Signature.result == result_text(row.score, row.games, row.winner),
        )
        connection.execute(signed.values(result=result_text(score, row.games, row.winner)))


@retry_while_unavailable
def _write_if_current(
    book_id: int, revision: int, changed: Sequence[dict[str, object]], totals: str = ""
) -> bool:
    """Write the ratings of some matches if the book still has this `revision`.

    Return whether the book still had it. `totals` are the finished totals as text. They are given
    only with the last matches.
    """
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
        rows = update(BookMatch).where(
            BookMatch.book_id == book_id, BookMatch.number == bindparam("its")
        )
        rows = rows.values(ratings=bindparam("rated"), place=bindparam("at"))
        connection.execute(rows, list(changed))


def canonical_seats(people: str, canonical: Mapping[int, int]) -> tuple[int, ...]:
    """Return people by seat, with merged people replaced by the person they were merged into."""
    return tuple(canonical.get(number, number) for number in map(int, people.split()))


def _text(ratings: dict[int, Rating]) -> str:
    by_number = {str(number): rated for number, rated in sorted(ratings.items())}
    return json.dumps(by_number, separators=(",", ":"))
