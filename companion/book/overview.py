"""Read a book as its pages show it: a short entry per match, the totals, and the ratings."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from threading import RLock
from typing import Any

from sqlalchemy import select

from companion.book.days import day_of, zone_named
from companion.book.models import Book, BookMatch
from companion.book.rating import Rating
from companion.book.sums import BookTotals, Totals
from companion.book.totals import canonical_ids_in, canonical_seats, ratings_of, rebuild_totals
from companion.tables import run_in_steps
from companion.tables.store import reading
from companion.tables.trouble import retry_while_unavailable

REMEMBERED = 50  # books
AT_ONCE = 100  # matches read before other requests are answered
_COLUMNS = (
    BookMatch.number,
    BookMatch.token,
    BookMatch.variant,
    BookMatch.people,
    BookMatch.sides,
    BookMatch.winner,
    BookMatch.score,
    BookMatch.games,
    BookMatch.stake,
    BookMatch.settled_at,
    BookMatch.played_at,
    BookMatch.ratings,
    BookMatch.place,
    BookMatch.dealer,
    BookMatch.match_id,
)


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """One match as the pages of a book show it.

    `people` are numbers of persons by seat, `dealer` is the seat that dealt first. `day` is the
    date of the evening on which it was played. `rated` are the players' ratings after the match, as
    text. `match_id` is the id of its table, 0 if it was not played at a table of this server.
    """

    number: int
    token: str
    variant: str
    people: tuple[int, ...]
    sides: int
    winner: int | None
    score: str
    games: str
    stake: str
    settled: bool
    played_at: datetime
    day: date
    rated: str
    dealer: int = 0
    match_id: int = 0

    @property
    def ratings(self) -> Mapping[int, Rating]:
        """Return the ratings of the players after this match; empty if the match rated nobody."""
        return ratings_of(self.rated)

    def on(self, side: int) -> tuple[int, ...]:
        """Return the numbers of the people who played on this side."""
        return self.people[side :: self.sides]


@dataclass(frozen=True, slots=True)
class Overview:
    """All matches of a book, from the last one played to the first, and their sums.

    `totals` are the sums of all games together, `by_game` those of each game. `zone` is the time
    zone of the book, None for the server's.
    """

    entries: tuple[MatchEntry, ...]
    totals: Totals
    by_game: BookTotals
    zone: tzinfo | None = None

    @property
    def games(self) -> tuple[str, ...]:
        """Return the games that were played, the game with most matches first."""
        times = Counter(entry.variant for entry in self.entries)
        return tuple(game for game, _ in times.most_common())

    def ratings(self, game: str) -> dict[int, Rating]:
        """Return the present ratings at a game, by person."""
        known: dict[int, Rating] = {}
        unknown = set(self.by_game.of(game).people)
        for entry in self.entries:
            if entry.variant == game and not unknown.isdisjoint(entry.people):
                known = dict(entry.ratings) | known
                unknown -= known.keys()
        return known

    def course(self, person: int, game: str) -> tuple[tuple[date, Rating], ...]:
        """Return a person's rating after each match of a game, with the day of the match.

        Matches that did not rate this person are left out.
        """
        played = (entry for entry in reversed(self.of(person)) if entry.variant == game)
        rated = ((entry.day, entry.ratings) for entry in played)
        return tuple((at, ratings[person]) for at, ratings in rated if person in ratings)

    def of(self, person: int) -> tuple[MatchEntry, ...]:
        """Return the matches in which a person played, from the last one played to the first."""
        return tuple(entry for entry in self.entries if person in entry.people)


class _Remembered:
    """A cache of the overviews that were used last, by the id and the revision of their book."""

    def __init__(self) -> None:
        self._known = OrderedDict[tuple[int, int], Overview]()
        self._lock = RLock()

    def get(self, key: tuple[int, int]) -> Overview | None:
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def put(self, key: tuple[int, int], overview: Overview) -> None:
        with self._lock:
            self._known[key] = overview
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)


_remembered = _Remembered()


def overview(book: Book) -> Overview:
    """Return the overview of the book at the revision that `book` has, or at a later one."""
    known = _remembered.get((book.id, book.revision))
    while known is None:
        rebuild_totals(book)  # the process that changed the book may not have done this yet
        known, revision = _looked_up(book)
        if known is not None:
            _remembered.put((book.id, revision), known)
    return known


def _looked_up(book: Book) -> tuple[Overview | None, int]:
    """Return the overview of the book, and the revision at which it was read.

    The overview is None if the book has matches but no totals yet. Matches written during this call
    may be missing; the next call finds them.
    """
    revision, counted, zone = _totals(book)
    entries = list[MatchEntry]()
    run_in_steps(_read(book, zone, entries))
    if entries and not counted:
        return None, revision
    by_game = BookTotals.of_text(counted)
    return Overview(tuple(entries), by_game.together, by_game, zone), revision


@retry_while_unavailable
def _totals(book: Book) -> tuple[int, str, tzinfo | None]:
    with reading() as connection:
        found = connection.execute(
            select(Book.revision, Book.totals, Book.zone).where(Book.id == book.id)
        ).one_or_none()
    if found is None:
        return 0, "", None
    return found.revision, found.totals, zone_named(found.zone)


def _read(book: Book, zone: tzinfo | None, entries: list[MatchEntry]) -> Iterator[None]:
    """Append all matches of the book to `entries`, from the last one played to the first.

    Yield after each step, so that other requests can be answered.
    """
    found: list[Any] = []
    last = 0
    while rows := _after(book, last):
        found += rows
        last = rows[-1].number
        yield
    canonical = _canonical(book)
    for row in sorted(found, key=lambda row: (-row.place, -row.number)):
        entries.append(_entry(row, canonical, zone))
        yield


@retry_while_unavailable
def _canonical(book: Book) -> dict[int, int]:
    with reading() as connection:
        return canonical_ids_in(connection, book.id)


@retry_while_unavailable
def _after(book: Book, number: int) -> Sequence[Any]:
    query = select(*_COLUMNS).where(
        BookMatch.book_id == book.id, BookMatch.number > number, BookMatch.removed_at.is_(None)
    )
    with reading() as connection:
        return connection.execute(query.order_by(BookMatch.number).limit(AT_ONCE)).all()


def _entry(row: Any, canonical: Mapping[int, int], zone: tzinfo | None) -> MatchEntry:
    return MatchEntry(
        number=row.number,
        token=row.token,
        variant=row.variant,
        people=canonical_seats(row.people, canonical),
        sides=row.sides,
        winner=row.winner,
        score=row.score,
        games=row.games,
        stake=row.stake,
        settled=row.settled_at is not None,
        played_at=row.played_at,
        day=day_of(row.played_at, zone),
        rated=row.ratings,
        dealer=row.dealer,
        match_id=row.match_id,
    )
