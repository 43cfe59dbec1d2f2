"""Records as a book keeps and gives them: without names inside, with those of its people outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.book.played import beginning
from companion.engine import Line, parse, records

_ORDER = ("Variant", "Seats", "Players", "Date", "Place", "Dealer", "Score", "Games", "Rules")


def anonymous(record: records.Record) -> str:
    """The record as a book keeps it: whole, undo and redo included, one hand a line with the score, without names.

    Raises ValueError where it cannot be played.
    """
    headers = {name: record.header(name) for name in _ORDER if name != "Players"}
    return "\n".join((*_headers(headers), "", *_lines(record), ""))


def with_names(record: str, names: Sequence[str]) -> str:
    """A record as it was kept, with the names of its players."""
    players = f'[Players "{", ".join(map(plain, names))}"]'
    first, line, rest = record.partition("\n")
    return "\n".join((first, players, rest)) if line else record


def several(texts: Iterable[str]) -> str:
    """Many records in one text."""
    return "\n".join(texts)


def plain(name: str) -> str:
    """A name that cannot end its header or look like two; `?` where there is none."""
    return " ".join(name.replace('"', "'").replace(",", " ").split()) or "?"


def names_in(record: records.Record, seats: int) -> tuple[str, ...]:
    """The names a record gives to its seats, empty where it does not know."""
    given = [name.strip() for name in record.header("Players").split(",")]
    return tuple("" if name == "?" else name for name in (*given, *[""] * seats)[:seats])


def _headers(headers: Mapping[str, str]) -> Iterator[str]:
    return (f'[{name} "{text}"]' for name, text in headers.items() if text)


def _lines(record: records.Record) -> Iterator[str]:
    line, hand = Line(beginning(record)), list[str]()
    for tap, _ in record.taps:
        line = line.tap(parse(tap))
        hand.append(tap)
        if tap not in ("undo", "redo") and any(event.kind == "hand" for event in line.game.events):
            yield f"{' '.join(hand)}  ; {line.game.score_text}"
            hand.clear()
    if hand:
        yield " ".join(hand)
