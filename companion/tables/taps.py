"""Recording a tap: once, in order and durably; then every stream of the table is woken."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from companion.engine import N_, Act, Illegal, Malformed, parse
from companion.tables import live, one_statement, postgresql
from companion.tables.access import access
from companion.tables.errors import Behind, Full, NotAllowed, Stale
from companion.tables.folding import Row, events_to_json, label
from companion.tables.latest import State
from companion.tables.memory import memory
from companion.tables.models import LONGEST_KEY, LONGEST_TAP, Match, Tap, now
from companion.tables.seats import OUT
from companion.tables.states import advanced, fresh, state
from companion.tables.store import writing
from companion.tables.trouble import patient

FULL = N_("This table has %(most)s taps, as many as one can hold. Play on at a new table, from this score.")
_KEY = re.compile(f"[A-Za-z0-9_-]{{1,{LONGEST_KEY}}}")

_SAME_KEY = select(Tap.seq, Tap.text).where(Tap.match_id == bindparam("match_id"), Tap.key == bindparam("key"))
_INSERT = insert(Tap)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The row a tap became; `repeated` when it had been recorded before under the same key. `state`: after it."""

    version: int
    repeated: bool
    state: State


@patient
def record(match: Match, device: str, text: str, *, seen: int, key: str) -> Recorded:
    """Record a tap made on `device` by somebody who saw version `seen`; `key` is fresh for every tap.

    Raises NotAllowed, Malformed, Stale, Full or Illegal, and has then recorded nothing. When another process
    writes the same row first, the second look finds it: the tap is then repeated or stale. When the database
    goes away it is tried again for a while, and the key makes that exact: a commit nobody heard of is found.
    Unavailable, after that or when nothing can be written: whether it was recorded shows when it is sent again.
    """
    usual = _recorded_as_usual(match, device, text, seen, key)
    if usual is not None:
        return usual
    try:
        return _record(match, device, text, seen, key)
    except Behind:  # a long log this process has not followed yet: nobody waits for it, least of all in a write
        state(match)
        return _record(match, device, text, seen, key)
    except IntegrityError:
        return _record(match, device, text, seen, key, again=True)


def _recorded_as_usual(match: Match, device: str, text: str, seen: int, key: str) -> Recorded | None:
    """The tap that comes in order, by who may make it, at a table this process knows; None: nothing is known of it."""
    known = memory().latest.get(match.id)
    if known is None or known.version != seen or known.full:
        return None
    try:
        seat, act = _seat_of_tapper(known, device), _parse(text, key)
        after, row = _played(known, _Tapped(device, seat, act, key))
    except (NotAllowed, Malformed, Illegal):  # maybe only for what is known here
        return None
    return _done(after) if one_statement.recorded(row, known.revision) else None


def _done(after: State) -> Recorded:
    """The tap is recorded: from here on everybody sees it."""
    memory().latest.forward(after)
    live.publish(after.match.id, after.version, after.revision)
    return Recorded(after.version, repeated=False, state=after)


def _record(match: Match, device: str, text: str, seen: int, key: str, *, again: bool = False) -> Recorded:
    with writing() as connection:
        postgresql.lock_match(connection, match.id)
        known = fresh(connection, match.id)
        seat, act = _seat_of_tapper(known, device), _parse(text, key)
        if again or seen != known.version:  # a tap that is repeated was made on a panel from before it
            first = _recorded_before(connection, match.id, key)
            if first is not None and first[1] == str(act):
                return Recorded(first[0], repeated=True, state=known)
            if first is not None or not _in_order(known, seen, device, act):
                raise _stale(known, seen, device)
        if known.full:
            raise Full(FULL, most=known.version)
        after, row = _played(known, _Tapped(device, seat, act, key))
        connection.execute(_INSERT, row)
        postgresql.tell(connection, match.id, after.version, after.revision)
    return _done(after)


@dataclass(frozen=True, slots=True)
class _Tapped:
    device: str
    seat: int | None
    act: Act
    key: str


def _seat_of_tapper(known: State, device: str) -> int | None:
    found = access(known, device)
    if found.role == "removed":
        raise NotAllowed(OUT)
    if not found.invited:
        raise NotAllowed("This phone has not joined the table to play; it cannot record.")
    if not found.may_tap:
        raise NotAllowed("This phone has no seat yet; take one, then it can record.")
    return found.seat


def _parse(text: str, key: str) -> Act:
    if not _KEY.fullmatch(key):
        raise Malformed("a tap needs a key of 1 to 64 letters, digits, - or _")
    if len(text) > LONGEST_TAP:
        raise Malformed("a tap has at most %(longest)s characters", longest=LONGEST_TAP)
    return parse(text)


def _recorded_before(connection: Connection, match_id: int, key: str) -> tuple[int, str] | None:
    """Number and text of the row under this key; that of ANOTHER tap is no repetition but a page gone stale."""
    found = connection.execute(_SAME_KEY, {"match_id": match_id, "key": key}).one_or_none()
    return (found.seq, found.text) if found is not None else None


def _in_order(known: State, seen: int, device: str, act: Act) -> bool:
    """Whether it was made on the latest panel, or on one that only the same phone's other taps have outdated.

    So a phone on a slow network may tap ahead of the answers; the same button twice is a slip, not two taps.
    """
    since = known.rows[seen:] if 0 <= seen <= known.version else ()
    return seen == known.version or (bool(since) and all(row.device == device and row.tap != act for row in since))


def _stale(known: State, seen: int, device: str) -> Stale:
    if not 0 <= seen < known.version:
        return Stale(known.version)
    row = known.rows[seen]
    mine, missed = row.device == device, known.version - seen
    return Stale(known.version, row.phone, row.tap, seat=row.seat, mine=mine, missed=missed)


def _played(known: State, tapped: _Tapped) -> tuple[State, dict[str, Any]]:
    """The state after the tap, and the columns of its row."""
    line = known.line.tap(tapped.act)
    seq, score, events = known.version + 1, line.game.score_text, line.game.events
    phone, ask = label(tapped.seat, known.names), known.line.game.hand.ask
    row = Row(seq, tapped.act, now(), tapped.device, tapped.seat, phone, score, events, ask=ask)
    where = {"match_id": known.match.id, "seq": seq, "key": tapped.key, "text": str(row.tap)}
    who = {"device": row.device, "seat": row.seat, "at": row.at}
    return advanced(known, line, row), where | who | {"score": score, "told": events_to_json(events)}
