"""How every match stands: the fold of its log, kept in this process and brought forward row by row."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, select
from sqlalchemy import Row as Record

from companion import variants
from companion.engine import Illegal, Line, Malformed, Rules, parse, resume, start
from companion.tables.errors import BrokenLog, Unavailable
from companion.tables.log import Row, Rows, added, events_of, label, relabelled
from companion.tables.models import Agreement, Match, Seat, Tap
from companion.tables.store import reading
from companion.tables.trouble import GONE, patient

KEPT = 2000  # matches; one that falls out is folded again when it is next asked for

_MATCH_ID: BindParameter[int] = bindparam("match_id")
_HEADS = select(select(func.max(Tap.seq)).where(Tap.match_id == _MATCH_ID).scalar_subquery(), Match.revision).where(
    Match.id == _MATCH_ID
)
_NAMES = select(Seat.name).where(Seat.match_id == _MATCH_ID).order_by(Seat.number)
_AGREED = select(Agreement.seq, Agreement.side).where(Agreement.match_id == _MATCH_ID)
_NEWER = (
    select(Tap.seq, Tap.text, Tap.at, Tap.device, Tap.seat, Tap.score, Tap.told)
    .where(Tap.match_id == _MATCH_ID, Tap.seq > bindparam("version"))
    .order_by(Tap.seq)
)


@dataclass(frozen=True, slots=True)
class State:
    """A match as it stands: `version` taps recorded, `revision` changes of people and names.

    `agreed` are the pairs of a row that ended a hand and a side that agrees to the score after it.
    `restarted_at` is the last row that did not replay under the present rules of its game (0: they all do): the
    score it was shown with stands, a fresh hand was dealt after it, and undo goes back no further.
    """

    version: int
    revision: int
    line: Line
    names: tuple[str, ...]
    rows: Rows
    agreed: frozenset[tuple[int, int]] = frozenset()
    restarted_at: int = 0

    @property
    def stamp(self) -> str:
        """What a phone has on its screen, to be compared with what there is now."""
        return f"{self.version}.{self.revision}"


class Latest:
    """The latest states of the matches asked for last."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept, self._states, self._lock = kept, OrderedDict[int, State](), RLock()

    def get(self, match_id: int) -> State | None:
        """The state kept for that match, which is not the next to fall out now."""
        with self._lock:
            if match_id in self._states:
                self._states.move_to_end(match_id)
            return self._states.get(match_id)

    def put(self, match_id: int, state: State) -> None:
        """Keep this state; the match nobody has asked for longest falls out."""
        with self._lock:
            self._states[match_id] = state
            self._states.move_to_end(match_id)
            if len(self._states) > self._kept:
                self._states.popitem(last=False)

    def drop(self, match_id: int) -> None:
        """Forget that match."""
        with self._lock:
            self._states.pop(match_id, None)

    def clear(self) -> None:
        """Forget everything, as a restart does."""
        with self._lock:
            self._states.clear()


latest = Latest()


@patient
def state(match: Match) -> State:
    """How the match stands now, whoever wrote last; raises BrokenLog when it no longer replays."""
    with reading() as connection:
        return fresh(connection, match)


def rows(match: Match) -> Rows:
    """The whole log of the match."""
    return state(match).rows


def rules(match: Match) -> Rules:
    """The rules this match is played by."""
    return variants.get(match.variant).rules(match.seats, match.house_rules)


def fresh(connection: Connection, match: Match) -> State:
    """The state as this connection sees it: the kept one, brought forward by what is newer."""
    known = latest.get(match.id)  # first: what others write after this moment can only make the heads newer
    version, revision = _heads(connection, match.id)
    if known is None or known.version > version:
        known = _beginning(match)
    if known.revision != revision:
        known = _renamed(known, revision, _names(connection, match.id))
        known = replace(known, agreed=_agreed(connection, match.id))
    if known.version < version:
        known = _followed(known, _newer(connection, match.id, known.version))
    latest.put(match.id, known)
    return known


def advanced(known: State, line: Line, row: Row) -> State:
    """The state after one more row, which led to this line."""
    return replace(known, version=row.seq, line=line, rows=added(known.rows, row))


def _beginning(match: Match) -> State:
    game = start(rules(match), match.dealer, match.score, match.games)
    return State(0, -1, Line(game), (), ())


def _renamed(known: State, revision: int, names: tuple[str, ...]) -> State:
    return replace(known, revision=revision, names=names, rows=relabelled(known.rows, names))


def _followed(known: State, records: Iterable[Record[*tuple[Any, ...]]]) -> State:
    for record in records:
        row = _row(record, known.names)
        line = _tapped(known.line, row)
        known = advanced(known, line or _begun_anew(known.line, row), row)
        if line is None:
            known = replace(known, restarted_at=row.seq)
    return known


def _tapped(line: Line, row: Row) -> Line | None:
    """The line after that row; None when the present rules refuse it, or make another score of it than was shown."""
    try:
        after = line.tap(row.tap)
    except Illegal:
        return None
    return after if after.game.score_text == row.score else None


def _begun_anew(line: Line, row: Row) -> Line:
    """What was shown stands; no undo reaches across it."""
    try:
        return Line(resume(line.game, row.score, row.events))
    except ValueError as error:
        raise BrokenLog(f"Row {row.seq}, {row.tap}, has a score that cannot be read: {row.score!r}") from error


def _row(record: Record[*tuple[Any, ...]], names: tuple[str, ...]) -> Row:
    try:
        act = parse(record.text)
    except Malformed as error:
        raise BrokenLog(f"Row {record.seq} cannot be read: {error}") from error
    phone = label(record.seat, names)
    return Row(record.seq, act, record.at, record.device, record.seat, phone, record.score, events_of(record.told))


def _heads(connection: Connection, match_id: int) -> tuple[int, int]:
    found = connection.execute(_HEADS, {"match_id": match_id}).one_or_none()
    if found is None:
        raise Unavailable(GONE)
    version, revision = found
    return version or 0, revision


def _names(connection: Connection, match_id: int) -> tuple[str, ...]:
    return tuple(connection.execute(_NAMES, {"match_id": match_id}).scalars())


def _agreed(connection: Connection, match_id: int) -> frozenset[tuple[int, int]]:
    return frozenset((seq, side) for seq, side in connection.execute(_AGREED, {"match_id": match_id}))


def _newer(connection: Connection, match_id: int, version: int) -> Sequence[Record[*tuple[Any, ...]]]:
    return connection.execute(_NEWER, {"match_id": match_id, "version": version}).all()
