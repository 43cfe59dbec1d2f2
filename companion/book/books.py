"""Open books, find them by their links, set their title and usual game, and delete them."""

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
from companion.book.former_links import FormerLink, former_links, set_former_links
from companion.book.models import Book, BookPhone, Person, new_revision, new_token
from companion.engine import Impossible
from companion.tables import codes
from companion.tables.models import now
from companion.tables.names import clean_name, one_line
from companion.tables.store import open_session, reading, writing
from companion.tables.trouble import retry_while_unavailable

BookRole = Literal["keep", "write", "read"]
ROLES: tuple[BookRole, ...] = ("keep", "write", "read")
LONGEST_TITLE = 60
_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Found:
    """A book that was found by a link, and the role of this link: manager, editor or reader."""

    book: Book
    role: BookRole

    @property
    def keeps(self) -> bool:
        """Return whether this is a manager's link, which also allows removing and deleting."""
        return self.role == "keep"

    @property
    def writes(self) -> bool:
        """Return whether a phone with this link may add to the book and correct it."""
        return self.role != "read"

    @property
    def address(self) -> str:
        """Return the token of the link by which the book was found.

        Pages use this token in their addresses. So a phone never learns a link that allows more
        than its own.
        """
        return token_of(self.book, self.role)


def token_of(book: Book, role: BookRole) -> str:
    """Return the token of the book's link for this role."""
    return str(getattr(book, f"{role}_token"))


@retry_while_unavailable
def token_now(found: Found) -> str:
    """Return the present token of the link by which the book was found.

    It differs from `found.address` if somebody has just replaced or restored this link. Raises
    NoSuchBook if the book was deleted for good.
    """
    with reading() as connection, open_session(connection) as session:
        book = session.get(Book, found.book.id)
    if book is None:
        raise NoSuchBook(GONE)
    return token_of(book, found.role)


def open_book(title: str, names: Sequence[str] = (), **usual: object) -> Book:
    """Create a book with these people; `usual` are the keyword arguments of `set_usual`.

    Raises ValueError, with a message for the user, if the title, a name or the usual game cannot be
    used.
    """
    book = Book(title=clean_title(title))
    put_usual(book, **usual)  # type: ignore[arg-type] # passed on as it came
    people = [clean_name(name) for name in names]
    _write(book, people)
    return book


@retry_while_unavailable
def _write(book: Book, people: Sequence[str]) -> None:
    with writing() as connection, open_session(connection) as session:
        session.add(book)
        session.flush()
        for number, name in enumerate(people, start=1):
            session.add(Person(book_id=book.id, number=number, name=name))
        session.flush()


def clean_title(text: str) -> str:
    """Return the title in one line, as it is stored.

    Raises ValueError, with a message for the user, if the text cannot be a title.
    """
    title = one_line(text)
    if not title:
        raise Impossible("A book needs a title.")
    if len(title) > LONGEST_TITLE:
        raise Impossible("A title can have at most %(longest)s characters.", longest=LONGEST_TITLE)
    return title


@retry_while_unavailable
def by_token(token: str) -> Found | None:
    """Return the book that the link with this token leads to, and the role of the link.

    Return None if no book has this link.
    """
    if not codes.is_token(token):
        return None
    with reading() as connection, open_session(connection) as session:
        links = or_(Book.keep_token == token, Book.write_token == token, Book.read_token == token)
        book = session.scalar(select(Book).where(links, Book.removed_at.is_(None)))
    if book is None:
        return None
    role = next(role for role in ROLES if token_of(book, role) == token)
    return Found(book, role)


@retry_while_unavailable
def set_title(book: Book, title: str) -> None:
    """Give the book another title. Raises ValueError if the text cannot be a title."""
    title = clean_title(title)
    with changing(book) as (_, current):
        current.title = title


@retry_while_unavailable
def set_usual(
    book: Book, *, variant: str, seats: int | None = None, house: Mapping[str, str] = _NOTHING
) -> None:
    """Set the usual game of the book, its number of players and its house rules.

    Tables that are opened from the book begin with this game. An empty `variant` means that the
    book has no usual game. Raises ValueError if the game does not exist or cannot be played by
    these rules.
    """
    with changing(book) as (_, current):
        put_usual(current, variant=variant, seats=seats, house=house)


@retry_while_unavailable
def replace_links(book: Book, roles: Collection[BookRole] = ("write", "read")) -> Book:
    """Replace the links of these roles, and return the book with its new links.

    The old links lead nowhere, and phones with one of these roles lose the book. Each old link may
    be put back for some days (`undoing`).
    """
    with changing(book) as (session, current):
        others = [link for link in former_links(current) if link.role not in roles]
        replaced = [FormerLink(role, token_of(current, role), now()) for role in roles]
        set_former_links(current, [*others, *replaced])
        for role in roles:
            setattr(current, f"{role}_token", new_token())
            session.execute(
                deletion(BookPhone).where(BookPhone.book_id == book.id, BookPhone.role == role)
            )
    return current


@retry_while_unavailable
def delete(book: Book) -> None:
    """Delete the book, so that none of its links leads anywhere any more.

    Phones that managed the book may put it back for some days (`undoing`).
    """
    with changing(book) as (_, current):
        current.removed_at = now()


@contextmanager
def changing(book: Book) -> Iterator[tuple[Session, Book]]:
    """Yield a session in which the book may be changed, and the book as it is now.

    No other request can change the book until the block ends. Raises NoSuchBook if the book was
    deleted.
    """
    with writing() as connection, open_session(connection) as session:
        current = session.get(Book, book.id, with_for_update=True)
        if current is None or current.removed_at is not None:
            raise NoSuchBook(GONE)
        yield session, current
        current.revision = new_revision()
        session.flush()


def put_usual(
    book: Book, *, variant: str = "", seats: int | None = None, house: Mapping[str, str] = _NOTHING
) -> None:
    """Set the usual game on the row of a book (see `set_usual`). The caller stores the row."""
    if not variant:
        book.variant = ""
        book.seats = 0
        book.house = ""
        return
    rules = variants.get(variant).rules(seats, house)
    book.variant = variant
    book.seats = rules.seats
    book.house = " ".join(f"{key}={value}" for key, value in rules.house)
