"""Books and their people: opening one, finding it, naming people, forgetting a name, deleting all of it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete as deletion
from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from companion import variants
from companion.book.errors import GONE, UNKNOWN_PERSON, NoSuchBook, Unknown
from companion.book.models import Book, Person, Phone, new_token
from companion.engine import Impossible
from companion.tables import codes
from companion.tables.models import now
from companion.tables.names import clean_name
from companion.tables.store import objects, reading, writing
from companion.tables.trouble import patient

Role = Literal["write", "read"]
LONGEST_TITLE = 60
MOST_PEOPLE = 200
MOST_PHONES = 200
_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Found:
    """A book, and what the way it was found by allows: everything, or reading."""

    book: Book
    role: Role

    @property
    def writes(self) -> bool:
        """Whether anything in it may be changed."""
        return self.role == "write"

    @property
    def address(self) -> str:
        """The token of the link it was found by: nobody who reads learns the one to write."""
        return self.book.write_token if self.writes else self.book.read_token


def open_book(title: str, names: Sequence[str] = (), **usual: object) -> Book:
    """A new book with these people; `usual` as in `set_usual`. ValueError, a sentence, for what cannot be a name."""
    book = Book(title=clean_title(title))
    _check_usual(book, **usual)  # type: ignore[arg-type] # passed on as it came
    people = [clean_name(name) for name in names]
    _write(book, people)
    return book


@patient
def _write(book: Book, people: Sequence[str]) -> None:
    with writing() as connection, objects(connection) as session:
        session.add(book)
        session.flush()
        session.add_all(Person(book_id=book.id, number=at, name=name) for at, name in enumerate(people, start=1))
        session.flush()


def clean_title(text: str) -> str:
    """A title as it is kept, in one line; ValueError, a sentence, for one that cannot be."""
    title = " ".join("".join(sign if sign.isprintable() else " " for sign in text[:1000]).split())
    if not title:
        raise Impossible("A book needs a title.")
    if len(title) > LONGEST_TITLE:
        raise Impossible("A title has at most %(longest)s characters.", longest=LONGEST_TITLE)
    return title


@patient
def by_token(token: str) -> Found | None:
    """The book a link leads to."""
    if not codes.is_token(token):
        return None
    with reading() as connection, objects(connection) as session:
        book = session.scalar(select(Book).where(or_(Book.write_token == token, Book.read_token == token)))
    return None if book is None else Found(book, "write" if book.write_token == token else "read")


@patient
def of_phone(device: str, most: int = 20) -> tuple[Found, ...]:
    """The books this phone has on its first page, those it looked into last before the others."""
    query = select(Book, Phone.role).join(Phone, Phone.book_id == Book.id).where(Phone.device == device)
    with reading() as connection, objects(connection) as session:
        found = session.execute(query.order_by(Phone.seen_at.desc(), Book.id).limit(most)).all()
    return tuple(Found(book, "write" if role == "write" else "read") for book, role in found)


@patient
def touch(found: Found, device: str) -> None:
    """From now on this phone has the book on its first page; of very many the one unseen longest makes room."""
    with writing() as connection, objects(connection) as session:
        if session.get(Book, found.book.id) is not None:
            let_in(session, found.book.id, device, found.role)


@patient
def forget(book: Book, device: str) -> None:
    """The phone has the book on its first page no longer."""
    with writing() as connection:
        connection.execute(deletion(Phone).where(Phone.book_id == book.id, Phone.device == device))


@patient
def whose(book: Book, device: str) -> int:
    """The number of the person this phone belongs to, 0 where nobody said."""
    with reading() as connection:
        query = select(Phone.person).where(Phone.book_id == book.id, Phone.device == device)
        return connection.scalar(query) or 0


@patient
def say_whose(book: Book, device: str, person: int) -> None:
    """Whose phone it is; 0: nobody's."""
    with changing(book) as (session, current):
        _person(session, current, person) if person else None
        phone = session.get(Phone, (book.id, device))
        if phone is not None:
            phone.person = person


@patient
def people(book: Book) -> dict[int, str]:
    """Names by their numbers; an empty one was taken out."""
    with reading() as connection:
        query = select(Person.number, Person.name).where(Person.book_id == book.id).order_by(Person.number)
        return {row.number: row.name for row in connection.execute(query)}


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
        _person(session, current, number).name = name


@patient
def remove_person(book: Book, number: int) -> None:
    """The name is taken out of the book and stands nowhere in it any more. What was played stays, by "somebody"."""
    with changing(book) as (session, current):
        _person(session, current, number).name = ""
        session.execute(update(Phone).where(Phone.book_id == book.id, Phone.person == number).values(person=0))


@patient
def set_title(book: Book, title: str) -> None:
    """Another title; ValueError."""
    title = clean_title(title)
    with changing(book) as (_, current):
        current.title = title


@patient
def set_usual(book: Book, *, variant: str, seats: int | None = None, house: Mapping[str, str] = _NOTHING) -> None:
    """The game that is usually played, with its house rules; ValueError for one that does not exist."""
    with changing(book) as (_, current):
        _check_usual(current, variant=variant, seats=seats, house=house)


@patient
def replace_links(book: Book, roles: Collection[Role] = ("write", "read")) -> Book:
    """New links in the place of the old ones, which lead nowhere then; phones that had them forget the book."""
    with changing(book) as (session, current):
        for role in roles:
            setattr(current, f"{role}_token", new_token())
            session.execute(deletion(Phone).where(Phone.book_id == book.id, Phone.role == role))
    return current


@patient
def delete(book: Book) -> None:
    """The book is gone for good, with everything in it. Tables are none of it."""
    with writing() as connection:
        connection.execute(deletion(Book).where(Book.id == book.id))


@contextmanager
def changing(book: Book) -> Iterator[tuple[Session, Book]]:
    """A session to make a change with, and the book as it is now; nobody else changes it meanwhile."""
    with writing() as connection, objects(connection) as session:
        current = session.get(Book, book.id, with_for_update=True)
        if current is None:
            raise NoSuchBook(GONE)
        yield session, current
        current.revision = secrets.randbits(31)  # never one it had: a backup put back may have been changed otherwise
        session.flush()


def named(session: Session, book: Book, names: Sequence[str]) -> list[int]:
    """The numbers of people with these names, new ones for those who are new; 0 for an empty name."""
    numbers = []
    for name in names:
        cleaned = clean_name(name) if name.strip() else ""
        numbers.append((session.scalar(_called(book, cleaned)) or _new(session, book, cleaned)) if cleaned else 0)
    return numbers


def let_in(session: Session, book_id: int, device: str, role: Role, person: int = 0) -> None:
    """A phone has the book from now on; one that writes does not become one that reads."""
    phone = session.get(Phone, (book_id, device))
    if phone is None:
        _make_room(session, book_id)
        session.add(Phone(book_id=book_id, device=device, role=role, person=person))
    else:
        phone.role = "write" if "write" in (role, phone.role) else "read"
        phone.person = person or phone.person
        phone.seen_at = now()
    session.flush()


def _make_room(session: Session, book_id: int) -> None:
    known = select(Phone).where(Phone.book_id == book_id).order_by(Phone.seen_at.desc())
    for oldest in session.scalars(known.offset(MOST_PHONES - 1)).all():
        session.delete(oldest)


def _called(book: Book, name: str):  # type: ignore[no-untyped-def] # a select of one column, whose type is a riddle
    return select(Person.number).where(Person.book_id == book.id, func.lower(Person.name) == func.lower(name))


def _new(session: Session, book: Book, name: str) -> int:
    number = 1 + (session.scalar(select(func.max(Person.number)).where(Person.book_id == book.id)) or 0)
    if number > MOST_PEOPLE:
        raise Impossible("A book has room for %(most)s people.", most=MOST_PEOPLE)
    session.add(Person(book_id=book.id, number=number, name=name))
    session.flush()
    return number


def _person(session: Session, book: Book, number: int) -> Person:
    person = session.get(Person, (book.id, number))
    if person is None or not person.name:
        raise Unknown(UNKNOWN_PERSON)
    return person


def _check_usual(
    book: Book, *, variant: str = "", seats: int | None = None, house: Mapping[str, str] = _NOTHING
) -> None:
    if not variant:
        return
    rules = variants.get(variant).rules(seats, house)
    book.variant, book.seats = variant, rules.seats
    book.house = " ".join(f"{key}={value}" for key, value in rules.house)
