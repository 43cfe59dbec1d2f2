"""Recording a tap: once, in order and durably; then every stream of the table is woken."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, select

from companion.engine import N_, REDO, Act, Illegal, Malformed, parse
from companion.tables import live, next_row
from companion.tables.access import access
from companion.tables.errors import Full, NotAllowed, Stale, Unavailable
from companion.tables.folding import LogRow, Rows, events_to_json, label
from companion.tables.latest import State
from companion.tables.memory import memory
from companion.tables.models import LONGEST_KEY, LONGEST_TAP, Match, Tap, now
from companion.tables.seats import OUT
from companion.tables.states import advanced, state
from companion.tables.store import reading
from companion.tables.trouble import BUSY, patient

FULL = N_(
    "This table has reached its limit of %(most)s taps. Continue at a new table, from this score."
)
_KEY = re.compile(f"[A-Za-z0-9_-]{{1,{LONGEST_KEY}}}")

LOOKS = 20  # at a match that others write to at the same moment: each time one of them was quicker

_SAME_KEY = select(Tap.seq, Tap.text).where(
    Tap.match_id == bindparam("match_id"), Tap.key == bindparam("key")
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The row that holds a tap, and the state after it.

    `repeated` says that this phone had recorded it already, under the same key. `twin` is the row
    of another phone that recorded the same tap first: then this tap recorded nothing, and nothing
    is missing.
    """

    version: int
    repeated: bool
    state: State
    twin: LogRow | None = None


@dataclass(frozen=True, slots=True)
class _Tapped:
    """A tap as it came; `before`: number and text of the row that has its key already."""

    device: str
    act: Act
    seen: int
    key: str
    before: tuple[int, str] | None = None


@patient
def record(match: Match, device: str, text: str, *, seen: int, key: str) -> Recorded:
    """Record a tap made on `device` by somebody who saw version `seen`; `key` is new for every tap.

    If another phone was quicker and recorded the same tap, its row is returned (`Recorded.twin`).
    Raises NotAllowed, Malformed, Stale, Full or Illegal, and has then recorded nothing.

    The decision uses what this process knows, and the row is written if the match still is as this
    process knows it (see `next_row`); otherwise the match is looked up and decided again. If the
    database goes away, this is tried again for a while. The key makes that exact, because a commit
    whose answer was lost is found by it. After Unavailable nobody knows whether the tap was
    recorded; sending it again shows it.
    """
    tapped = _Tapped(device, _parse(text, key), seen, key)
    current = memory().latest.get(match.id)
    with suppress(NotAllowed, Stale, Full, Illegal):  # maybe only by what is known here
        if current is not None:
            recorded = _recorded(current, tapped)
            if recorded is not None and recorded.twin is None:  # a twin may have been undone by now
                return recorded
    for _ in range(LOOKS):
        current = state(match)
        before = _recorded_before(
            match.id, key
        )  # a tap that is not there now had not made that state
        if recorded := _recorded(current, replace(tapped, before=before)):
            return recorded
    raise Unavailable(BUSY)


def _recorded(current: State, tapped: _Tapped) -> Recorded | None:
    """The row it became, or had become before; None where the match no longer stands as it is known."""
    seat = _seat_of_tapper(current, tapped.device)
    if tapped.before and tapped.before[1] == str(tapped.act):
        return Recorded(tapped.before[0], repeated=True, state=state(current.match))
    if tapped.before:  # the key of another tap: a page gone stale
        raise _stale(current, tapped)
    if not _in_order(current, tapped):
        twin = _twin(current, tapped)
        if twin is None:
            raise _stale(current, tapped)
        return Recorded(twin.seq, repeated=False, state=current, twin=twin)
    if current.full:
        raise Full(FULL, most=current.version)
    after, row = _played(current, tapped, seat)
    if not next_row.written(row, current.revision):
        return None
    memory().latest.forward(after)
    live.publish(after.match.id, after.version, after.revision)
    return Recorded(after.version, repeated=False, state=after)


def _seat_of_tapper(current: State, device: str) -> int | None:
    viewer = access(current, device)
    if viewer.role == "removed":
        raise NotAllowed(OUT)
    if not viewer.invited:
        raise NotAllowed(
            "This phone has not joined the table to play, so it cannot record anything."
        )
    if not viewer.tap:
        raise NotAllowed("This phone has no seat yet. Take one to record.")
    return viewer.seat


def _parse(text: str, key: str) -> Act:
    if not _KEY.fullmatch(key):
        raise Malformed("the key of a tap must be 1 to 64 letters, digits, - or _")
    if len(text) > LONGEST_TAP:
        raise Malformed("a tap can have at most %(longest)s characters", longest=LONGEST_TAP)
    return parse(text)


@patient
def _recorded_before(match_id: int, key: str) -> tuple[int, str] | None:
    """Number and text of the row under this key."""
    with reading() as connection:
        row = connection.execute(_SAME_KEY, {"match_id": match_id, "key": key}).one_or_none()
    return (row.seq, row.text) if row is not None else None


def _in_order(current: State, tapped: _Tapped) -> bool:
    """Whether it was made on the latest panel, or on one that only the same phone's other taps have outdated.

    So a phone on a slow network may tap ahead of the answers; the same button twice is a slip, not two taps.
    """
    since = current.rows[tapped.seen :] if 0 <= tapped.seen <= current.version else ()
    own = all(row.device == tapped.device and row.tap != tapped.act for row in since)
    return tapped.seen == current.version or (bool(since) and own)


def _twin(current: State, tapped: _Tapped) -> LogRow | None:
    """Return the row of another phone that recorded the same tap first, None if there is none.

    Two phones answer for the same cards: both tap who took the trick, or both undo a slip, and each
    means that one trick or that one slip. Only the first row that the phone had not seen can be
    such a twin: a later one that looks the same was tapped at another moment of the match. A row
    that was taken back meanwhile is not a twin.
    """
    if not 0 <= tapped.seen < current.version:
        return None
    row = current.rows[tapped.seen]
    same = row.tap == tapped.act and row.device != tapped.device
    return row if same and _holds(row, current.rows) else None


def _holds(row: LogRow, rows: Rows) -> bool:
    """Return whether this row's tap still counts; for an undo, whether it is still undone."""
    if not row.about:
        return row.counts
    return rows[row.about - 1].counts is (row.tap == REDO)


def _stale(current: State, tapped: _Tapped) -> Stale:
    if not 0 <= tapped.seen < current.version:
        return Stale(current.version)
    row = current.rows[tapped.seen]
    mine, missed = row.device == tapped.device, current.version - tapped.seen
    return Stale(current.version, row.phone, row.tap, seat=row.seat, mine=mine, missed=missed)


def _played(current: State, tapped: _Tapped, seat: int | None) -> tuple[State, dict[str, Any]]:
    """The state after the tap, and the columns of its row."""
    line = current.line.tap(tapped.act)
    seq, score, events = current.version + 1, line.game.score_text, line.game.events
    phone, ask = label(seat, current.names), current.line.game.hand.ask
    row = LogRow(seq, tapped.act, now(), tapped.device, seat, phone, score, events, ask=ask)
    where = {"match_id": current.match.id, "seq": seq, "key": tapped.key, "text": str(row.tap)}
    who = {"device": row.device, "seat": row.seat, "at": row.at}
    return advanced(current, line, row), where | who | {
        "score": score,
        "told": events_to_json(events),
    }
