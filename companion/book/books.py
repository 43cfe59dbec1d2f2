"""Books: opening one, finding it by its links, its title and usual game, new links, deleting all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete as deletion
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from companion import variants
from companion.book.errors import GONE, NoSuchBook
from companion.book.models import Book, Person, Phone, new_revision, new_token
from companion.engine import Impossible
from companion.tables import codes
from companion.tables.names import clean_name
from companion.tables.store import objects, reading, writing
from companion.tables.trouble import patient

Role = Literal["write", "read"]
LONGEST_TITLE = 60
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
def set_title(book: Book, title: str) -> None:
    """Another title; ValueError."""
    title = clean_title(title)
    with changing(book) as (_, current):
        current.title = title


@patient
def set_usual(book: Book, *, variant: str, seats: int | None = None, house: Mapping[str, str] = _NOTHING) -> None:
    """The game that tables begin with, with its house rules; ValueError for one that does not exist. Empty: none."""
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
        current.revision = new_revision()
        session.flush()


def _check_usual(
    book: Book, *, variant: str = "", seats: int | None = None, house: Mapping[str, str] = _NOTHING
) -> None:
    if not variant:
        book.variant, book.seats, book.house = "", 0, ""
        return
    rules = variants.get(variant).rules(seats, house)
    book.variant, book.seats = variant, rules.seats
    book.house = " ".join(f"{key}={value}" for key, value in rules.house)
