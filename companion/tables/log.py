"""The log as people read it: one row a tap, those taken back struck out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from companion.engine import REDO, UNDO, Act, Event


@dataclass(frozen=True, slots=True)
class Row:
    """One tap of the log, with the score and the events it was shown with.

    `seat` is where the phone that recorded it sat then, `phone` that seat's name, or "host". `counts` is
    False when the tap is struck out; an undo or redo is never struck out, and `about` is the row it
    takes back or puts back (0 for any other tap).
    """

    seq: int
    tap: Act
    at: datetime
    device: str
    seat: int | None
    phone: str
    score: str
    events: tuple[Event, ...]
    counts: bool = True
    about: int = 0


Rows = tuple[Row, ...]


def label(seat: int | None, names: Sequence[str]) -> str:
    """What a phone is called: by its seat; only the host may record without one."""
    return "host" if seat is None else names[seat]


def relabelled(rows: Rows, names: Sequence[str]) -> Rows:
    """The same log after somebody was renamed."""
    return tuple(replace(row, phone=label(row.seat, names)) for row in rows)


def added(rows: Rows, row: Row) -> Rows:
    """The log with one more row, which strikes out another if it is an undo."""
    if row.tap == UNDO:
        return (*_marked(rows, about := _undoes(rows), counts=False), replace(row, about=about))
    if row.tap == REDO:
        return (*_marked(rows, about := _redoes(rows), counts=True), replace(row, about=about))
    return (*rows, row)


def ended(rows: Rows) -> tuple[int, ...]:
    """The taps that ended a hand or a game, as far as they count."""
    taps = (row for row in rows if row.counts and not row.about)
    return tuple(row.seq for row in taps if any(event.kind in ("hand", "game") for event in row.events))


def told(events: Sequence[Event]) -> str:
    """Events as they are stored."""
    return json.dumps([asdict(event) for event in events], separators=(",", ":"))


def events_of(text: str) -> tuple[Event, ...]:
    """Events as they were stored."""
    return tuple(Event(**event) for event in json.loads(text))


def _marked(rows: Rows, seq: int, *, counts: bool) -> Rows:
    return (*rows[: seq - 1], replace(rows[seq - 1], counts=counts), *rows[seq:])


def _undoes(rows: Rows) -> int:
    """The last tap that counts."""
    return next(row.seq for row in reversed(rows) if row.counts and not row.about)


def _redoes(rows: Rows) -> int:
    """What the last undo took that no redo has put back, if nothing was tapped since."""
    taken: list[int] = []
    for row in rows:
        if row.tap == UNDO:
            taken.append(row.about)
        elif row.tap == REDO:
            taken.pop()
        else:
            taken.clear()
    return taken[-1]
