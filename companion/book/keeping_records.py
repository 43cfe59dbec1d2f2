"""Keeping the matches of a text of records: each once, some at a time, while everybody else is answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.book import writing
from companion.book.books import changing
from companion.book.drafts import Draft, drafts
from companion.book.keeping import added, check_room, once
from companion.book.models import Book, Kept
from companion.book.persons import named
from companion.book.rates import begin_again, reckon, reckon_last
from companion.engine import Impossible
from companion.tables import unhurried
from companion.tables.store import objects, reading
from companion.tables.trouble import patient
from companion.tables.turns import Meanwhile, nothing

AT_ONCE = 50  # matches written before others have their turn

Whatever = TypeVar("Whatever")


class Imported(NamedTuple):
    """How many matches of a text are in the book now that were not, and how many were there already."""

    new: int
    known: int


def keep_records(book: Book, text: str, name: str, meanwhile: Meanwhile = nothing) -> Imported:
    """Keeps every record of a text. People are found by their names, new ones are added.

    A match that is in the book already is not kept again; Impossible where none is new.

    `meanwhile` is called whenever others were answered; what it raises ends the work before anything is kept. The
    matches are written some at a time; where that is cut short, the same text puts in those that are missing.
    """
    found = drafts(text, name, meanwhile)
    new, kept = list[Draft](), list[int]()
    unhurried(_sought(book, found, new))
    if not new:
        raise Impossible("These matches are already in the book.")
    _make_room(book, new)
    unhurried(_written(book, new, kept))
    reckon(book)
    return Imported(sum(kept), len(found) - sum(kept))


def _sought(book: Book, drafted: Sequence[Draft], new: list[Draft]) -> Iterator[None]:
    """Puts those there that are not in the book yet."""
    for some in slices(drafted):
        new += _new_of(book, some)
        yield


@patient
def _new_of(book: Book, drafted: Sequence[Draft]) -> list[Draft]:
    with reading() as connection, objects(connection) as session:
        return _unknown(session, book, drafted)


def _written(book: Book, drafted: Sequence[Draft], kept: list[int]) -> Iterator[None]:
    """Writes them, and puts there how many each write kept."""
    for some in slices(drafted):
        kept.append(_keep_drafts(book, some))
        yield


@patient
def _make_room(book: Book, drafted: Sequence[Draft]) -> None:
    """Adds the people, and asks whether all will have room, before the first match is written."""
    with changing(book) as (session, current):
        check_room(session, current, len(drafted))
        named(session, current, list(dict.fromkeys(name for draft in drafted for name in draft.names)))


@patient
def _keep_drafts(book: Book, drafted: Sequence[Draft]) -> int:
    with changing(book) as (session, current):
        found = _unknown(session, current, drafted)
        names = dict.fromkeys(name for draft in found for name in draft.names)
        numbers = dict(zip(names, named(session, current, list(names)), strict=True))
        kept = added(session, current, [(draft, once(numbers[name] for name in draft.names)) for draft in found])
        if len(kept) == 1:
            reckon_last(session, current, kept[0])
        else:
            begin_again(current)
    return len(found)


def _unknown(session: Session, book: Book, drafted: Sequence[Draft]) -> list[Draft]:
    """Those that are not in the book yet: another match was played otherwise, or at another time."""
    known: dict[str, list[tuple[datetime, bool]]] = {}
    wanted = {draft.identity for draft in drafted}
    query = select(Kept).where(Kept.book_id == book.id, Kept.removed_at.is_(None), Kept.identity.in_(wanted))
    for kept in session.scalars(query):
        timed = kept.match_id != 0 or writing.timed(kept.record)
        known.setdefault(kept.identity, []).append((kept.played_at, timed))
    new = []
    for draft in drafted:
        moment, timed = draft.played_at, writing.timed(draft.record)
        twins = known.setdefault(draft.identity, [])
        if not any(_same_time(moment, other, exact=timed and known_time) for other, known_time in twins):
            twins.append((moment, timed))
            new.append(draft)
    return new


def _same_time(one: datetime, other: datetime, *, exact: bool) -> bool:
    """Whether two moments are one to the second, or one day where only the day of one is known."""
    if exact:
        return abs(one - other) < timedelta(seconds=1)
    return one.astimezone().date() == other.astimezone().date()


def slices(whole: Sequence[Whatever]) -> Iterator[Sequence[Whatever]]:
    """Of that many at a time, between which others have their turn."""
    return (whole[at : at + AT_ONCE] for at in range(0, len(whole), AT_ONCE))
