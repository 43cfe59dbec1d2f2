"""The phones that have a book on their first page, and whose they are."""

from __future__ import annotations

from sqlalchemy import case, select
from sqlalchemy import delete as deletion
from sqlalchemy.orm import Session

from companion.book.books import ROLES, BookRole, Found, changing
from companion.book.models import Book, BookPhone
from companion.book.persons import person
from companion.tables.models import now
from companion.tables.store import objects, reading, writing
from companion.tables.trouble import patient

MOST_PHONES = 200


@patient
def of_phone(device: str, most: int = 20) -> tuple[Found, ...]:
    """The books this phone has on its first page, those it looked into last before the others."""
    query = select(Book, BookPhone.role).join(BookPhone, BookPhone.book_id == Book.id)
    query = query.where(BookPhone.device == device, Book.removed_at.is_(None))
    with reading() as connection, objects(connection) as session:
        found = session.execute(query.order_by(BookPhone.seen_at.desc(), Book.id).limit(most)).all()
    return tuple(Found(book, _role(role)) for book, role in found)


@patient
def role_in(book: Book, device: str) -> BookRole | None:
    """What this phone may do in the book; None where it has never had it."""
    with reading() as connection:
        query = select(BookPhone.role).where(
            BookPhone.book_id == book.id, BookPhone.device == device
        )
        found = connection.scalar(query)
    return _role(found) if found else None


@patient
def touch(found: Found, device: str) -> None:
    """From now on this phone has the book on its first page."""
    with writing() as connection, objects(connection) as session:
        if session.get(Book, found.book.id) is not None:
            let_in(session, found.book.id, device, found.role)


@patient
def forget(book: Book, device: str) -> None:
    """The phone has the book on its first page no longer."""
    with writing() as connection:
        connection.execute(
            deletion(BookPhone).where(BookPhone.book_id == book.id, BookPhone.device == device)
        )


@patient
def whose(book: Book, device: str) -> int:
    """The number of the person this phone belongs to, 0 where nobody said."""
    with reading() as connection:
        query = select(BookPhone.person).where(
            BookPhone.book_id == book.id, BookPhone.device == device
        )
        return connection.scalar(query) or 0


@patient
def say_whose(book: Book, device: str, number: int) -> None:
    """Whose phone it is, by the number of a person; 0: nobody's."""
    with changing(book) as (session, current):
        person(session, current, number) if number else None
        phone = session.get(BookPhone, (book.id, device))
        if phone is not None:
            phone.person = number


def _role(text: str) -> BookRole:
    return next(role for role in ROLES if role == text)


def let_in(session: Session, book_id: int, device: str, role: BookRole, person: int = 0) -> None:
    """A phone has the book from now on; it may do no less than before."""
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
    """Of very many phones one makes room: of those that only read the one unseen longest, else of those that write."""
    last = case({role: at for at, role in enumerate(ROLES)}, value=BookPhone.role)
    known = (
        select(BookPhone)
        .where(BookPhone.book_id == book_id)
        .order_by(last, BookPhone.seen_at.desc())
    )
    for forgotten in session.scalars(known.offset(MOST_PHONES - 1)).all():
        session.delete(forgotten)
