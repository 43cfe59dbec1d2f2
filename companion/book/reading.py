"""Find a match of a book by its link or its number, and read its names and its record."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select

from companion.book import writing
from companion.book.counting import COUNTING
from companion.book.errors import UNKNOWN_MATCH, Unknown
from companion.book.models import Book, BookMatch
from companion.book.totals import rebuild_totals
from companion.engine import records
from companion.retelling.replay import Replay
from companion.tables import codes
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable

SOMEBODY = "?"  # in records and lists, for a name that is not known


def match_by_token(token: str) -> tuple[Book, BookMatch] | None:
    """Return the match to which the link with this token leads, and its book.

    Return None if no match has this link. If an earlier release counted the match in another way,
    the match is counted again first.
    """
    if not codes.is_token(token):
        return None
    found = _by_token(token)
    if found is not None and found[1].counting != COUNTING:
        rebuild_totals(found[0])
        found = _by_token(token)
    return found


@retry_while_unavailable
def _by_token(token: str) -> tuple[Book, BookMatch] | None:
    query = select(Book, BookMatch).join(BookMatch, BookMatch.book_id == Book.id)
    query = query.where(
        BookMatch.token == token, BookMatch.removed_at.is_(None), Book.removed_at.is_(None)
    )
    with reading() as connection, open_session(connection) as session:
        found = session.execute(query).one_or_none()
        return None if found is None else (found[0], found[1])


@retry_while_unavailable
def match_of(book: Book, number: int) -> BookMatch:
    """Return the match with this number. Raises Unknown if the book has no such match."""
    with reading() as connection, open_session(connection) as session:
        kept = session.get(BookMatch, (book.id, number))
    if kept is None or kept.removed_at is not None:
        raise Unknown(UNKNOWN_MATCH)
    return kept


@retry_while_unavailable
def matches(book: Book) -> tuple[BookMatch, ...]:
    """Return all matches of a book, in the order they were played."""
    query = (
        select(BookMatch)
        .where(BookMatch.book_id == book.id, BookMatch.removed_at.is_(None))
        .order_by(BookMatch.place)
    )
    with reading() as connection, open_session(connection) as session:
        return tuple(session.scalars(query))


def replay_of(kept: BookMatch) -> Replay | None:
    """Return the replay of a match, or None if the present rules refuse its record."""
    try:
        return Replay.from_text(kept.record)
    except ValueError:
        return None


def house_of(kept: BookMatch) -> dict[str, str]:
    """Return the house rules of a match that differ from the defaults of its game."""
    return records.house(records.read(kept.record)[0].header("Rules"))


def names_of(
    kept: BookMatch, people: Mapping[int, str], unknown: str = SOMEBODY
) -> tuple[str, ...]:
    """Return the names by seat; `unknown` stands for a person without a name in the book."""
    return tuple(people.get(number) or unknown for number in kept.seated)


def record_of(kept: BookMatch, people: Mapping[int, str]) -> str:
    """Return the record of a match with its date and the present names of its players.

    `people` has names by number. `companion replay` can read the record.
    """
    return writing.with_names(writing.dated(kept.record, kept.played_at), names_of(kept, people))
