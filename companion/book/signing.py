"""Sign the result of a match, once per side, and note who changed the match later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion import tables
from companion.book.books import changing
from companion.book.errors import UNKNOWN_MATCH, Unknown
from companion.book.models import Book, BookMatch, BookPhone, Change, Signature
from companion.book.totals import canonical_ids_in, canonical_seats
from companion.tables import Match, NotAllowed
from companion.tables.models import now
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable

_NOBODY: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True)
class Signed:
    """The signature of a side: the person who signed, when, and the result that was signed.

    `person` is 0 if the side agreed at the table. `holds` is true as long as the match still has
    this result.
    """

    side: int
    person: int
    at: datetime
    result: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Changed:
    """A change of a match: what changed ("result" or "people"), and its values before and after.

    `person` is the number of the person who made the change, 0 if nobody knows.
    """

    what: str
    before: str
    after: str
    person: int
    at: datetime


@retry_while_unavailable
def signatures(kept: BookMatch) -> tuple[Signed, ...]:
    """Return the signatures under this match, by side."""
    mine = (Signature.book_id == kept.book_id, Signature.number == kept.number)
    with reading() as connection, open_session(connection) as session:
        found = session.scalars(select(Signature).where(*mine).order_by(Signature.side)).all()
    signed = list[Signed]()
    for row in found:
        holds = row.result == kept.result
        signed.append(Signed(row.side, row.person, row.at, row.result, holds))
    return tuple(signed)


@retry_while_unavailable
def changes(kept: BookMatch) -> tuple[Changed, ...]:
    """Return the changes of a match since it was kept, the oldest first."""
    mine = (Change.book_id == kept.book_id, Change.number == kept.number)
    with reading() as connection, open_session(connection) as session:
        found = session.scalars(select(Change).where(*mine).order_by(Change.seq)).all()
    return tuple(Changed(row.what, row.before, row.after, row.person, row.at) for row in found)


def may_sign(kept: BookMatch, person: int, canonical: Mapping[int, int] = _NOBODY) -> int | None:
    """Return the side for which a person may sign the result: the side on which they played.

    Return None if they did not play, or played on several sides. `canonical` has for each merged
    person the number of the person they were merged into.
    """
    seated = canonical_seats(kept.people, canonical)
    sides = {seat % kept.sides for seat, one in enumerate(seated) if one == person and person}
    return sides.pop() if len(sides) == 1 else None


@retry_while_unavailable
def sign(book: Book, number: int, device: str) -> None:
    """Sign the result of a match for the side of the person whose phone this is.

    Raises NotAllowed if this person did not play in the match, Unknown if the book has no such
    match.
    """
    with changing(book) as (session, current):
        kept = match_in(session, current, number)
        person = person_of(session, book.id, device)
        side = may_sign(kept, person, canonical_ids_in(session.connection(), book.id))
        if side is None:
            raise NotAllowed("Each side signs for itself, on the phone of one of its players.")
        sign_for(session, kept, side, device)


def sign_for(session: Session, kept: BookMatch, side: int, device: str = "") -> None:
    """Sign the result of a match for a side. Do nothing if the side has already signed this result.

    `device` is the phone that signs; it is "" if the side agreed to the result at the table.
    """
    person = person_of(session, kept.book_id, device) if device else 0
    key = {"book_id": kept.book_id, "number": kept.number, "side": side}
    signature = session.get(Signature, tuple(key.values()))
    if signature is None:
        session.add(Signature(**key, result=kept.result, person=person, device=device))
    elif signature.result != kept.result:
        signature.result = kept.result
        signature.person = person
        signature.device = device
        signature.at = now()


def agreed(match: Match) -> tuple[int, ...]:
    """Return the sides that agreed, at the table, to the score after the last hand of the match."""
    state = tables.state(match)
    last = next(tables.hand_ends(state.rows), None)
    return tuple(sorted(side for seq, side in state.agreed if seq == last))


@retry_while_unavailable
def sign_as_agreed(book: Book, match: Match) -> bool:
    """Sign the kept match for the sides that agreed to its result at the table of the match.

    Do nothing if the table has other taps than the kept match: its sides may have agreed to another
    result. Return whether a side signed that had not signed this result.
    """
    sides = agreed(match)
    version = tables.state(match).version
    with reading() as connection, open_session(connection) as session:
        kept = session.scalar(
            select(BookMatch).where(
                BookMatch.book_id == book.id,
                BookMatch.match_id == match.id,
                BookMatch.removed_at.is_(None),
            )
        )
    if kept is None or kept.version != version:
        return False
    new = set(sides) - {one.side for one in signatures(kept) if one.holds}
    if not new:
        return False
    with changing(book) as (session, current):
        kept = match_in(session, current, kept.number)
        for side in new:
            sign_for(session, kept, side)
    return True


def note(session: Session, kept: BookMatch, changed: tuple[str, str, str], device: str) -> None:
    """Store a change of a match, made by the person whose phone is `device`.

    `changed` has what changed ("result" or "people"), and the value before and after.
    """
    what, before, after = changed
    mine = (Change.book_id == kept.book_id, Change.number == kept.number)
    seq = 1 + (session.scalar(select(func.max(Change.seq)).where(*mine)) or 0)
    person = person_of(session, kept.book_id, device)
    key = {"book_id": kept.book_id, "number": kept.number, "seq": seq}
    session.add(Change(**key, what=what, before=before, after=after, person=person))
    session.flush()


def person_of(session: Session, book_id: int, device: str) -> int:
    """Return the number of the person whose phone this is, 0 if nobody has said whose it is."""
    mine = (BookPhone.book_id == book_id, BookPhone.device == device)
    return session.scalar(select(BookPhone.person).where(*mine)) or 0


def match_in(session: Session, book: Book, number: int) -> BookMatch:
    """Return the match with this number. Raises Unknown if the book has no such match.

    This is `reading.match_of`, within a transaction.
    """
    kept = session.get(BookMatch, (book.id, number))
    if kept is None or kept.removed_at is not None:
        raise Unknown(UNKNOWN_MATCH)
    return kept
