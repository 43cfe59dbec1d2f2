"""Keeping matches: from a table that is over, from records; kept again after a change; and taken out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import zip_longest

from sqlalchemy import delete as deletion
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion import tables, variants
from companion.book import writing
from companion.book.books import changing, open_book
from companion.book.errors import UNKNOWN_PERSON, Unknown
from companion.book.models import Book, Change, Kept, Opened, Person, Signature
from companion.book.persons import named
from companion.book.phones import let_in
from companion.book.played import Played, of_record
from companion.book.rates import reckon_again, reckon_last
from companion.book.signing import agreed, kept_of, note, sign_for
from companion.book.tallying import tallied
from companion.engine import Impossible, records
from companion.tables import MOST_TAPS, Match
from companion.tables.models import now
from companion.tables.trouble import patient

MOST_MATCHES = 20_000


@dataclass(frozen=True, slots=True)
class Draft:
    """A match that can be played from its record, ready to be kept: what a row of it says, and the names in it."""

    record: str
    played: Played
    names: tuple[str, ...]
    played_at: datetime

    def columns(self) -> dict[str, object]:
        """What follows from the record alone."""
        end, rules = self.played.end, self.played.rules
        return {
            "variant": rules.variant,
            "record": self.record,
            "sides": rules.sides,
            "winner": end.winner,
            "score": end.score_text,
            "games": "-".join(map(str, end.games)) if rules.best_of > 1 else "",
            "sums": tallied(self.played).text(),
            "played_at": self.played_at,
        }


def drafts(text: str, name: str) -> tuple[Draft, ...]:
    """The records of a text; ValueError, `name:LINE: …why…`, where one of them is wrong anywhere."""
    found: list[Draft] = []
    tables.unhurried(_drafted(text, name, found))
    return tuple(found)


def _drafted(text: str, name: str, found: list[Draft]) -> Iterator[None]:
    """Puts them there, one after the other: between two of them others are answered."""
    written(text)
    for answer in records.replay_text(text, name, variants.build):
        if "error" in answer:
            raise ValueError(answer["error"])
        yield
    for at, record in enumerate(records.read(text)):
        found.append(_draft(record, _date(record) + timedelta(seconds=at)))
        yield


def single(text: str) -> str:
    """The text, if it is one record of no more taps than a table holds; raises ValueError."""
    if len(written(text)) != 1:
        raise Impossible("This code holds no match.")
    return text


def written(text: str) -> tuple[records.Record, ...]:
    """The records of a text; ValueError for one of more taps than a table holds, before anybody plays it."""
    found = records.read(text)
    if any(len(record.taps) > MOST_TAPS for record in found):
        raise Impossible("A match has at most %(most)s taps.", most=MOST_TAPS)
    return found


def of_table(match: Match) -> Draft:
    """The match of a table that is over; ValueError, a sentence, before."""
    state = tables.state(match)
    if not state.line.game.over:
        raise Impossible("The match is not over yet.")
    record = records.read(tables.to_record(match))[0]
    last = state.rows[-1].at if state.rows else match.created_at
    return Draft(writing.anonymous(record), of_record(record), state.names, last)


def keep_records(book: Book, text: str, name: str) -> int:
    """Keeps every record of a text; answers how many. People are found by their names, new ones are added."""
    found = drafts(text, name)
    _keep_drafts(book, found)
    return len(found)


@patient
def _keep_drafts(book: Book, found: Sequence[Draft]) -> None:
    with changing(book) as (session, current):
        kept = [_added(session, current, draft, named(session, current, draft.names)) for draft in found]
        if len(kept) == 1:
            reckon_last(session, current, kept[0])
        else:
            reckon_again(session, current)


def keep_table(book: Book, match: Match, people: Sequence[int] | None = None, *, device: str = "") -> Kept:
    """The match of a table that is over is in the book, with the words its sides gave on the result.

    `people` are numbers by seat (0: nobody of the book); without them who was to sit there when the table was opened
    from the book, else whoever has the names of the seats. Kept again, it is the same one, brought up to date: a result
    that is not the same any more is a change, by the person of that phone.
    """
    return _keep_table(book, match, of_table(match), people=people, device=device, sides=agreed(match))


@patient
def _keep_table(
    book: Book, match: Match, draft: Draft, *, people: Sequence[int] | None, device: str, sides: Iterable[int]
) -> Kept:
    with changing(book) as (session, current):
        kept: Kept | None = session.scalar(_of_match(current, match))
        seated = _seated(session, current, draft, people, match)
        if kept is None:
            kept = _added(session, current, draft, seated, match_id=match.id)
            reckon_last(session, current, kept)
        else:
            _renewed(session, kept, draft, seated if people is not None else list(kept.seated), device)
            reckon_again(session, current)
        for side in sides:
            sign_for(session, kept, side)
        session.flush()
        session.refresh(kept)
    return kept


def _seated(session: Session, book: Book, draft: Draft, people: Sequence[int] | None, match: Match) -> list[int]:
    if people is not None:
        known = set(session.scalars(select(Person.number).where(Person.book_id == book.id)))
        if len(people) != len(draft.names) or not set(people) <= known | {0}:
            raise Unknown(UNKNOWN_PERSON)
        return list(people)
    opened = session.get(Opened, (book.id, match.id))
    meant = list(map(int, opened.people.split())) if opened is not None else []
    found = named(
        session, book, ["" if _is(session, book, *one) else one[1] for one in zip_longest(meant, draft.names)]
    )
    return [number or kept for number, kept in zip_longest(found, meant, fillvalue=0)]


def _is(session: Session, book: Book, number: int | None, name: str) -> bool:
    """Whether a seat still has the name of the person it was opened for; nobody of the book keeps any name."""
    if number is None:
        return False
    person = session.get(Person, (book.id, number))
    return person is None or person.name in ("", name)


def grow(title: str, match: Match, device: str) -> Book:
    """A new book that begins with the match of a table that is over; the phones that played have it from then on."""
    draft, state = of_table(match), tables.state(match)
    book = open_book(title, variant=match.variant, seats=match.seats, house=match.house_rules)
    kept = _keep_table(book, match, draft, people=None, device=device, sides=agreed(match))
    phones = [(phone.device, phone.seat) for phone in state.members.values() if phone.role in ("host", "player")]
    _let_in(book, phones, kept.seated)
    return book


@patient
def _let_in(book: Book, phones: Iterable[tuple[str, int | None]], seated: Sequence[int]) -> None:
    with changing(book) as (session, _):
        for device, seat in phones:
            let_in(session, book.id, device, "write", 0 if seat is None else seated[seat])


@patient
def remove_match(book: Book, number: int) -> None:
    """That match is taken out of the book, with who signed it."""
    with changing(book) as (session, current):
        kept = kept_of(session, current, number)
        session.execute(deletion(Opened).where(Opened.book_id == book.id, Opened.match_id == kept.match_id))
        for model in (Signature, Change, Kept):
            rows = model.book_id == book.id, model.number == number
            session.execute(deletion(model).where(*rows))
        reckon_again(session, current)


@patient
def seat_people(book: Book, number: int, people: Sequence[int], device: str) -> None:
    """Who really sat where in that match, by numbers; Unknown for somebody who is not in the book."""
    with changing(book) as (session, current):
        kept = kept_of(session, current, number)
        known = set(session.scalars(select(Person.number).where(Person.book_id == book.id)))
        if len(people) != len(kept.seated) or not set(people) <= known | {0}:
            raise Unknown(UNKNOWN_PERSON)
        _change_people(session, kept, list(people), device)
        reckon_again(session, current)


def _added(session: Session, book: Book, draft: Draft, seated: Sequence[int], match_id: int = 0) -> Kept:
    last = session.scalar(select(func.max(Kept.number)).where(Kept.book_id == book.id)) or 0
    if last >= MOST_MATCHES:
        raise Impossible("A book has room for %(most)s matches.", most=MOST_MATCHES)
    people = " ".join(map(str, seated))
    kept = Kept(book_id=book.id, number=last + 1, match_id=match_id, people=people, **draft.columns())
    session.add(kept)
    session.flush()
    return kept


def _renewed(session: Session, kept: Kept, draft: Draft, seated: list[int], device: str) -> None:
    before = kept.result
    for name, value in draft.columns().items():
        setattr(kept, name, value)
    if kept.result != before:
        note(session, kept, ("result", before, kept.result), device)
    _change_people(session, kept, seated, device)


def _change_people(session: Session, kept: Kept, people: list[int], device: str) -> None:
    before, kept.people = kept.people, " ".join(map(str, people))
    if before != kept.people:
        note(session, kept, ("people", before, kept.people), device)


def _of_match(book: Book, match: Match):  # type: ignore[no-untyped-def] # a select of rows of Kept
    return select(Kept).where(Kept.book_id == book.id, Kept.match_id == match.id)


def _draft(record: records.Record, played_at: datetime) -> Draft:
    played = of_record(record)
    return Draft(writing.anonymous(record), played, writing.names_in(record, played.rules.seats), played_at)


def _date(record: records.Record) -> datetime:
    """The day a record says, else now."""
    try:
        return datetime.fromisoformat(record.header("Date")).replace(tzinfo=UTC)
    except ValueError:
        return now()
