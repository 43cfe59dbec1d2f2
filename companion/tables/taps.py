"""Record a tap once, in order and durably, then wake every stream of the table."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, select

from companion.engine import N_, REDO, Illegal, Malformed, Tap, parse
from companion.tables import live, next_row
from companion.tables.access import access
from companion.tables.errors import Full, NotAllowed, Stale, Unavailable
from companion.tables.folding import LogRow, Rows, events_to_json, label
from companion.tables.latest import State
from companion.tables.memory import memory
from companion.tables.models import LONGEST_KEY, LONGEST_TAP, Match, TapRow, now
from companion.tables.seats import OUT
from companion.tables.states import advanced, state
from companion.tables.store import reading
from companion.tables.trouble import BUSY, patient

FULL = N_(
    "This table has reached its limit of %(most)s taps. Continue at a new table, from this score."
)
_KEY = re.compile(f"[A-Za-z0-9_-]{{1,{LONGEST_KEY}}}")

# A tap is tried so many times if others write to the match at the same moment and are quicker.
LOOKS = 20

_SAME_KEY = select(TapRow.seq, TapRow.text).where(
    TapRow.match_id == bindparam("match_id"), TapRow.key == bindparam("key")
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
    """A tap as it came. `before` is number and text of the row that has its key already."""

    device: str
    tap: Tap
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
    # What this process knows may be outdated, so a refusal by it does not count.
    with suppress(NotAllowed, Stale, Full, Illegal):
        if current is not None:
            recorded = _recorded(current, tapped)
            # Neither does a twin, which may have been undone by now.
            if recorded is not None and recorded.twin is None:
                return recorded
    for _ in range(LOOKS):
        # The state is read before the key: a tap whose row is not found then is not in that state.
        current = state(match)
        before = _recorded_before(match.id, key)
        recorded = _recorded(current, replace(tapped, before=before))
        if recorded is not None:
            return recorded
    raise Unavailable(BUSY)


def _recorded(current: State, tapped: _Tapped) -> Recorded | None:
    """Record the tap and return its row, or the row that it had become before.

    Return None if the match is no longer as it is known here.
    """
    seat = _seat_of_tapper(current, tapped.device)
    if tapped.before and tapped.before[1] == str(tapped.tap):
        return Recorded(tapped.before[0], repeated=True, state=state(current.match))
    if tapped.before:  # the key of another tap: the page is outdated
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


def _parse(text: str, key: str) -> Tap:
    if not _KEY.fullmatch(key):
        raise Malformed("the key of a tap must be 1 to 64 letters, digits, - or _")
    if len(text) > LONGEST_TAP:
        raise Malformed("a tap can have at most %(longest)s characters", longest=LONGEST_TAP)
    return parse(text)


@patient
def _recorded_before(match_id: int, key: str) -> tuple[int, str] | None:
    """Return number and text of the row under this key, None if there is none."""
    with reading() as connection:
        row = connection.execute(_SAME_KEY, {"match_id": match_id, "key": key}).one_or_none()
    if row is None:
        return None
    return row.seq, row.text


def _in_order(current: State, tapped: _Tapped) -> bool:
    """Return whether nobody else has recorded anything that this tap's phone had not seen.

    The tap was made on the latest panel, or on one that only other taps of the same phone have
    outdated. So a phone on a slow network may tap ahead of the answers. The same button twice is a
    slip, not two taps.
    """
    if tapped.seen == current.version:
        return True
    if not 0 <= tapped.seen < current.version:
        return False
    unseen = current.rows[tapped.seen :]
    return all(row.device == tapped.device and row.tap != tapped.tap for row in unseen)


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
    is_same = row.tap == tapped.tap and row.device != tapped.device
    if not is_same or not _holds(row, current.rows):
        return None
    return row


def _holds(row: LogRow, rows: Rows) -> bool:
    """Return whether this row's tap still counts; for an undo, whether it is still undone."""
    if not row.about:
        return row.counts
    return rows[row.about - 1].counts is (row.tap == REDO)


def _stale(current: State, tapped: _Tapped) -> Stale:
    if not 0 <= tapped.seen < current.version:
        return Stale(current.version)
    row = current.rows[tapped.seen]
    mine = row.device == tapped.device
    missed = current.version - tapped.seen
    return Stale(current.version, row.phone, row.tap, seat=row.seat, mine=mine, missed=missed)


def _played(current: State, tapped: _Tapped, seat: int | None) -> tuple[State, dict[str, Any]]:
    """Return the state after the tap, and the columns of its row."""
    line = current.line.play(tapped.tap)
    row = LogRow(
        seq=current.version + 1,
        tap=tapped.tap,
        at=now(),
        device=tapped.device,
        seat=seat,
        phone=label(seat, current.names),
        score=line.game.score_text,
        events=line.game.events,
        question=current.line.game.hand.question,
    )
    columns = {
        "match_id": current.match.id,
        "seq": row.seq,
        "key": tapped.key,
        "text": str(row.tap),
        "device": row.device,
        "seat": row.seat,
        "at": row.at,
        "score": row.score,
        "told": events_to_json(row.events),
    }
    return advanced(current, line, row), columns
