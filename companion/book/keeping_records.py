"""Add the matches of a text of records to a book. No match is added twice.

All matches are written in one transaction. Other requests are answered meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from companion.book import writing
from companion.book.books import changing
from companion.book.days import day_of, zone_of
from companion.book.keeping import add_matches, check_room, without_repeats
from companion.book.models import Book, BookMatch
from companion.book.persons import find_or_add
from companion.book.preparing import PreparedMatch, prepare_records
from companion.book.totals import add_latest_match, invalidate_totals, rebuild_totals
from companion.engine import Impossible
from companion.tables.trouble import retry_while_unavailable
from companion.tables.turns import Meanwhile, do_nothing, run_in_a_write

AT_ONCE = 50  # matches written before other requests are answered

Whatever = TypeVar("Whatever")


class Imported(NamedTuple):
    """The result of `keep_records`: how many matches were added, and how many were not new."""

    new: int
    known: int


def keep_records(book: Book, text: str, name: str, meanwhile: Meanwhile = do_nothing) -> Imported:
    """Add the match of every record in a text. People are found by name; new people are added.

    `name` is the name of the text in error messages. A match that is already in the book is not
    added again. Either all new matches are added, or none. Raises Impossible if no match is new.

    After every step, other requests are answered and then `meanwhile` is called. If `meanwhile`
    raises an exception, nothing is written.
    """
    found = prepare_records(text, name, zone_of(book), meanwhile)
    kept = _keep(book, found)
    rebuild_totals(book)
    return Imported(kept, len(found) - kept)


@retry_while_unavailable
def _keep(book: Book, prepared: Sequence[PreparedMatch]) -> int:
    """Write the matches that are not in the book yet, in one transaction.

    Return how many were written.
    """
    with changing(book) as (session, current):
        new = list[PreparedMatch]()
        run_in_a_write(_find_new(session, current, prepared, new))
        if not new:
            raise Impossible("These matches are already in the book.")
        names = list(dict.fromkeys(chain.from_iterable(one.names for one in new)))
        numbers = dict(zip(names, find_or_add(session, current, names), strict=True))
        check_room(session, current, len(new))
        kept = list[BookMatch]()
        run_in_a_write(_add(session, current, new, numbers, kept))
        if len(kept) == 1:
            add_latest_match(session, current, kept[0])
        else:
            invalidate_totals(current)
    return len(kept)


def _add(
    session: Session,
    book: Book,
    prepared: Sequence[PreparedMatch],
    numbers: Mapping[str, int],
    kept: list[BookMatch],
) -> Iterator[None]:
    for some in slices(prepared):
        seated = [(one, without_repeats(numbers[name] for name in one.names)) for one in some]
        kept += add_matches(session, book, seated)
        yield


class Moments:
    """The times at which matches with the same fingerprint were played.

    * `zone`: the time zone of the book.
    * `seconds`: a mapping from each whole second (Unix time) to the moments in this second. It has
      only the matches whose time of day is known.
    * `days`: the days of all these matches.
    * `untimed`: the days of the matches whose time of day is not known.
    """

    def __init__(self, zone: tzinfo | None) -> None:
        self.zone = zone
        self.seconds = defaultdict[int, list[datetime]](list)
        self.days = set[date]()
        self.untimed = set[date]()

    def add(self, moment: datetime, *, timed: bool) -> None:
        """Add the time of one more match. `timed` says whether its time of day is known."""
        day = day_of(moment, self.zone)
        self.days.add(day)
        if timed:
            self.seconds[int(moment.timestamp())].append(moment)
        else:
            self.untimed.add(day)

    def has(self, moment: datetime, *, timed: bool) -> bool:
        """Return whether one of these matches may have been played at `moment`.

        Two moments are the same if they differ by less than a second. If the time of day is not
        known for one of them, they are the same if they are on the same day. `timed` says whether
        the time of day of `moment` is known.
        """
        day = day_of(moment, self.zone)
        if not timed:
            return day in self.days
        if day in self.untimed:
            return True
        second = int(moment.timestamp())
        near = list[datetime]()
        for at in (second - 1, second, second + 1):
            near.extend(self.seconds.get(at, ()))
        return any(abs(other - moment) < timedelta(seconds=1) for other in near)


def _find_new(
    session: Session,
    book: Book,
    prepared: Sequence[PreparedMatch],
    new: list[PreparedMatch],
) -> Iterator[None]:
    """Append to `new` the matches that are not in the book yet. Yield after each step.

    A match is new if no match in the book has the same fingerprint (`identity`) and the same time.
    """
    zone = zone_of(book)
    known = defaultdict[str, Moments](lambda: Moments(zone))
    identities = [one.identity for one in prepared]
    for some in slices(list(dict.fromkeys(identities))):
        for row in session.execute(_with_identity(book, some)):
            timed = row.match_id != 0 or writing.timed(row.headers)
            known[row.identity].add(row.played_at, timed=timed)
            yield
    for one, identity in zip(prepared, identities, strict=True):
        timed = writing.timed(one.record)
        if not known[identity].has(one.played_at, timed=timed):
            known[identity].add(one.played_at, timed=timed)
            new.append(one)
        yield


def _with_identity(book: Book, identities: Sequence[str]) -> Select[Any]:
    """Return a query for the matches of a book that have one of these fingerprints.

    The query reads only the headers of each record, to find the date of the match.
    """
    headers = func.substr(BookMatch.record, 1, writing.LONGEST_HEADERS).label("headers")
    query = select(BookMatch.identity, BookMatch.played_at, BookMatch.match_id, headers)
    return query.where(
        BookMatch.book_id == book.id,
        BookMatch.removed_at.is_(None),
        BookMatch.identity.in_(identities),
    )


def slices(whole: Sequence[Whatever]) -> Iterator[Sequence[Whatever]]:
    """Return parts of a sequence, at most AT_ONCE elements each.

    Other requests can be answered between two parts.
    """
    return (whole[at : at + AT_ONCE] for at in range(0, len(whole), AT_ONCE))
