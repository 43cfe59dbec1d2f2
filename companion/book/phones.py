"""Store on which phones the first page shows a book, and which person each phone belongs to."""

from __future__ import annotations

from sqlalchemy import case, select
from sqlalchemy import delete as deletion
from sqlalchemy.orm import Session

from companion.book.books import ROLES, BookRole, Found, changing, token_of
from companion.book.models import Book, BookPhone
from companion.book.persons import person
from companion.tables.models import now
from companion.tables.store import open_session, reading, writing
from companion.tables.trouble import retry_while_unavailable

MOST_PHONES = 200


@retry_while_unavailable
def of_phone(device: str, most: int = 20) -> tuple[Found, ...]:
    """Return the books that the first page shows on this phone, the most recently opened first."""
    query = select(Book, BookPhone.role).join(BookPhone, BookPhone.book_id == Book.id)
    query = query.where(BookPhone.device == device, Book.removed_at.is_(None))
    with reading() as connection, open_session(connection) as session:
        found = session.execute(query.order_by(BookPhone.seen_at.desc(), Book.id).limit(most)).all()
    return tuple(Found(book, _role(role)) for book, role in found)


@retry_while_unavailable
def role_in(book: Book, device: str) -> BookRole | None:
    """Return what this phone may do in the book: "keep", "write" or "read".

    Return None if the first page of this phone does not show the book: nobody has opened the book
    on this phone, or somebody removed the book from that page.
    """
    mine = (BookPhone.book_id == book.id, BookPhone.device == device)
    with reading() as connection:
        found = connection.scalar(select(BookPhone.role).where(*mine))
    return _role(found) if found else None


@retry_while_unavailable
def remember_phone(found: Found, device: str) -> None:
    """Show the book on the first page of this phone from now on.

    The phone gets the role of the link by which the book was found. Nothing changes if somebody has
    just replaced this link: otherwise the first page of the phone would show the new link.
    """
    with writing() as connection, open_session(connection) as session:
        current = session.get(Book, found.book.id, with_for_update=True)
        if current is not None and token_of(current, found.role) == found.address:
            let_in(session, found.book.id, device, found.role)


@retry_while_unavailable
def forget(book: Book, device: str) -> None:
    """Remove the book from the first page of this phone, which loses its role in the book."""
    with writing() as connection:
        connection.execute(
            deletion(BookPhone).where(BookPhone.book_id == book.id, BookPhone.device == device)
        )


@retry_while_unavailable
def whose(book: Book, device: str) -> int:
    """Return the number of the person whose phone this is, 0 if nobody has said whose it is."""
    mine = (BookPhone.book_id == book.id, BookPhone.device == device)
    with reading() as connection:
        return connection.scalar(select(BookPhone.person).where(*mine)) or 0


@retry_while_unavailable
def say_whose(book: Book, device: str, number: int) -> None:
    """Store whose phone this is: `number` is that of a person, 0 for nobody.

    Raises Unknown if the book has no such person.
    """
    with changing(book) as (session, current):
        if number:
            person(session, current, number)  # raises Unknown if the book has no such person
        phone = session.get(BookPhone, (book.id, device))
        if phone is not None:
            phone.person = number


def _role(text: str) -> BookRole:
    return next(role for role in ROLES if role == text)


def let_in(session: Session, book_id: int, device: str, role: BookRole, person: int = 0) -> None:
    """Give a phone this role in the book, and have its first page show the book.

    A phone that already has a higher role in the book keeps that role. `person` is the number of
    the person whose phone it is, 0 if it is not known.
    """
    phone = session.get(BookPhone, (book_id, device))
    if phone is None:
        _make_room(session, book_id)
        session.add(BookPhone(book_id=book_id, device=device, role=role, person=person))
    else:
        phone.role = next(one for one in ROLES if one in (role, phone.role))
        phone.person = person or phone.person
        phone.seen_at = now()
    session.flush()


def _make_room(session: Session, book_id: int) -> None:
    """Remove the book from some phones if too many have it: first from readers, then from editors.

    Among phones with the same role, those that opened the book longest ago lose it first.
    """
    last = case({role: at for at, role in enumerate(ROLES)}, value=BookPhone.role)
    known = select(BookPhone).where(BookPhone.book_id == book_id)
    known = known.order_by(last, BookPhone.seen_at.desc())
    for forgotten in session.scalars(known.offset(MOST_PHONES - 1)).all():
        session.delete(forgotten)
