"""Write a whole book as one JSON text, from which `moving` can import it elsewhere."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import select

from companion.book import writing
from companion.book.models import Book, BookMatch, Change, Person, Signature
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable

VERSION = 2  # of the file; the README of this room says what each version has
MOST_CHANGES = 1000  # per match in a file: the newest ones

Words = defaultdict[int, list[dict[str, object]]]


def dump_book(book: Book, slices: Iterable[Sequence[BookMatch]]) -> Iterator[str]:
    """Yield the JSON text of a book in pieces, with a line for each match.

    `slices` are its matches in groups. The book's links and phones are left out.
    """
    own = {
        "version": VERSION,
        "zone": book.zone,
        "title": book.title,
        "variant": book.variant,
        "seats": book.seats,
        "house": book.house_rules,
    }
    yield f'{_json(own)[:-1]},\n "people": {_json(_people(book))},\n "matches": ['
    first = True
    for some in slices:
        signed, changed = _said(book, [kept.number for kept in some])
        facts = list[dict[str, object]]()
        for kept in some:
            said = {"signed": signed[kept.number], "changed": changed[kept.number]}
            facts.append(_facts(kept) | said)
        text = ",\n  ".join(map(_json, facts))
        yield ("\n  " if first else ",\n  ") + text
        first = False
    yield "\n ]}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@retry_while_unavailable
def _people(book: Book) -> list[dict[str, object]]:
    query = select(Person).where(Person.book_id == book.id).order_by(Person.number)
    with reading() as connection, open_session(connection) as session:
        rows = session.scalars(query).all()
    shown = {row.number for row in rows if row.name and not row.removed_at}
    people = list[dict[str, object]]()
    for row in rows:
        told = row.number in shown and (row.same_as or row.number) in shown
        name = row.name if told else ""
        people.append({"number": row.number, "name": name, "same_as": row.same_as})
    return people


@retry_while_unavailable
def _said(book: Book, numbers: Sequence[int]) -> tuple[Words, Words]:
    """Return the signatures and the changes of these matches, each by number of the match."""
    signed = Words(list)
    changed = Words(list)
    signatures = select(Signature).where(
        Signature.book_id == book.id, Signature.number.in_(numbers)
    )
    changes = select(Change).where(Change.book_id == book.id, Change.number.in_(numbers))
    with reading() as connection, open_session(connection) as session:
        for one in session.scalars(signatures.order_by(Signature.side)):
            signed[one.number].append(_columns(one, "side", "result", "person"))
        for row in session.scalars(changes.order_by(Change.seq)):
            changed[row.number].append(_columns(row, "what", "before", "after", "person"))
    for told in changed.values():
        del told[:-MOST_CHANGES]
    return signed, changed


def _columns(row: Any, *names: str) -> dict[str, object]:
    return {name: getattr(row, name) for name in names} | {"at": row.at.isoformat()}


def _facts(kept: BookMatch) -> dict[str, object]:
    """Return the JSON values of a match.

    Its record has no names: `people` are the numbers of persons by seat.
    """
    return {
        "number": kept.number,
        "date": kept.played_at.isoformat(),
        "variant": kept.variant,
        "people": list(kept.seated),
        "score": kept.score,
        "games": kept.games,
        "winner": kept.winner,
        "for": kept.stake,
        "settled": kept.settled_at and kept.settled_at.isoformat(),
        "counted": json.loads(kept.sums),
        "record": writing.dated(kept.record, kept.played_at) if kept.match_id else kept.record,
    }
