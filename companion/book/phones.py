"""The phones that have a book on their first page, and whose they are."""

from __future__ import annotations

from sqlalchemy import delete as deletion
from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.book.books import Found, Role, changing
from companion.book.models import Book, Phone
from companion.book.persons import person
from companion.tables.models import now
from companion.tables.store import objects, reading, writing
from companion.tables.trouble import patient

MOST_PHONES = 200


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
def say_whose(book: Book, device: str, number: int) -> None:
    """Whose phone it is, by the number of a person; 0: nobody's."""
    with changing(book) as (session, current):
        person(session, current, number) if number else None
        phone = session.get(Phone, (book.id, device))
        if phone is not None:
            phone.person = number


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
