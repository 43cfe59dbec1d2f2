"""The people of a book: found by name, added, renamed; a name taken out of everything."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from companion.book.books import changing
from companion.book.errors import UNKNOWN_PERSON, Unknown
from companion.book.models import Book, Person, Phone
from companion.engine import Impossible
from companion.tables.names import clean_name
from companion.tables.store import reading
from companion.tables.trouble import patient

MOST_PEOPLE = 200


@patient
def people(book: Book) -> dict[int, str]:
    """Names by their numbers; an empty one was taken out."""
    with reading() as connection:
        query = select(Person.number, Person.name).where(Person.book_id == book.id).order_by(Person.number)
        return {row.number: row.name for row in connection.execute(query)}


@patient
def add_person(book: Book, name: str) -> int:
    """The number of a new person, or of the one who has that name already. ValueError for a name that is none."""
    with changing(book) as (session, current):
        return named(session, current, [name])[0]


@patient
def rename(book: Book, number: int, name: str) -> None:
    """Another name for somebody, in all matches. ValueError for a name that is none or somebody else's."""
    name = clean_name(name)
    with changing(book) as (session, current):
        taken = session.scalar(_called(current, name).where(Person.number != number))
        if taken is not None:
            raise Impossible("%(name)s is in this book already.", name=name)
        person(session, current, number).name = name


@patient
def remove_person(book: Book, number: int) -> None:
    """The name is taken out of the book and stands nowhere in it any more. What was played stays, by "somebody"."""
    with changing(book) as (session, current):
        person(session, current, number).name = ""
        session.execute(update(Phone).where(Phone.book_id == book.id, Phone.person == number).values(person=0))


def named(session: Session, book: Book, names: Sequence[str]) -> list[int]:
    """The numbers of people with these names, new ones for those who are new; 0 for an empty name."""
    numbers = []
    for name in names:
        cleaned = clean_name(name) if name.strip() else ""
        numbers.append((session.scalar(_called(book, cleaned)) or _new(session, book, cleaned)) if cleaned else 0)
    return numbers


def person(session: Session, book: Book, number: int) -> Person:
    """The person of that number; Unknown for one who is not there, or whose name was taken out."""
    found = session.get(Person, (book.id, number))
    if found is None or not found.name:
        raise Unknown(UNKNOWN_PERSON)
    return found


def _called(book: Book, name: str):  # type: ignore[no-untyped-def] # a select of one column
    return select(Person.number).where(Person.book_id == book.id, func.lower(Person.name) == func.lower(name))


def _new(session: Session, book: Book, name: str) -> int:
    number = 1 + (session.scalar(select(func.max(Person.number)).where(Person.book_id == book.id)) or 0)
    if number > MOST_PEOPLE:
        raise Impossible("A book has room for %(most)s people.", most=MOST_PEOPLE)
    session.add(Person(book_id=book.id, number=number, name=name))
    session.flush()
    return number
