"""Record taps: check each tap, play it, append it to the log, and wake the streams of its match.

`record_taps` takes what a button sends, `record_tap` records one tap. This module and the engine
decide whether a tap is allowed. `tap_writer` only writes its row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from companion.engine import N_, REDO, UNDO, Malformed, Tap, parse
from companion.engine.table_taps import FORMS
from companion.tables import sent_taps, tap_writer
from companion.tables.access import access
from companion.tables.errors import Full, MovedOn, NotAllowed, Stale, Unavailable
from companion.tables.hub import ANY_PROGRESS
from companion.tables.match_state import (
    LogRow,
    Rows,
    State,
    events_to_json,
    phone_label,
    with_more_rows,
)
from companion.tables.models import LONGEST_KEY, LONGEST_TAP, Match, TapRow, now
from companion.tables.process_state import process_state, streams
from companion.tables.seats import OUT
from companion.tables.states import state
from companion.tables.store import reading
from companion.tables.trouble import BUSY, retry_while_unavailable

FULL = N_(
    "This table has reached its limit of %(most)s taps. Continue at a new table, from this score."
)
MOVED_ON = N_("The others have gone on to a new table.")
# The words of taps that a table records after the others have gone on: they correct its score.
_CORRECT_A_SCORE = frozenset({*FORMS, UNDO.word, REDO.word, "hand", "fold"})
_KEY = re.compile(f"[A-Za-z0-9_-]{{1,{LONGEST_KEY}}}")

# How often a tap is tried if others write to the match at the same moment and are quicker.
TRIES = 20

_SAME_KEY = select(TapRow.seq, TapRow.text).where(
    TapRow.match_id == bindparam("match_id"), TapRow.key == bindparam("key")
)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a phone about its tap: the version that the tap made, and the state after it.

    If this phone sends a tap again with the same key, the version is still that of the first time.
    `twin` is the row of another phone that recorded the same tap first. In that case this tap was
    not recorded, and the log is complete without it.
    """

    version: int
    state: State
    twin: LogRow | None = None


class _SentTap(NamedTuple):
    """A tap with its key, the phone that sent it, and the version on the screen of that phone."""

    tap: Tap
    phone: str
    seen: int
    key: str


def record_taps(match: Match, phone: str, form: Mapping[str, str], *, seen: int) -> Receipt:
    """Record what a button sent, one tap or several, and return the receipt of the last tap.

    `seen` is the version on the screen of the phone. `form` has the fields `tap` and `key`, and a
    field for a number or a reason if the button needs one. One button can send several taps, such
    as "yes, and I had the best points". Each of these taps gets a key of its own, so that it is
    recorded once. The receipt has a twin only if other phones had recorded all these taps first.
    Raises what `record_tap` raises.
    """
    key = form.get("key", "")
    first, *others = sent_taps.read(form)
    receipt = record_tap(match, phone, first, seen=seen, key=key)
    for number, tap in enumerate(others, start=2):
        earlier = receipt
        receipt = record_tap(match, phone, tap, seen=earlier.version, key=f"{key}-{number}")
        if earlier.twin is None:
            receipt = replace(receipt, twin=None)
    return receipt


@retry_while_unavailable
def record_tap(match: Match, phone: str, text: str, *, seen: int, key: str) -> Receipt:
    """Record one tap of a phone that saw version `seen`, and return its receipt.

    `text` is the tap in notation. `key` is new for every tap. If another phone recorded the same
    tap first, the receipt has the row of that phone (`twin`).

    Raises NotAllowed, Malformed, Stale, MovedOn, Full or Illegal if the tap cannot be recorded. In
    one case NotAllowed is raised although the tap is in the log: the connection was lost during the
    commit of an earlier try, that try has recorded the tap, and the phone has lost the right to tap
    since.

    Raises Unavailable if the database cannot be used. The tap may have been recorded then; send it
    again with the same key to find out.

    Nothing is locked while the tap is checked and played. Its row is appended only if the match has
    not changed since it was loaded; if it has changed, the tap is checked again. If the database
    cannot be reached, all this is tried again for a while. No tap is recorded twice, because no two
    rows of a match have the same key.
    """
    sent = _SentTap(_parse(text, key), phone, seen, key)
    for attempt in range(TRIES):
        current, earlier = _load(match, sent, is_first=attempt == 0)
        seat = _check_may_tap(current, phone)
        if earlier is not None:
            return _receipt_of_earlier(current, sent, earlier)
        if sent.seen != current.version and not _has_seen_others(current, sent):
            return _receipt_of_twin(current, sent)
        if current.match.rematch_id is not None and sent.tap.word not in _CORRECT_A_SCORE:
            raise MovedOn(MOVED_ON)
        if current.is_full:
            raise Full(FULL, most=current.version)
        after, row = _play(current, sent, seat)
        if tap_writer.append_tap_if_current(row, current.revision):
            process_state().states.put_if_newer(after)
            streams().publish(match.id, after.version, after.revision)
            return Receipt(after.version, after)
    raise Unavailable(BUSY)


def _parse(text: str, key: str) -> Tap:
    if not _KEY.fullmatch(key):
        raise Malformed("the key of a tap must be 1 to 64 letters, digits, - or _")
    if len(text) > LONGEST_TAP:
        raise Malformed("a tap can have at most %(longest)s characters", longest=LONGEST_TAP)
    return parse(text)


def _load(match: Match, sent: _SentTap, *, is_first: bool) -> tuple[State, tuple[int, str] | None]:
    """Return the state in which to check a tap, and the number and text of its row, if it has one.

    A tap has a row already if it was sent before with the same key.

    The first try takes the state that this process keeps, without asking the database. It does so
    only if the screen of the phone shows the version of that state, and the phone may tap; this is
    true for nearly every tap. If the kept state is outdated, or a row has the key already,
    `append_tap_if_current` writes nothing. Then the second try asks the database.
    """
    if is_first:
        known = state(match, ANY_PROGRESS)
        if known.version == sent.seen and access(known, sent.phone).may_tap:
            return known, None
    # The state is loaded before the key is looked up: if no row has the key then, the tap is not in
    # that state either. In the other order, a phone could be told that its own tap, which came
    # twice, is the tap of somebody quicker.
    current = state(match)
    return current, _find_by_key(match.id, sent.key)


def _find_by_key(match_id: int, key: str) -> tuple[int, str] | None:
    """Return the number and the text of the row that has this key, None if no row has it."""
    with reading() as connection:
        row = connection.execute(_SAME_KEY, {"match_id": match_id, "key": key}).one_or_none()
    return None if row is None else (row.seq, row.text)


def _check_may_tap(current: State, phone: str) -> int | None:
    """Return the seat of this phone, None for a host without a seat.

    Raises NotAllowed if the phone may not tap.
    """
    viewer = access(current, phone)
    if viewer.may_tap:
        return viewer.seat
    if viewer.role == "removed":
        raise NotAllowed(OUT)
    if viewer.invited:
        raise NotAllowed("This phone has no seat yet. Take one to record.")
    raise NotAllowed("This phone has not joined the table to play, so it cannot record anything.")


def _receipt_of_earlier(current: State, sent: _SentTap, earlier: tuple[int, str]) -> Receipt:
    """Return the receipt of a tap whose key is already in the log.

    `earlier` is the number and the text of the row with this key. Raises Stale if that row is a
    different tap: somebody went back in the browser and tapped on an outdated page.
    """
    seq, text = earlier
    if text != str(sent.tap):
        raise _stale(current, sent)
    return Receipt(seq, state(current.match))


def _has_seen_others(current: State, sent: _SentTap) -> bool:
    """Return whether this phone has seen all taps of other phones, but not all of its own.

    A phone on a slow network may tap again before the answer to its last tap arrives. Return False
    if it sends the same tap again, because the second tap was not meant.
    """
    if not 0 <= sent.seen < current.version:
        return False
    unseen = current.rows[sent.seen :]
    return all(row.device == sent.phone and row.tap != sent.tap for row in unseen)


def _receipt_of_twin(current: State, sent: _SentTap) -> Receipt:
    """Return the receipt with the row of another phone that recorded the same tap first.

    Two phones may record the same thing: both tap who took a trick, for example, or both undo the
    same mistake. Only the first row that this phone had not seen can be a twin. A later row with
    the same tap belongs to a later moment of the match. A row that was undone meanwhile is not a
    twin. Raises Stale if there is no twin.
    """
    if not 0 <= sent.seen < current.version:
        raise _stale(current, sent)
    row = current.rows[sent.seen]
    is_same = row.tap == sent.tap and row.device != sent.phone
    if not is_same or not _holds(row, current.rows):
        raise _stale(current, sent)
    return Receipt(row.seq, current, twin=row)


def _holds(row: LogRow, rows: Rows) -> bool:
    """Return whether the tap of this row still has an effect. `rows` is the whole log.

    An undo has an effect as long as the tap that it took back does not count. A redo has an effect
    as long as the tap that it put back counts.
    """
    if not row.affects:
        return row.counts
    return rows[row.affects - 1].counts is (row.tap == REDO)


def _stale(current: State, sent: _SentTap) -> Stale:
    if not 0 <= sent.seen < current.version:
        return Stale(current.version)
    row = current.rows[sent.seen]
    mine = row.device == sent.phone
    missed = current.version - sent.seen
    return Stale(current.version, row.phone, row.tap, seat=row.seat, mine=mine, missed=missed)


def _play(current: State, sent: _SentTap, seat: int | None) -> tuple[State, dict[str, Any]]:
    """Return the state after the tap, and the columns of its row.

    Raises Illegal if the rules do not allow the tap now.
    """
    log = current.log.play(sent.tap)
    row = LogRow(
        seq=current.version + 1,
        tap=sent.tap,
        at=now(),
        device=sent.phone,
        seat=seat,
        phone=phone_label(seat, current.names),
        score=log.game.score_text,
        events=log.game.events,
        question=current.log.game.hand.question,
    )
    columns = {
        "match_id": current.match.id,
        "seq": row.seq,
        "key": sent.key,
        "text": str(row.tap),
        "device": row.device,
        "seat": row.seat,
        "at": row.at,
        "score": row.score,
        "events_json": events_to_json(row.events),
    }
    rows = with_more_rows(current.rows, (row,))
    return replace(current, version=row.seq, log=log, rows=rows), columns
