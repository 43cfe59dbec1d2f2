"""A whole book out of the JSON text that `whole` makes: people, matches, stakes, signatures, changes as they were.

Everything is read and played before anything is written; both are done bit by bit while others are answered.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from companion import tables
from companion.book.books import changing, clean_title, put_usual
from companion.book.drafts import Draft, draft, possible
from companion.book.json_text import JsonText
from companion.book.keeping import MOST_MATCHES
from companion.book.keeping_records import slices
from companion.book.models import Book, Change, Kept, Person, Signature
from companion.book.persons import MOST_PEOPLE
from companion.book.rates import begin_again, reckon
from companion.engine import Impossible, records
from companion.tables import unhurried, written
from companion.tables.names import clean_name
from companion.tables.trouble import patient
from companion.tables.turns import Meanwhile, nothing

MOST_CHANGES = 1000  # of one match
LONGEST = 124  # characters of a result
FAULTS = (KeyError, TypeError, ValueError, ArithmeticError, AttributeError)  # of values that are not as they should be

Row = dict[str, Any]
Said = tuple[type[Signature] | type[Change], Row]


@dataclass(frozen=True, slots=True)
class MovedMatch:
    """A match on its way: the columns of its row, and those of its signatures and changes."""

    number: int
    columns: Row
    said: tuple[Said, ...]


@dataclass(slots=True)
class MovedBook:
    """A book on its way: its title and usual game, its people, its matches by number."""

    facts: Row = field(default_factory=dict)
    people: dict[int, Row] = field(default_factory=dict)
    matches: dict[int, MovedMatch] = field(default_factory=dict)


def bring_in(book: Book, text: str, name: str, meanwhile: Meanwhile = nothing) -> None:
    """Puts a whole book, from the text of a file of that name, into one that has no people and no matches yet.

    ValueError, a sentence about the file, where it is no such book; then nothing was written. `meanwhile` is called
    whenever others were answered; what it raises ends the work before anything is written.
    """
    moved = MovedBook()
    unhurried(_read(text, name, moved), meanwhile)
    _begin(book, moved)
    unhurried(_keep(book, moved))
    reckon(book)


def _read(text: str, name: str, moved: MovedBook) -> Iterator[None]:
    source = JsonText(text, name)
    try:
        for key, value in source.values("matches"):
            yield
            if key == "matches":
                yield from _match(value, name, moved)
            elif key == "people":
                moved.people = dict(map(_person, value[:MOST_PEOPLE]))
            elif key in ("title", "variant", "seats", "house"):
                moved.facts[key] = value
        _check(moved)
    except (Impossible, records.Unplayable):
        raise
    except FAULTS as fault:
        raise source.fault() from fault


def _check(moved: MovedBook) -> None:
    """Plays through what the first write will do, on a book of its own."""
    facts, others = moved.facts, {row["same_as"] for row in moved.people.values()}
    put_usual(Book(title=clean_title(facts["title"])), **_usual(facts))
    _sure({number for number in others if number} <= {n for n, row in moved.people.items() if not row["same_as"]})


def _usual(facts: Row) -> Row:
    return {name: facts[name] for name in ("variant", "seats", "house")}


def _person(one: Mapping[str, Any]) -> tuple[int, Row]:
    name, number = one["name"], _whole(one["number"], 1, MOST_PEOPLE)
    return number, {"name": name and clean_name(name), "same_as": _whole(one["same_as"], 0, MOST_PEOPLE)}


def _match(one: Mapping[str, Any], name: str, moved: MovedBook) -> Iterator[None]:
    number = _whole(one["number"], 1, MOST_MATCHES)
    _sure(number not in moved.matches)
    drafted = yield from _drafted(one["record"], f"{name}#{number}", _moment(one["date"]))
    columns = drafted.columns() | {
        "people": " ".join(map(str, _seated(one["people"], len(drafted.names), moved))),
        "stake": tables.clean_stake(one["for"]),
        "settled_at": one["settled"] and _moment(one["settled"]),
    }
    said = *_signatures(one["signed"], len(drafted.names), moved), *_changes(one["changed"], moved)
    moved.matches[number] = MovedMatch(number, columns, said)


def _drafted(text: str, name: str, moment: datetime) -> Generator[None, None, Draft]:
    """The match of the only record in a text, without the names it may have."""
    _sure("\0" not in text and bool(text.encode()))
    found = list[records.Record]()
    for record in written(text, name):
        yield
        found += [record] if record else []
    (only,) = found
    return (yield from draft(only, name, moment))


def _seated(people: Sequence[Any], seats: int, moved: MovedBook) -> list[int]:
    seated = [_of(one, moved) for one in people]
    real = [one for one in seated if one]
    _sure(len(seated) == seats and len(set(real)) == len(real))
    return seated


def _signatures(found: Sequence[Any], sides: int, moved: MovedBook) -> Iterator[Said]:
    for side, one in {_whole(one["side"], 0, sides - 1): one for one in found[:sides]}.items():
        yield Signature, {"side": side, "result": _line(one["result"]), "device": ""} | _by(one, moved)


def _changes(found: Sequence[Any], moved: MovedBook) -> Iterator[Said]:
    for seq, one in enumerate(found[:MOST_CHANGES], start=1):
        _sure(one["what"] in ("result", "people"))
        texts = {name: _line(one[name]) for name in ("what", "before", "after")}
        yield Change, {"seq": seq} | texts | _by(one, moved)


def _by(one: Mapping[str, Any], moved: MovedBook) -> Row:
    return {"person": _of(one["person"], moved), "at": _moment(one["at"])}


def _of(number: object, moved: MovedBook) -> int:
    """The number of one of its people, or 0."""
    found = _whole(number, 0, MOST_PEOPLE)
    _sure(found in moved.people or not found)
    return found


def _sure(fact: bool) -> None:  # noqa: FBT001 # it is what is asked
    if not fact:
        raise ValueError


def _whole(value: object, least: int, most: int) -> int:
    _sure(type(value) is int and least <= value <= most)
    return int(value)  # type: ignore[call-overload,no-any-return] # just looked at


def _line(text: str) -> str:
    _sure(len(text) <= LONGEST and text.isprintable())
    return text


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    possible(moment, text)
    return moment.astimezone(UTC)


@patient
def _begin(book: Book, moved: MovedBook) -> None:
    with changing(book) as (session, current):
        for row in (Person, Kept):
            if session.scalar(select(row.number).where(row.book_id == book.id).limit(1)):
                raise Impossible("A whole book can only be imported into a new book without people or matches.")
        current.title = clean_title(moved.facts["title"])
        put_usual(current, **_usual(moved.facts))
        session.add_all(Person(book_id=book.id, number=number, **row) for number, row in moved.people.items())


def _keep(book: Book, moved: MovedBook) -> Iterator[None]:
    """The highest numbers first: a match that is kept meanwhile comes after all of them."""
    for some in slices(sorted(moved.matches.values(), key=lambda one: -one.number)):
        _write(book, some)
        yield


@patient
def _write(book: Book, matches: Sequence[MovedMatch]) -> None:
    with changing(book) as (session, current):
        for match in matches:
            session.add(Kept(book_id=book.id, number=match.number, **match.columns))
            session.add_all(row(book_id=book.id, number=match.number, **columns) for row, columns in match.said)
        begin_again(current)
