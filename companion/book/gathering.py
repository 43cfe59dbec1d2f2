"""Note which tables were opened from a book, and add their finished matches to the book."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from companion import tables
from companion.book.books import changing
from companion.book.keeping import keep_table
from companion.book.models import LEFT_OUT, Book, BookMatch, BookTable, Signature
from companion.book.signing import sign_as_agreed
from companion.tables import Match, State, TapRow
from companion.tables.models import Agreement, now
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable

RECENT = timedelta(hours=12)


@retry_while_unavailable
def note_table(book: Book, match: Match, people: Sequence[int]) -> None:
    """Note that the table was opened from this book, for these people by seat.

    The match of the table is added to the book when the match is over. Nothing changes if the table
    was noted already.
    """
    seated = " ".join(map(str, people))
    with changing(book) as (session, _):
        if session.get(BookTable, (book.id, match.id)) is None:
            session.add(BookTable(book_id=book.id, match_id=match.id, people=seated))


@retry_while_unavailable
def waiting(book: Book) -> tuple[Match, ...]:
    """Return the tables that were opened from this book, newest first.

    Tables whose match is in the book already, or was deleted from it, are left out.
    """
    kept = select(BookMatch.match_id).where(BookMatch.book_id == book.id)
    query = (
        select(Match)
        .join(BookTable, BookTable.match_id == Match.id)
        .where(BookTable.book_id == book.id, BookTable.people != LEFT_OUT)
    )
    query = query.where(Match.id.not_in(kept)).order_by(Match.created_at.desc())
    with reading() as connection, open_session(connection) as session:
        return tuple(session.scalars(query))


def playing(book: Book) -> tuple[State, ...]:
    """Return the states of the book's tables at which people are playing now.

    These are the tables that were opened from the book in the last twelve hours. A kept match whose
    end was undone is being played again, so its table is one of them too. Tables whose match is
    over or has a rematch are left out.
    """
    opened = [match for match in waiting(book) if now() - match.created_at <= RECENT]
    states = list[State]()
    for match in (*opened, *_resumed(book)):
        with suppress(tables.BrokenLog, tables.Gone):
            states.append(tables.state(match))
    return tuple(state for state in states if not _is_left(state))


@retry_while_unavailable
def _resumed(book: Book) -> tuple[Match, ...]:
    """Return the tables of the unfinished matches in this book, latest first.

    Matches that began more than twelve hours ago are left out.
    """
    query = select(Match).join(BookMatch, BookMatch.match_id == Match.id)
    query = query.where(
        BookMatch.book_id == book.id,
        BookMatch.removed_at.is_(None),
        BookMatch.winner.is_(None),
        BookMatch.played_at >= now() - RECENT,
    )
    with reading() as connection, open_session(connection) as session:
        return tuple(session.scalars(query.order_by(BookMatch.played_at.desc())))


def _is_left(state: State) -> bool:
    """Return whether nobody plays this match any more: it is over, or has a rematch."""
    return state.log.game.over or state.match.rematch_id is not None


@retry_while_unavailable
def books_of_table(match: Match) -> tuple[tuple[Book, int], ...]:
    """Return the books that this table was opened from or that have its match.

    Each book comes with the number of the match in it, 0 if the match is not in the book yet. Books
    from which the match was removed are left out.
    """
    known = select(BookMatch.book_id, BookMatch.number, BookMatch.removed_at).where(
        BookMatch.match_id == match.id
    )
    deleted = select(BookTable.book_id).where(
        BookTable.match_id == match.id, BookTable.people == LEFT_OUT
    )
    numbers = dict.fromkeys(_opened_from(match), 0)
    with reading() as connection, open_session(connection) as session:
        for book_id in connection.scalars(deleted):
            numbers.pop(book_id, None)
        for row in connection.execute(known):
            if row.removed_at is None:
                numbers[row.book_id] = row.number
            else:
                numbers.pop(row.book_id, None)
        query = select(Book).where(Book.id.in_(numbers), Book.removed_at.is_(None))
        found = session.scalars(query.order_by(Book.created_at))
        return tuple((book, numbers[book.id]) for book in found)


def _opened_from(match: Match) -> Sequence[int]:
    """Return the ids of the books from which this table was opened.

    If there are none, go back in the series of the table to the latest table that was opened from a
    book, and return the ids of its books. Return () if no table of the series was opened from a
    book.
    """
    earlier: Match | None = match
    for _ in range(tables.MOST_OF_SERIES):
        if earlier is None:
            break
        with reading() as connection:
            found = connection.scalars(
                select(BookTable.book_id).where(BookTable.match_id == earlier.id)
            ).all()
        if found:
            return found
        earlier = tables.previous_match(earlier)
    return ()


def keep_what_is_over(book: Book) -> int:
    """Add to the book the finished matches of tables opened from it, and of their rematches.

    A match that is already in the book is brought up to date if its log has changed since, or if a
    side has agreed to its result at the table since. Return how many matches were added or brought
    up to date.
    """
    while _follow_rematches(book):
        pass
    corrected = sum(_kept_again(book, match) for match in _corrected(book))
    signed = sum(_signed_again(book, match) for match in _agreed_since(book))
    return corrected + signed + sum(_kept_if_over(book, match) for match in waiting(book))


def _kept_again(book: Book, match: Match) -> bool:
    with suppress(tables.BrokenLog, tables.Gone, ValueError):
        keep_table(book, match, unfinished=True)
        return True
    return False


@retry_while_unavailable
def _corrected(book: Book) -> tuple[Match, ...]:
    """Return the tables of this book's matches whose log has changed since the match was kept."""
    newest = (
        select(func.max(TapRow.seq)).where(TapRow.match_id == BookMatch.match_id).scalar_subquery()
    )
    query = select(Match).join(BookMatch, BookMatch.match_id == Match.id)
    query = query.where(
        BookMatch.book_id == book.id, BookMatch.removed_at.is_(None), newest != BookMatch.version
    )
    with reading() as connection, open_session(connection) as session:
        return tuple(session.scalars(query))


def _signed_again(book: Book, match: Match) -> bool:
    """Sign the kept match for the sides that agreed at its table. Return whether any did."""
    with suppress(tables.BrokenLog, tables.Gone, ValueError):
        return sign_as_agreed(book, match)
    return False


@retry_while_unavailable
def _agreed_since(book: Book) -> tuple[Match, ...]:
    """Return the tables of this book's matches where a side agreed after the match was kept.

    Sides that have signed since are left out.
    """
    signed = select(Signature.side).where(
        Signature.book_id == BookMatch.book_id,
        Signature.number == BookMatch.number,
        Signature.side == Agreement.side,
        Signature.at >= Agreement.at,
    )
    agreed = select(Agreement.side).where(
        Agreement.match_id == BookMatch.match_id,
        Agreement.at >= BookMatch.kept_at,
        ~signed.exists(),
    )
    query = select(Match).join(BookMatch, BookMatch.match_id == Match.id)
    query = query.where(
        BookMatch.book_id == book.id, BookMatch.removed_at.is_(None), agreed.exists()
    )
    with reading() as connection, open_session(connection) as session:
        return tuple(session.scalars(query))


def _kept_if_over(book: Book, match: Match) -> bool:
    """Add the match of a table to the book if it is over. Return whether it was added.

    The match is not added if the present rules cannot replay its log.
    """
    with suppress(tables.BrokenLog, tables.Gone, ValueError):
        if tables.state(match).log.game.over:
            keep_table(book, match)
            return True
    return False


@retry_while_unavailable
def _follow_rematches(book: Book) -> bool:
    """Note the rematches of tables opened from this book.

    Return whether any rematch was new.
    """
    mine = select(BookTable.match_id).where(BookTable.book_id == book.id)
    following = aliased(Match)
    query = select(following.id).join(Match, Match.rematch_id == following.id)
    query = query.where(Match.id.in_(mine))
    with reading() as connection:
        new = connection.scalars(query.where(following.id.not_in(mine))).all()
    if new:
        with changing(book) as (session, _):
            for match_id in new:
                session.merge(BookTable(book_id=book.id, match_id=match_id, people=""))
    return bool(new)


def keep_everywhere() -> int:
    """Add to every book the finished matches of its tables.

    This is done before idle tables are deleted, so that no match is lost. Return how many matches
    were added or brought up to date.
    """
    return sum(keep_what_is_over(book) for book in _with_tables())


@retry_while_unavailable
def _with_tables() -> tuple[Book, ...]:
    with_tables = Book.id.in_(select(BookTable.book_id))
    with reading() as connection, open_session(connection) as session:
        return tuple(session.scalars(select(Book).where(with_tables, Book.removed_at.is_(None))))
