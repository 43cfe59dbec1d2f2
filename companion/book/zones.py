"""Give a book another time zone. Matches without a time of day keep their day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from companion.book import writing
from companion.book.books import changing
from companion.book.days import clean_zone, from_local, zone_of
from companion.book.models import Book, BookMatch
from companion.book.totals import invalidate_all_totals, rebuild_totals
from companion.book.writing import LONGEST_HEADERS
from companion.tables.trouble import retry_while_unavailable
from companion.tables.turns import run_in_a_write


def set_zone(book: Book, zone: str) -> None:
    """Give the book a time zone; "" is the server's. Raises ValueError if the zone is unknown."""
    _set_zone(book, clean_zone(zone))
    rebuild_totals(book)


@retry_while_unavailable
def _set_zone(book: Book, zone: str) -> None:
    with changing(book) as (session, current):
        before = zone_of(current)
        current.zone = zone
        if zone_of(current) != before:
            run_in_a_write(_move_untimed(session, current, before))
            invalidate_all_totals(session, current)


def _move_untimed(session: Session, book: Book, before: tzinfo | None) -> Iterator[None]:
    """Change the moments of matches without a time of day, so that they stay at noon of their day.

    `before` is the old time zone of the book. Yield after each match.
    """
    headers = func.substr(BookMatch.record, 1, LONGEST_HEADERS).label("headers")
    query = select(BookMatch.number, BookMatch.played_at, headers)
    zone = zone_of(book)
    imported = query.where(BookMatch.book_id == book.id, BookMatch.match_id == 0)
    for row in session.execute(imported).all():
        if not writing.timed(row.headers):
            here = row.played_at.astimezone(before).replace(tzinfo=None)
            moved = from_local(here, zone)
            its = (BookMatch.book_id == book.id, BookMatch.number == row.number)
            session.execute(update(BookMatch).where(*its).values(played_at=moved))
        yield
