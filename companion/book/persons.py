"""Find, add, rename and remove the people of a book, and merge two entries of the same person."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Select, func, select, update
from sqlalchemy.orm import Session

from companion.book.books import changing
from companion.book.errors import UNKNOWN_PERSON, Unknown
from companion.book.models import Book, BookMatch, BookPhone, Person
from companion.book.totals import canonical_ids_in, canonical_seats, invalidate_all_totals
from companion.engine import Impossible
from companion.tables.models import now
from companion.tables.names import clean_name, name_in_record
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable

MOST_PEOPLE = 200


@retry_while_unavailable
def people(book: Book) -> dict[int, str]:
    """Return the names of the people of a book, by number.

    The name of a person who was removed is empty. A merged person has the name of the person into
    whom they were merged.
    """
    with reading() as connection, open_session(connection) as session:
        known = {row.number: row for row in session.scalars(_of(book.id))}
    return {number: _shown(known[row.same_as or number]) for number, row in known.items()}


def people_to_choose(book: Book) -> dict[int, str]:
    """Return the names of the people that can be chosen in a book, by number.

    People without a name are left out. So are merged people: only the person into whom they were
    merged can be chosen.
    """
    merged = canonical_ids(book)
    names = people(book)
    return {number: name for number, name in names.items() if name and number not in merged}


@retry_while_unavailable
def canonical_ids(book: Book) -> dict[int, int]:
    """Return for each merged person the number of the person they were merged into.

    `{4: 2}` means that person 4 was merged into person 2.
    """
    with reading() as connection:
        return canonical_ids_in(connection, book.id)


@retry_while_unavailable
def add_person(book: Book, name: str) -> int:
    """Add a person with this name to the book, and return the number of the person.

    If the book already has a person with this name, return the number of that person instead.
    Raises ValueError if the text cannot be a name.
    """
    name = clean_name(name)
    with changing(book) as (session, current):
        return find_or_add(session, current, [name])[0]


@retry_while_unavailable
def rename(book: Book, number: int, name: str) -> None:
    """Give a person another name, in all matches.

    Raises ValueError if the text cannot be a name, or if somebody else in the book has this name.
    """
    name = clean_name(name)
    with changing(book) as (session, current):
        if _numbers(session, current).get(_folded(name), number) != number:
            raise Impossible("%(name)s is already in this book.", name=name)
        person(session, current, number).name = name


@retry_while_unavailable
def remove_person(book: Book, number: int) -> None:
    """Remove a person's name from the book, with the names of all who were merged into this person.

    No page shows these names any more. Matches stay, with "somebody" instead. The names may be put
    back for some days and are then deleted for good (`undoing`).
    """
    with changing(book) as (session, current):
        person(session, current, number)
        moment = now()
        spellings = _spellings(session, current, number)
        for row in spellings:
            row.removed_at = moment
        numbers = [row.number for row in spellings]
        phones = update(BookPhone).where(
            BookPhone.book_id == book.id, BookPhone.person.in_(numbers)
        )
        session.execute(phones.values(person=0))


def swapped(before: Sequence[int], chosen: Sequence[int]) -> list[int]:
    """Return people by seat after some seats were given to other people.

    `before` are the people by seat, `chosen` those who are to sit there. If a person moves to
    another seat and nobody was chosen for their old seat, they change places with the person who
    sat in the new seat: `(1, 2, 3, 4)` and `(3, 2, 3, 4)` give `[3, 2, 1, 4]`.
    """
    seated = list(chosen)
    for seat, person in enumerate(chosen):
        if not person or person == before[seat]:
            continue
        other = next((s for s, one in enumerate(before) if one == person and s != seat), None)
        if other is not None and chosen[other] == before[other]:
            seated[other] = before[seat]
    return seated


def restore_name(session: Session, book: Book, number: int) -> None:
    """Put a removed name back into the book, with the names of all who were merged into the person.

    Raises Unknown if no name of this person was removed. Raises Impossible if somebody else in the
    book has one of these names now.
    """
    row = session.get(Person, (book.id, number))
    if row is None or row.removed_at is None or row.same_as:
        raise Unknown(UNKNOWN_PERSON)
    taken = _numbers(session, book)
    spellings = _spellings(session, book, number)
    for spelling in spellings:
        if _folded(spelling.name) in taken:
            raise Impossible("%(name)s is already in this book.", name=spelling.name)
    for spelling in spellings:
        spelling.removed_at = None


@retry_while_unavailable
def is_removed_name(book: Book) -> Callable[[str], bool]:
    """Return a function that tells whether a name was removed and nobody in the book has it now."""
    with reading() as connection, open_session(connection) as session:
        hidden = _removed_numbers(session, book).keys() - _numbers(session, book).keys()
    return lambda name: _folded(name) in hidden


@retry_while_unavailable
def merge(book: Book, number: int, into: int) -> None:
    """Merge person `number` into person `into`, because they are the same person.

    The name of `into` stays. `unmerge` undoes this. Raises Impossible if both played in the same
    match.
    """
    with changing(book) as (session, current):
        one = person(session, current, number)
        other = person(session, current, into)
        if one is other or _have_met(session, current, {number, into}):
            raise Impossible(
                "%(one)s and %(other)s played in the same match, so they cannot be one person.",
                one=one.name,
                other=other.name,
            )
        for row in _spellings(session, current, number):
            row.same_as = into
        phones = update(BookPhone).where(BookPhone.book_id == book.id, BookPhone.person == number)
        session.execute(phones.values(person=into))
        invalidate_all_totals(session, current)


@retry_while_unavailable
def unmerge(book: Book, number: int) -> None:
    """Undo the merge of this person into another person. Raises Unknown if they were not merged."""
    with changing(book) as (session, current):
        found = session.get(Person, (book.id, number))
        if found is None or found.removed_at is not None or not found.same_as:
            raise Unknown(UNKNOWN_PERSON)
        found.same_as = 0
        invalidate_all_totals(session, current)


def find_or_add(
    session: Session, book: Book, names: Sequence[str], *, removed: bool = False
) -> list[int]:
    """Return the numbers of people with these names, 0 for an empty name. Unknown people are added.

    If `removed` is true, people whose name was removed are found too, instead of being added again.
    """
    known = _numbers(session, book)
    if removed:
        known = _removed_numbers(session, book) | known
    numbers = list[int]()
    for name in names:
        cleaned = clean_name(name) if name.strip() else ""
        if cleaned and _folded(cleaned) not in known:
            known[_folded(cleaned)] = _add(session, book, cleaned)
        numbers.append(known[_folded(cleaned)] if cleaned else 0)
    return numbers


def person(session: Session, book: Book, number: int) -> Person:
    """Return the person with this number.

    Raises Unknown if nobody has this number, or if this person was removed or merged into another
    person.
    """
    found = session.get(Person, (book.id, number))
    if found is None or not _shown(found) or found.same_as:
        raise Unknown(UNKNOWN_PERSON)
    return found


def _shown(row: Person) -> str:
    return "" if row.removed_at else row.name


def _folded(name: str) -> str:
    """Return a form of the name in which all spellings that count as one name are equal.

    "ANA" and "Ana" count as one name, and so do the two forms of an accent in Unicode. This does
    not depend on the database.
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def _numbers(session: Session, book: Book) -> dict[str, int]:
    """Return the number of each person in the book, by name.

    The name of a merged person leads to the person into whom they were merged. A person is also
    found by the form in which records write the name, without quotation marks and commas: `A'B C`
    finds `A"B,C`.
    """
    return _by_name([row for row in session.scalars(_of(book.id)) if _shown(row)])


def _removed_numbers(session: Session, book: Book) -> dict[str, int]:
    """Return, by name, the numbers of people who were removed but not yet deleted for good."""
    return _by_name([row for row in session.scalars(_of(book.id)) if row.removed_at and row.name])


def _by_name(people: Sequence[Person]) -> dict[str, int]:
    """Return the numbers of people by name. If two people have the same name, the first counts."""
    rows = people[::-1]
    written = {_folded(name_in_record(row.name)): row.same_as or row.number for row in rows}
    return written | {_folded(row.name): row.same_as or row.number for row in rows}


def _have_met(session: Session, book: Book, both: set[int]) -> bool:
    """Return whether these two people played in the same match.

    A person who was merged counts as the person into whom they were merged.
    """
    canonical = canonical_ids_in(session.connection(), book.id)
    texts = session.scalars(select(BookMatch.people).where(BookMatch.book_id == book.id)).all()
    return any(both <= set(canonical_seats(text, canonical)) for text in set(texts))


def _spellings(session: Session, book: Book, number: int) -> list[Person]:
    """Return the row of a person, and the rows of all people who were merged into them."""
    return [row for row in session.scalars(_of(book.id)) if number in (row.number, row.same_as)]


def _of(book_id: int) -> Select[Any]:
    return select(Person).where(Person.book_id == book_id).order_by(Person.number)


def _add(session: Session, book: Book, name: str) -> int:
    last = session.scalar(select(func.max(Person.number)).where(Person.book_id == book.id)) or 0
    number = last + 1
    if number > MOST_PEOPLE:
        raise Impossible("A book can hold at most %(most)s people.", most=MOST_PEOPLE)
    session.add(Person(book_id=book.id, number=number, name=name))
    session.flush()
    return number
