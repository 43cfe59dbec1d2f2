"""Record a tap once, in order and durably, then wake every stream of the table."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, select

from companion.engine import N_, REDO, Illegal, Malformed, Tap, parse
from companion.tables import live, tap_writer
from companion.tables.access import access
from companion.tables.errors import Full, NotAllowed, Stale, Unavailable
from companion.tables.folding import LogRow, Rows, events_to_json, phone_label
from companion.tables.models import LONGEST_KEY, LONGEST_TAP, Match, TapRow, now
from companion.tables.process_state import process_state
from companion.tables.seats import OUT
from companion.tables.state_cache import State
from companion.tables.states import state, with_row
from companion.tables.store import reading
from companion.tables.trouble import BUSY, retry_while_unavailable

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
class Receipt:
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


@retry_while_unavailable
def record_tap(match: Match, device: str, text: str, *, seen: int, key: str) -> Receipt:
    """Record a tap made on `device` by somebody who saw version `seen`; `key` is new for every tap.

    If another phone was quicker and recorded the same tap, its row is returned (`Receipt.twin`).
    Raises NotAllowed, Malformed, Stale, Full or Illegal, and has then recorded nothing.

    The decision uses what this process knows, and the row is written if the match still is as this
    process knows it (see `tap_writer`); otherwise the match is looked up and decided again. If the
    database goes away, this is tried again for a while. The key makes that exact, because a commit
    whose answer was lost is found by it. After Unavailable nobody knows whether the tap was
    recorded; sending it again shows it.
    """
    tapped = _Tapped(device, _parse(text, key), seen, key)
    current = process_state().states.get(match.id)
    # What this process knows may be outdated, so a refusal by it does not count.
    with suppress(NotAllowed, Stale, Full, Illegal):
        if current is not None:
            recorded = _try_to_record(current, tapped)
            # Neither does a twin, which may have been undone by now.
            if recorded is not None and recorded.twin is None:
                return recorded
    for _ in range(LOOKS):
        # The state is read before the key: a tap whose row is not found then is not in that state.
        current = state(match)
        before = _find_by_key(match.id, key)
        recorded = _try_to_record(current, replace(tapped, before=before))
        if recorded is not None:
            return recorded
    raise Unavailable(BUSY)


def _try_to_record(current: State, tapped: _Tapped) -> Receipt | None:
    """Record the tap and return its row, or the row that it had become before.

    Return None if the match is no longer as it is known here.
    """
    seat = _seat_of_tapper(current, tapped.device)
    if tapped.before and tapped.before[1] == str(tapped.tap):
        return Receipt(tapped.before[0], repeated=True, state=state(current.match))
    if tapped.before:  # the key of another tap: the page is outdated
        raise _stale(current, tapped)
    if not _in_order(current, tapped):
        twin = _twin(current, tapped)
        if twin is None:
            raise _stale(current, tapped)
        return Receipt(twin.seq, repeated=False, state=current, twin=twin)
    if current.is_full:
        raise Full(FULL, most=current.version)
    after, row = _played(current, tapped, seat)
    if not tap_writer.append_tap_if_current(row, current.revision):
        return None
    process_state().states.put_if_newer(after)
    live.publish(after.match.id, after.version, after.revision)
    return Receipt(after.version, repeated=False, state=after)


def _seat_of_tapper(current: State, device: str) -> int | None:
    viewer = access(current, device)
    if viewer.role == "removed":
        raise NotAllowed(OUT)
    if not viewer.invited:
        raise NotAllowed(
            "This phone has not joined the table to play, so it cannot record anything."
        )
    if not viewer.may_tap:
        raise NotAllowed("This phone has no seat yet. Take one to record.")
    return viewer.seat


def _parse(text: str, key: str) -> Tap:
    if not _KEY.fullmatch(key):
        raise Malformed("the key of a tap must be 1 to 64 letters, digits, - or _")
    if len(text) > LONGEST_TAP:
        raise Malformed("a tap can have at most %(longest)s characters", longest=LONGEST_TAP)
    return parse(text)


@retry_while_unavailable
def _find_by_key(match_id: int, key: str) -> tuple[int, str] | None:
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
    if not row.affects:
        return row.counts
    return rows[row.affects - 1].counts is (row.tap == REDO)


def _stale(current: State, tapped: _Tapped) -> Stale:
    if not 0 <= tapped.seen < current.version:
        return Stale(current.version)
    row = current.rows[tapped.seen]
    mine = row.device == tapped.device
    missed = current.version - tapped.seen
    return Stale(current.version, row.phone, row.tap, seat=row.seat, mine=mine, missed=missed)


def _played(current: State, tapped: _Tapped, seat: int | None) -> tuple[State, dict[str, Any]]:
    """Return the state after the tap, and the columns of its row."""
    log = current.log.play(tapped.tap)
    row = LogRow(
        seq=current.version + 1,
        tap=tapped.tap,
        at=now(),
        device=tapped.device,
        seat=seat,
        phone=phone_label(seat, current.names),
        score=log.game.score_text,
        events=log.game.events,
        question=current.log.game.hand.question,
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
    return with_row(current, log, row), columns
