"""Keep the matches of tables in a book, bring them up to date, and remove them again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion import tables
from companion.book.books import changing, open_book
from companion.book.errors import UNKNOWN_PERSON, Unknown
from companion.book.models import LEFT_OUT, Book, BookMatch, BookTable, Person
from companion.book.persons import find_or_add
from companion.book.phones import let_in
from companion.book.preparing import PreparedMatch, prepare_table
from companion.book.signing import agreed, match_in, note, sign_for
from companion.book.totals import (
    add_latest_match,
    canonical_ids_in,
    invalidate_totals,
    rebuild_totals,
)
from companion.engine import Impossible
from companion.tables import Match
from companion.tables.models import now
from companion.tables.trouble import retry_while_unavailable

MOST_MATCHES = 20_000


def without_repeats(people: Iterable[int]) -> list[int]:
    """Return people by seat, with each repeated number replaced by 0 (nobody of the book).

    So nobody sits in two seats: `[1, 2, 1]` becomes `[1, 2, 0]`.
    """
    seated = list[int]()
    for person in people:
        seated.append(0 if person in seated else person)
    return seated


def _check_people(session: Session, book: Book, people: Sequence[int], seats: int) -> None:
    known = set(session.scalars(select(Person.number).where(Person.book_id == book.id)))
    if len(people) != seats or not set(people) <= known | {0}:
        raise Unknown(UNKNOWN_PERSON)
    canonical = canonical_ids_in(session.connection(), book.id)
    real = [canonical.get(person, person) for person in people if person]
    if len(set(real)) < len(real):
        raise Impossible("One person cannot sit in two seats.")


def keep_table(
    book: Book,
    match: Match,
    people: Sequence[int] | None = None,
    *,
    device: str = "",
    unfinished: bool = False,
) -> BookMatch:
    """Add the match of a table to the book, or bring it up to date if it is already in the book.

    A match that was removed from the book is put back. `people` are the numbers of persons by seat
    (0: nobody of the book). If they are not given, they are found like this:

    * A match that is already in the book keeps its people.
    * A new match gets the people who were chosen when the table was opened from the book.
    * If the table was not opened from the book, or a seat has another name by now, persons are
      found by the names of the seats, and new names are added.

    Sides that agreed to the result at the table sign it. If result or people of a match change,
    this is noted as a change by the person whose phone is `device`. Raises ValueError if the match
    is not over and `unfinished` is false.
    """
    prepared = prepare_table(match, unfinished=unfinished)
    kept = _keep_table(book, match, prepared, people=people, device=device, sides=agreed(match))
    rebuild_totals(book)
    return kept


@retry_while_unavailable
def _keep_table(
    book: Book,
    match: Match,
    prepared: PreparedMatch,
    *,
    people: Sequence[int] | None,
    device: str,
    sides: Iterable[int],
) -> BookMatch:
    with changing(book) as (session, current):
        kept: BookMatch | None = session.scalar(_of_match(current, match))
        if kept is None:
            seated = _seated(session, current, prepared, people, match)
            kept = add_matches(session, current, [(prepared, seated)], match_id=match.id)[0]
            kept.stake = match.stake
            add_latest_match(session, current, kept)
        else:
            kept.removed_at = None
            seated = list(kept.seated)
            if people is not None:
                seated = _seated(session, current, prepared, people, match)
            _bring_up_to_date(session, kept, prepared, seated, device)
            invalidate_totals(current, kept)
        for side in sides:
            sign_for(session, kept, side)
        session.flush()
        session.refresh(kept)
    return kept


def _seated(
    session: Session,
    book: Book,
    prepared: PreparedMatch,
    people: Sequence[int] | None,
    match: Match,
) -> list[int]:
    if people is not None:
        _check_people(session, book, people, len(prepared.names))
        return list(people)
    opened = session.get(BookTable, (book.id, match.id))
    meant = list[int]()
    if opened is not None and opened.people != LEFT_OUT:
        meant = list(map(int, opened.people.split()))
    names = list[str]()
    for number, name in zip_longest(meant, prepared.names):
        names.append("" if _still_has_name(session, book, number, name) else name)
    found = find_or_add(session, book, names, removed=True)
    seats = zip_longest(found, meant, fillvalue=0)
    return without_repeats(by_name or as_opened for by_name, as_opened in seats)


def _still_has_name(session: Session, book: Book, number: int | None, name: str) -> bool:
    """Return whether a seat still has the name of the person who was chosen for it in the book.

    `name` is the present name of the seat, `number` the number of the person. If `number` is None
    or 0, nobody was chosen, and the result is False. If the book has no name for the person, the
    result is True.
    """
    if not number:
        return False
    person = session.get(Person, (book.id, number))
    return person is None or person.name in ("", name)


def open_book_with_match(title: str, match: Match, device: str) -> Book:
    """Open a new book, with the finished match of this table as its first match.

    `device` becomes a manager of the book, and the other phones with a seat at the table become
    editors. Phones that only watch do not get the book.
    """
    prepared = prepare_table(match)
    state = tables.state(match)
    book = open_book(title)
    kept = _keep_table(book, match, prepared, people=None, device=device, sides=agreed(match))
    seats = {phone.device: phone.seat for phone in state.members.values() if phone.seat is not None}
    _let_in(book, device, seats, kept.seated)
    return book


@retry_while_unavailable
def _let_in(book: Book, keeper: str, seats: Mapping[str, int], seated: Sequence[int]) -> None:
    with changing(book) as (session, _):
        for device in (keeper, *seats.keys() - {keeper}):
            person = seated[seats[device]] if device in seats else 0
            let_in(session, book.id, device, "keep" if device == keeper else "write", person)


def remove_match(book: Book, number: int) -> None:
    """Remove a match from the book.

    The match may be put back for some days and is then deleted for good (`undoing`).
    """
    _remove_match(book, number)
    rebuild_totals(book)


@retry_while_unavailable
def _remove_match(book: Book, number: int) -> None:
    with changing(book) as (session, current):
        match_in(session, current, number).removed_at = now()
        invalidate_totals(current)


def seat_people(book: Book, number: int, people: Sequence[int], device: str) -> None:
    """Correct who sat where in a match: `people` are numbers of persons by seat.

    This is noted as a change by the person whose phone is `device`. Raises Unknown if one of these
    people is not in the book, Impossible if a person would sit in two seats.
    """
    _seat_people(book, number, people, device)
    rebuild_totals(book)


@retry_while_unavailable
def _seat_people(book: Book, number: int, people: Sequence[int], device: str) -> None:
    with changing(book) as (session, current):
        kept = match_in(session, current, number)
        _check_people(session, current, people, len(kept.seated))
        _change_people(session, kept, list(people), device)
        invalidate_totals(current, kept)


def add_matches(
    session: Session,
    book: Book,
    found: Sequence[tuple[PreparedMatch, Sequence[int]]],
    match_id: int = 0,
) -> list[BookMatch]:
    """Add a row to the book for each prepared match with its people by seat, and return the rows.

    `match_id` is the id of the table of the match, 0 if it was not played at a table.
    """
    last = check_room(session, book, len(found))
    kept = list[BookMatch]()
    for number, (prepared, seated) in enumerate(found, start=last + 1):
        people = " ".join(map(str, seated))
        columns = prepared.columns()
        kept.append(
            BookMatch(book_id=book.id, number=number, match_id=match_id, people=people, **columns)
        )
    session.add_all(kept)
    session.flush()
    return kept


def check_room(session: Session, book: Book, more: int) -> int:
    """Raise Impossible if the book has no room for `more` matches.

    Otherwise return the highest number that a match of the book has, 0 if the book has none.
    """
    last = (
        session.scalar(select(func.max(BookMatch.number)).where(BookMatch.book_id == book.id)) or 0
    )
    if last + more > MOST_MATCHES:
        raise Impossible("A book can hold at most %(most)s matches.", most=MOST_MATCHES)
    return last


def _bring_up_to_date(
    session: Session, kept: BookMatch, prepared: PreparedMatch, seated: list[int], device: str
) -> None:
    before = kept.result
    for name, value in prepared.columns().items():
        setattr(kept, name, value)
    if kept.result != before:
        note(session, kept, ("result", before, kept.result), device)
    _change_people(session, kept, seated, device)


def _change_people(session: Session, kept: BookMatch, people: list[int], device: str) -> None:
    before = kept.people
    kept.people = " ".join(map(str, people))
    if before != kept.people:
        note(session, kept, ("people", before, kept.people), device)


def _of_match(book: Book, match: Match):  # type: ignore[no-untyped-def] # a select of BookMatch
    return select(BookMatch).where(BookMatch.book_id == book.id, BookMatch.match_id == match.id)
