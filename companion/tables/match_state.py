"""Define a match as it is now: its people, and its log, in which undone taps are struck out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from companion.engine import REDO, UNDO, Event, MatchLog, Question, Tap, final
from companion.tables.hub import Progress
from companion.tables.models import Match, Member
from companion.tables.request_rows import Request

MOST_TAPS = 10_000  # in one log: fifty long evenings


@dataclass(frozen=True, slots=True)
class LogRow:
    """One tap of the log, with the score and the events after it.

    * `seq`: the number of the row, from 1.
    * `device`: the phone that recorded the tap.
    * `seat`: the seat that this phone had at that time, None for a host without a seat.
    * `phone`: what the log calls this phone (see `phone_label`).
    * `counts`: false if the tap is struck out. An undo or redo is never struck out.
    * `affects`: the number of the row that an undo takes back or a redo puts back, 0 for any other
      tap.
    * `question`: the question that was open before the tap.
    """

    seq: int
    tap: Tap
    at: datetime
    device: str
    seat: int | None
    phone: str
    score: str
    events: tuple[Event, ...]
    counts: bool = True
    affects: int = 0
    question: Question | None = None

    @property
    def result(self) -> str:
        """Return the score that this tap led to.

        If the tap won a game, this is the last score of that game, not the score of the next one.
        """
        return final(self.events, self.score)


Rows = tuple[LogRow, ...]


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A match as it is now, with its people and its log.

    * `version`: how many taps the match has.
    * `revision`: how often people, names and links changed.
    * `match`: the row of the match at that revision.
    * `members`: the row of each phone, by `Member.device`, in the order in which phones joined.
      Roles and seats are current, but `seen_at` may be older than in the database.
    * `names`: the names of the players, by seat.
    * `requests`: the open and the closed requests, the oldest first.
    * `agreed`: the agreements as pairs `(seq, side)`. Row `seq` of the log ended a hand. The side
      agrees to the score after that hand.
    * `restarted_at`: the number of the last row that the present rules of the game refuse or score
      differently, 0 if there is no such row. The log goes on from the score stored with this row,
      with a new hand. Undo goes back no further.

    Until the match changes, everybody in this process who asks for the state gets the same object.
    """

    match: Match
    version: int
    revision: int
    members: Mapping[str, Member]
    log: MatchLog
    names: tuple[str, ...]
    rows: Rows
    agreed: frozenset[tuple[int, int]] = frozenset()
    restarted_at: int = 0
    requests: tuple[Request, ...] = ()

    @property
    def stamp(self) -> str:
        """Return the stamp of this state, such as "7.3".

        A page with another stamp is outdated.
        """
        return f"{self.version}.{self.revision}"

    @property
    def is_full(self) -> bool:
        """Return whether the log has as many taps as a table may record."""
        return self.version >= MOST_TAPS

    def has_reached(self, progress: Progress) -> bool:
        """Return whether this state has at least this version and this revision."""
        return self.version >= progress[0] and self.revision >= progress[1]


def phone_label(seat: int | None, names: Sequence[str]) -> str:
    """Return what the log calls the phone in this seat: the name of its player.

    If seat 1 has no name, its phone is called "player 2". A phone without a seat is called "host",
    because only hosts may record taps without a seat.
    """
    if seat is None:
        return "host"
    return names[seat] or f"player {seat + 1}"


def with_present_names(rows: Rows, names: Sequence[str]) -> Rows:
    """Return the log, with the present name of the seat's player as `phone` of each row."""
    return tuple(replace(row, phone=phone_label(row.seat, names)) for row in rows)


def with_more_rows(rows: Rows, new: Sequence[LogRow]) -> Rows:
    """Return the log `rows` with the rows `new` added. Each undo strikes out the row it takes back.

    An undo takes back the newest tap that counts. A redo puts back the tap that was undone last.
    After any other tap, taps that are undone cannot be put back any more. The same row may be
    struck out and put back several times. Two stacks hold the rows that the next undo and the
    next redo affect, so one pass over the rows is enough.
    """
    if not any(row.tap in (UNDO, REDO) for row in new):
        return (*rows, *new)
    marked = list(rows)
    done = list[int]()  # new taps that count, by number: an undo takes back the last one
    undone = _undone(rows)  # taps that a redo puts back, the last one first
    older = (row.seq for row in reversed(rows) if row.counts and not row.affects)
    for row in new:
        affected = 0
        if row.tap == UNDO:
            affected = done.pop() if done else next(older, 0)
            undone.append(affected)
        elif row.tap == REDO:
            affected = undone.pop() if undone else 0
            done.append(affected)
        else:
            done.append(row.seq)
            undone.clear()
        if affected == 0:
            marked.append(row)
        else:
            marked[affected - 1] = replace(marked[affected - 1], counts=row.tap == REDO)
            marked.append(replace(row, affects=affected))
    return tuple(marked)


def minutes_between(rows: Rows) -> int:
    """Return the whole minutes from the first of these rows to the last."""
    if not rows:
        return 0
    return int((rows[-1].at - rows[0].at).total_seconds() // 60)


def hand_ends(rows: Rows) -> Iterator[int]:
    """Yield the numbers of the rows that count and ended a hand or a game, the latest first."""
    for row in reversed(rows):
        has_ended = any(event.kind in ("hand", "game") for event in row.events)
        if has_ended and row.counts and not row.affects:
            yield row.seq


def events_to_json(events: Sequence[Event]) -> str:
    """Return events as the text in which the log stores them: a JSON list of objects."""
    return json.dumps([event._asdict() for event in events], separators=(",", ":"))


def events_from_json(text: str) -> tuple[Event, ...]:
    """Return the events that the log stores as this text.

    Raises ValueError or TypeError if the text cannot be read.
    """
    return tuple(Event(**event) for event in json.loads(text))


def _undone(rows: Rows) -> list[int]:
    """Return the numbers of the rows that redo can put back. Redo takes the last number first.

    These rows were undone after the last tap that is not an undo or a redo, and were not put back
    since.
    """
    undone: list[int] = []
    latest = takewhile(lambda row: row.tap in (UNDO, REDO), reversed(rows))
    for row in reversed(tuple(latest)):
        if row.tap == UNDO:
            undone.append(row.affects)
        else:
            del undone[-1:]
    return undone
