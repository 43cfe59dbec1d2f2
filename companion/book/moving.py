"""Import a whole book from the JSON text that `whole` writes.

The whole text is read and checked, and all matches are replayed, before anything is written. This
is done in steps, between which other requests are answered. Then the book is written in one
transaction, so that it is imported whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from companion import tables
from companion.book.books import LONGEST_TITLE, changing, clean_title, put_usual
from companion.book.json_shapes import anything, keyed, listed, named, nullable, string, whole
from companion.book.json_text import LONGEST, JsonText
from companion.book.keeping import MOST_MATCHES
from companion.book.keeping_records import slices
from companion.book.models import Book, BookMatch, Change, Person, Signature
from companion.book.persons import MOST_PEOPLE
from companion.book.preparing import PreparedMatch, check_possible, prepare_match
from companion.book.totals import invalidate_totals, rebuild_totals
from companion.book.whole import MOST_CHANGES, VERSION
from companion.engine import N_, Impossible, records
from companion.retelling.standing import result_figures
from companion.tables import iter_records, run_in_steps
from companion.tables.names import clean_name
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tables.turns import Meanwhile, do_nothing, run_in_a_write

NOT_EMPTY = N_("A whole book can only be imported into a new book without people or matches.")

MOST_SEATS = 20  # no game has so many
LONGEST_LINE = 124  # characters of a result, or of the people of a match
LONGEST_MOMENT = 40
LONGEST_ZONE = 64
# Zones that this machine does not know are kept as well (`days.zone_named`).
ZONE = re.compile(r"[A-Za-z0-9+_/-]*")

NUMBER_OF_PERSON = whole(1, MOST_PEOPLE)
PERSON_OR_NOBODY = whole(0, MOST_PEOPLE)
MOMENT = string(LONGEST_MOMENT)

PERSON = keyed({"number": NUMBER_OF_PERSON, "name": string(100), "same_as": PERSON_OR_NOBODY})

SIGNATURE = keyed(
    {
        "side": whole(0, MOST_SEATS),
        "result": string(LONGEST_LINE),
        "person": PERSON_OR_NOBODY,
        "at": MOMENT,
    }
)

CHANGE = keyed(
    {
        "what": string(20),
        "before": string(LONGEST_LINE),
        "after": string(LONGEST_LINE),
        "person": PERSON_OR_NOBODY,
        "at": MOMENT,
    }
)

# The optional values follow from the record. They are written for other programs. Here they are not
# read, but computed from the record.
MATCH = keyed(
    {
        "number": whole(1, MOST_MATCHES),
        "date": MOMENT,
        "people": listed(PERSON_OR_NOBODY, MOST_SEATS),
        "for": string(1000),
        "settled": nullable(MOMENT),
        "signed": listed(SIGNATURE, MOST_SEATS),
        "changed": listed(CHANGE, MOST_CHANGES),
        "record": string(LONGEST),
    },
    optional={
        "variant": string(100),
        "score": string(1000),
        "games": string(1000),
        "winner": nullable(whole(0, MOST_SEATS)),
        "counted": anything,
    },
)

BOOK = {
    "version": whole(1, 1_000_000),
    "zone": string(LONGEST_ZONE),
    "title": string(10 * LONGEST_TITLE),
    "variant": string(100),
    "seats": whole(0, MOST_SEATS),
    "house": named(string(100), 100),
    "people": listed(PERSON, MOST_PEOPLE),
    "matches": MATCH,
}
"""The shape of each value of a file, by key. The list `matches` is read one match at a time."""
SINCE_2 = ("version", "zone")  # what files of version 1 do not have

Row = dict[str, Any]
Said = tuple[type[Signature] | type[Change], Row]


@dataclass(frozen=True, slots=True)
class MovedMatch:
    """A match to be imported: the columns of its row, and those of its signatures and changes."""

    number: int
    columns: Row
    said: tuple[Said, ...]


@dataclass(slots=True)
class MovedBook:
    """A book that is being imported.

    `facts` are its title, its usual game and its time zone. The keys of `people` and `matches` are
    the numbers of the people and matches. `mentioned` are the numbers of the people in the matches.
    The file may describe these people after the matches, so they are checked at the end.
    """

    facts: Row = field(default_factory=dict)
    people: dict[int, Row] = field(default_factory=dict)
    mentioned: set[int] = field(default_factory=set)
    matches: dict[int, MovedMatch] = field(default_factory=dict)


def import_book(book: Book, text: str, name: str, meanwhile: Meanwhile = do_nothing) -> None:
    """Import a whole book from the text of a file into a book without people and matches.

    `name` is the name of the file. Raises ValueError, with a message about the file for the user,
    and writes nothing if the file cannot be imported. After every step, other requests are answered
    and then `meanwhile` is called. If `meanwhile` raises an exception, nothing is written.
    """
    _check_new(book)  # before anything is read, which takes half a minute for a large book
    moved = MovedBook()
    run_in_steps(_read(text, name, moved), meanwhile)
    _write(book, moved)
    rebuild_totals(book)


def _read(text: str, name: str, moved: MovedBook) -> Iterator[None]:
    source = JsonText(text, name)
    try:
        for key, value in source.values(BOOK, listed="matches", optional=SINCE_2):
            yield
            if key == "matches":
                yield from _read_match(value, name, moved)
            elif key == "people":
                _read_people(value, moved)
            elif key == "version" and value > VERSION:
                raise Impossible(
                    "%(name)s was saved by a later version of this program.", name=name
                )
            else:
                moved.facts[key] = value
        _check_facts(moved)
    except (Impossible, records.Unplayable):
        raise
    except ValueError as fault:
        raise source.fault() from fault


def _check_facts(moved: MovedBook) -> None:
    """Raise ValueError if the title, the time zone or the usual game of the file cannot be used.

    Also raise ValueError if the file does not describe every person in its matches.
    """
    _sure(moved.mentioned <= moved.people.keys())
    _sure(ZONE.fullmatch(moved.facts.get("zone", "")) is not None)
    put_usual(Book(title=clean_title(moved.facts["title"])), **_usual(moved.facts))


def _usual(facts: Row) -> Row:
    return {name: facts[name] for name in ("variant", "seats", "house")}


def _read_people(found: Sequence[Mapping[str, Any]], moved: MovedBook) -> None:
    for one in found:
        _sure(one["number"] not in moved.people)
        name = clean_name(one["name"]) if one["name"] else ""
        moved.people[one["number"]] = {"name": name, "same_as": one["same_as"]}
    for row in moved.people.values():
        if row["same_as"]:
            person = moved.people.get(row["same_as"])
            _sure(person is not None and not person["same_as"])
            # Earlier releases left the spellings of a person whose name was removed in the file.
            if not (person and person["name"]):
                row["name"] = ""


def _read_match(one: Mapping[str, Any], name: str, moved: MovedBook) -> Iterator[None]:
    number = one["number"]
    _sure(number not in moved.matches)
    prepared = yield from _prepare(one["record"], f"{name}#{number}", _moment(one["date"]))
    seats = len(prepared.names)
    columns: Row = prepared.columns() | {
        "people": " ".join(map(str, _seated(one["people"], seats, moved))),
        "stake": tables.clean_stake(one["for"]),
        "settled_at": None if one["settled"] is None else _moment(one["settled"]),
    }
    sides: int = columns["sides"]
    said = (*_signatures(one["signed"], sides, moved), *_changes(one["changed"], moved))
    moved.matches[number] = MovedMatch(number, columns, said)


def _prepare(text: str, name: str, moment: datetime) -> Generator[None, None, PreparedMatch]:
    """Replay the only record of a text and return the prepared match. Yield after each step."""
    found = list[records.Record]()
    for record in iter_records(text, name):
        yield
        if record:
            found.append(record)
    (only,) = found
    return (yield from prepare_match(only, name, moment))


def _seated(people: Sequence[int], seats: int, moved: MovedBook) -> list[int]:
    seated = [_person_of(one, moved) for one in people]
    real = [one for one in seated if one]
    _sure(len(seated) == seats and len(set(real)) == len(real))
    return seated


def _signatures(found: Sequence[Mapping[str, Any]], sides: int, moved: MovedBook) -> Iterator[Said]:
    signed = set[int]()
    for one in found:
        _sure(one["side"] < sides and one["side"] not in signed)
        signed.add(one["side"])
        facts = {"side": one["side"], "result": _result(one["result"]), "device": ""}
        yield Signature, facts | _by(one, moved)


def _changes(found: Sequence[Mapping[str, Any]], moved: MovedBook) -> Iterator[Said]:
    for seq, one in enumerate(found, start=1):
        for line in (one["before"], one["after"]):
            _check_change(one["what"], line, moved)
        facts = {"seq": seq, "what": one["what"], "before": one["before"], "after": one["after"]}
        yield Change, facts | _by(one, moved)


def _check_change(what: str, line: str, moved: MovedBook) -> None:
    if what == "result":
        _result(line)
    elif what == "people":
        _check_numbers(line, moved)
    else:
        raise ValueError(what)


def _by(one: Mapping[str, Any], moved: MovedBook) -> Row:
    return {"person": _person_of(one["person"], moved), "at": _moment(one["at"])}


def _person_of(number: int, moved: MovedBook) -> int:
    """Return the number of a person unchanged, and note that the file must describe this person.

    0 stands for nobody, whom the file need not describe.
    """
    if number:
        moved.mentioned.add(number)
    return number


def _result(line: str) -> str:
    """Return the line unchanged if it has the form of `BookMatch.result`, such as `12-2 - 0`.

    Raises ValueError if it has another form.
    """
    _sure(line.isprintable())
    score, games, winner = line.split(" ")
    result_figures(score, games, won=winner != "-")
    return line


def _check_numbers(line: str, moved: MovedBook) -> None:
    """Check that a line has the form of `BookMatch.people`, such as `1 2 0 4`.

    Raises ValueError if it has another form. Notes that the file must describe these people.
    """
    for number in line.split(" "):
        _sure(number.isascii() and number.isdigit() and len(number) <= len(str(MOST_PEOPLE)))
        _person_of(int(number), moved)


def _moment(text: str) -> datetime:
    """Return the moment that a text in ISO format names.

    Raises ValueError if the text is wrong or has no time zone, or if no match can be so old.
    """
    _sure(text.isascii())
    moment = datetime.fromisoformat(text)
    _sure(moment.tzinfo is not None)
    check_possible(moment, text)
    return moment.astimezone(UTC)


def _sure(fact: bool) -> None:  # noqa: FBT001 # the condition to check
    if not fact:
        raise ValueError


@retry_while_unavailable
def _write(book: Book, moved: MovedBook) -> None:
    """Write the book in one transaction.

    On SQLite, other writes wait until this is done; pages that only read are answered meanwhile.
    """
    with changing(book) as (session, current):
        _check_empty(session, book)
        current.title = clean_title(moved.facts["title"])
        current.zone = moved.facts.get("zone", "")
        put_usual(current, **_usual(moved.facts))
        for number, row in moved.people.items():
            session.add(Person(book_id=book.id, number=number, **row))
        session.flush()
        run_in_a_write(_insert_matches(session, book, moved))
        invalidate_totals(current)


@retry_while_unavailable
def _check_new(book: Book) -> None:
    with reading() as connection, open_session(connection) as session:
        _check_empty(session, book)


def _check_empty(session: Session, book: Book) -> None:
    for row in (Person, BookMatch):
        if session.scalar(select(row.number).where(row.book_id == book.id).limit(1)):
            raise Impossible(NOT_EMPTY)


def _insert_matches(session: Session, book: Book, moved: MovedBook) -> Iterator[None]:
    for some in slices(list(moved.matches.values())):
        kept = [{"book_id": book.id, "number": match.number, **match.columns} for match in some]
        session.execute(insert(BookMatch), kept)
        for row in (Signature, Change):
            said = _rows_of(row, some, book)
            if said:
                session.execute(insert(row), said)
        yield


def _rows_of(
    row: type[Signature] | type[Change],
    matches: Sequence[MovedMatch],
    book: Book,
) -> list[Row]:
    rows = list[Row]()
    for match in matches:
        for kind, columns in match.said:
            if kind is row:
                rows.append({"book_id": book.id, "number": match.number, **columns})
    return rows
