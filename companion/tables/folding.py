"""The log as people read it: one row a tap, those taken back struck out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from companion.engine import REDO, UNDO, Act, Ask, Event, final


@dataclass(frozen=True, slots=True)
class LogRow:
    """One tap of the log, with the score and the events it was shown with.

    `seat` is where the phone that recorded it sat then, `phone` that seat's name, or "host". `counts` is
    False when the tap is struck out; an undo or redo is never struck out, and `about` is the row it
    takes back or puts back (0 for any other tap). `ask` is the question that was open before it.
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
    ask: Ask | None = None

    @property
    def result(self) -> str:
        """The score it led to: of a game that was won its last, not that of the next one."""
        return final(self.events, self.score)


Rows = tuple[LogRow, ...]


def label(seat: int | None, names: Sequence[str]) -> str:
    """What a phone is called: by its seat; only the host may record without one."""
    return "host" if seat is None else names[seat] or f"player {seat + 1}"


def relabelled(rows: Rows, names: Sequence[str]) -> Rows:
    """The log with every phone called by the present name of its seat."""
    return tuple(replace(row, phone=label(row.seat, names)) for row in rows)


def extended(rows: Rows, new: Sequence[LogRow]) -> Rows:
    """The log with more rows, of which each undo strikes out another: one pass, however many there are."""
    if not any(row.tap in (UNDO, REDO) for row in new):
        return (*rows, *new)
    marked, done, undone = list(rows), list[int](), _undone(rows)
    older = (row.seq for row in reversed(rows) if row.counts and not row.about)
    for row in new:
        about = 0
        if row.tap == UNDO:
            undone.append(about := done.pop() if done else next(older, 0))
        elif row.tap == REDO:
            done.append(about := undone.pop() if undone else 0)
        else:
            done.append(row.seq)
            undone.clear()
        if about:
            marked[about - 1] = replace(marked[about - 1], counts=row.tap == REDO)
        marked.append(replace(row, about=about) if about else row)
    return tuple(marked)


def ended(rows: Rows) -> Iterator[int]:
    """The taps that ended a hand or a game, as far as they count, the latest first."""
    taps = (row for row in reversed(rows) if row.counts and not row.about)
    return (row.seq for row in taps if any(event.kind in ("hand", "game") for event in row.events))


def events_to_json(events: Sequence[Event]) -> str:
    """Events as the log stores them: a list of objects."""
    return json.dumps([event._asdict() for event in events], separators=(",", ":"))


def events_from_json(text: str) -> tuple[Event, ...]:
    """Events read from the log; ValueError or TypeError for anything else."""
    return tuple(Event(**event) for event in json.loads(text))


def _undone(rows: Rows) -> list[int]:
    """The rows that redo would put back, the next one last: what was undone since the last tap of another kind."""
    undone: list[int] = []
    latest = takewhile(lambda row: row.tap in (UNDO, REDO), reversed(rows))
    for row in reversed(tuple(latest)):
        if row.tap == UNDO:
            undone.append(row.about)
        else:
            del undone[-1:]
    return undone
