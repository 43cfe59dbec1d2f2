"""One match of a book, found by its own link or its number, and what a book gives away: records, hands, everything."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlalchemy import select

from companion.book import played, writing
from companion.book.errors import UNKNOWN_MATCH, Unknown
from companion.book.models import Book, Kept
from companion.book.paper import paper
from companion.book.played import Played
from companion.engine import records
from companion.tables import codes
from companion.tables.store import objects, reading
from companion.tables.trouble import patient

SOMEBODY = "?"  # in records and lists, for a name that is not known
COLUMNS = ("match", "date", "game", "hand", "won by", "points", "score after", "why", "call", "recorded")


@patient
def match_by_token(token: str) -> tuple[Book, Kept] | None:
    """The match a link leads to, and its book."""
    if not codes.is_token(token):
        return None
    query = select(Book, Kept).join(Kept, Kept.book_id == Book.id).where(Kept.token == token)
    with reading() as connection, objects(connection) as session:
        found = session.execute(query).one_or_none()
        return None if found is None else (found[0], found[1])


@patient
def match_of(book: Book, number: int) -> Kept:
    """A match by its number; raises Unknown."""
    with reading() as connection, objects(connection) as session:
        kept = session.get(Kept, (book.id, number))
    if kept is None:
        raise Unknown(UNKNOWN_MATCH)
    return kept


@patient
def matches(book: Book) -> tuple[Kept, ...]:
    """All matches whole, in the order they were played."""
    query = select(Kept).where(Kept.book_id == book.id).order_by(Kept.place)
    with reading() as connection, objects(connection) as session:
        return tuple(session.scalars(query))


def played_of(kept: Kept) -> Played | None:
    """What counts of a match; None where the rules of today refuse its record. Its sums stay as they were counted."""
    try:
        return played.of_text(kept.record)
    except ValueError:
        return None


def house_of(kept: Kept) -> dict[str, str]:
    """The house rules a match was played by, as far as they are not as written."""
    return records.house(records.read(kept.record)[0].header("Rules"))


def names_of(kept: Kept, people: Mapping[int, str], unknown: str = SOMEBODY) -> tuple[str, ...]:
    """The names by seat; `unknown` where there is none any more."""
    return tuple(people.get(number) or unknown for number in kept.seated)


def record_of(kept: Kept, people: Mapping[int, str]) -> str:
    """The record of a match with the names of today, as `companion replay` reads it."""
    return writing.with_names(kept.record, names_of(kept, people))


def records_of(kept: Iterable[Kept], people: Mapping[int, str]) -> str:
    """Many of them in one text."""
    return "\n".join(record_of(one, people) for one in kept)


def hands_csv(kept: Iterable[Kept], people: Mapping[int, str]) -> str:
    """A line for everything that changed a score, for a spreadsheet."""
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(COLUMNS)
    for one in kept:
        lines.writerows(map(_harmless, line) for line in _hands(one, people))
    return text.getvalue()


def as_json(book: Book, kept: Iterable[Kept], people: Mapping[int, str]) -> str:
    """Everything that is known of a book but its links."""
    found = {
        "title": book.title,
        "people": {number: name for number, name in people.items() if name},
        "matches": [_facts(one, people) for one in kept],
    }
    return json.dumps(found, ensure_ascii=False, indent=1)


def _facts(kept: Kept, people: Mapping[int, str]) -> dict[str, object]:
    return {
        "number": kept.number,
        "date": kept.played_at.isoformat(),
        "variant": kept.variant,
        "people": list(kept.seated),
        "score": kept.score,
        "games": kept.games,
        "winner": kept.winner,
        "for": kept.stake,
        "settled": kept.settled_at is not None,
        "counted": json.loads(kept.sums),
        "record": record_of(kept, people),
    }


def _hands(kept: Kept, people: Mapping[int, str]) -> Iterator[Sequence[object]]:
    whole, names = played_of(kept), names_of(kept, people)
    for entry in paper(whole) if whole else ():
        total = "-".join(f"{points:g}" for points in entry.total)
        for event in entry.why:
            side = " & ".join(names[(event.side or 0) :: kept.sides])
            points = event.truts or event.points
            facts = (kept.number, kept.played_at.date().isoformat(), kept.variant, entry.hand, side, points, total)
            yield (*facts, event.why, event.word, "yes" if entry.recorded else "no")


def _harmless(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    text = str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else value
