"""What is reckoned when a match is kept, so that no page has to: the totals of its book, and the ratings after it."""

from __future__ import annotations

import json

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from companion.book import rating
from companion.book.models import Book, Kept
from companion.book.rating import Rating, Result
from companion.book.sums import Sums, Totals


def reckon_again(session: Session, book: Book) -> None:
    """Everything from the first match on, in the order they were played: something in the middle has changed."""
    session.flush()
    _rate_again(session, book)
    found = Totals.of_text("")
    for people, sums in session.execute(select(Kept.people, Kept.sums).where(Kept.book_id == book.id)):
        found.add(_seated(people), Sums.of_text(sums))
    book.totals = found.text()


def reckon_last(session: Session, book: Book, kept: Kept) -> None:
    """A match that was just added; one from earlier than others means to begin anew."""
    others = Kept.book_id == book.id, Kept.number != kept.number
    newest = session.scalar(select(func.max(Kept.played_at)).where(*others))
    if newest is not None and newest >= kept.played_at:
        reckon_again(session, book)
        return
    known: dict[int, Rating] = {}
    for text in session.scalars(select(Kept.ratings).where(*others).order_by(Kept.place.desc())):
        known = ratings_of(text) | known
        if set(kept.seated) <= set(known):
            break
    kept.place = 1 + (session.scalar(select(func.max(Kept.place)).where(*others)) or 0)
    kept.ratings = _text(rating.after(known, Result(kept.seated, kept.sides, kept.winner)))
    found = Totals.of_text(book.totals)
    found.add(kept.seated, Sums.of_text(kept.sums))
    book.totals = found.text()


def ratings_of(text: str) -> dict[int, Rating]:
    """Ratings as they were stored."""
    return {int(number): Rating(*rated) for number, rated in json.loads(text).items()}


def _rate_again(session: Session, book: Book) -> None:
    """Of matches of one moment any may be the first, but always the same, whichever was kept first."""
    mine = Kept.book_id == book.id
    columns = Kept.number, Kept.people, Kept.sides, Kept.winner, Kept.ratings, Kept.place, Kept.played_at, Kept.record
    matches = list(session.execute(select(*columns).where(mine)))
    matches.sort(key=lambda row: (row.played_at, row.record, row.people))
    results = [Result(_seated(row.people), row.sides, row.winner) for row in matches]
    for place, (row, ratings) in enumerate(zip(matches, rating.course(results), strict=True), start=1):
        values = {"ratings": _text(ratings), "place": place}
        if (row.ratings, row.place) != tuple(values.values()):
            session.execute(update(Kept).where(mine, Kept.number == row.number).values(values))


def _seated(people: str) -> tuple[int, ...]:
    return tuple(map(int, people.split()))


def _text(ratings: dict[int, Rating]) -> str:
    return json.dumps({str(number): rated for number, rated in sorted(ratings.items())}, separators=(",", ":"))
