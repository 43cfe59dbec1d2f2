"""How a match stands: its people and the fold of its log, looked up and brought forward row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, select
from sqlalchemy import Row as Record

from companion import variants
from companion.engine import Ask, Illegal, Malformed, MatchLog, Rules, parse, resume, start
from companion.tables.errors import Behind, BrokenLog, Gone
from companion.tables.folding import LogRow, Rows, events_from_json, extended, label, relabelled
from companion.tables.hub import Progress
from companion.tables.latest import State
from companion.tables.memory import memory
from companion.tables.models import Agreement, Match, Member, Seat, Tap
from companion.tables.request_rows import Request
from companion.tables.store import objects, reading
from companion.tables.trouble import GONE, patient
from companion.tables.turns import give_way

AT_ONCE = 100  # rows followed before others in this process get their turn: some 10 ms

_MATCH_ID: BindParameter[int] = bindparam("match_id")
_HEADS = select(
    select(func.max(Tap.seq)).where(Tap.match_id == _MATCH_ID).scalar_subquery(), Match.revision
).where(Match.id == _MATCH_ID)
_MEMBERS = (
    select(Member).where(Member.match_id == _MATCH_ID).order_by(Member.joined_at, Member.device)
)
_NAMES = select(Seat.name).where(Seat.match_id == _MATCH_ID).order_by(Seat.number)
_REQUESTS = select(Request).where(Request.match_id == _MATCH_ID).order_by(Request.number)
_AGREED = select(Agreement.seq, Agreement.side).where(Agreement.match_id == _MATCH_ID)
_NEWER = (
    select(Tap.seq, Tap.text, Tap.at, Tap.device, Tap.seat, Tap.score, Tap.told)
    .where(Tap.match_id == _MATCH_ID, Tap.seq > bindparam("version"))
    .order_by(Tap.seq)
    .limit(AT_ONCE)
)


def state(match: Match, progress: Progress | None = None) -> State:
    """How the match stands now, whoever wrote last; raises BrokenLog when it no longer replays, Gone when deleted.

    `progress` is how far news said that it is: the database is not asked for what this process has already.
    """
    latest = memory().latest.get(match.id) if progress else None
    return (
        latest
        if latest is not None and progress is not None and latest.reaches(progress)
        else _asked_for(match)
    )


def _asked_for(match: Match) -> State:
    """The state from the database; a long log is followed bit by bit, and others are answered in between."""
    while True:
        try:
            return _looked_up(match.id)
        except Behind:
            give_way()


@patient
def _looked_up(match_id: int) -> State:
    with reading() as connection:
        return fresh(connection, match_id)


def rows(match: Match) -> Rows:
    """The whole log of the match."""
    return state(match).rows


def rules(match: Match) -> Rules:
    """The rules this match is played by."""
    return variants.get(match.variant).rules(match.seats, match.house_rules)


def fresh(connection: Connection, match_id: int) -> State:
    """The state as this connection sees it: the kept one, brought forward by what is newer.

    Raises Behind where that is more than AT_ONCE rows: so many were followed and kept, the next call goes on there.
    """
    before = memory().latest.get(
        match_id
    )  # first: what others write after this moment can only make the heads newer
    version, revision = _heads(connection, match_id)
    current = before if before is not None and before.version <= version else None
    if current is None or current.revision != revision:
        current = _gathered(connection, match_id, revision, current)
    if current.version < version:
        current = _followed(current, _newer(connection, match_id, current.version))
    if current is not before:
        memory().latest.put(current)
    if current.version < version:
        raise Behind
    return current


def advanced(before: State, line: MatchLog, row: LogRow) -> State:
    """The state after one more row, which led to this line."""
    return replace(before, version=row.seq, line=line, rows=extended(before.rows, (row,)))


def _gathered(connection: Connection, match_id: int, revision: int, before: State | None) -> State:
    """The people, names and links as they are at that revision, with the log as far as it is known."""
    where, names = {"match_id": match_id}, _names(connection, match_id)
    with objects(connection) as session:
        match = session.get(Match, match_id)
        members = {member.device: member for member in session.scalars(_MEMBERS, where)}
        requests = tuple(session.scalars(_REQUESTS, where))
    if match is None:
        raise Gone(GONE)
    line, rows = (before.line, before.rows) if before else (_beginning(match), ())
    return State(
        match=match,
        version=before.version if before else 0,
        revision=revision,
        members=members,
        line=line,
        names=names,
        rows=rows if before is not None and before.names == names else relabelled(rows, names),
        agreed=_agreed(connection, match_id),
        restarted_at=before.restarted_at if before else 0,
        requests=requests,
    )


def _beginning(match: Match) -> MatchLog:
    return MatchLog(start(rules(match), match.dealer, match.score, match.games))


def _followed(before: State, records: Sequence[Record[*tuple[Any, ...]]]) -> State:
    line, new, restarted_at = before.line, list[LogRow](), before.restarted_at
    for record in records:
        row = _row(record, before.names, line.game.hand.ask)
        after = _tapped(line, row)
        restarted_at = row.seq if after is None else restarted_at
        line = after or _begun_anew(line, row)
        new.append(row if after is None else replace(row, events=after.game.events))
    rows = extended(before.rows, new)
    return replace(before, version=len(rows), line=line, rows=rows, restarted_at=restarted_at)


def _tapped(line: MatchLog, row: LogRow) -> MatchLog | None:
    """The line after that row; None when the present rules refuse it, or make another score of it than was shown."""
    try:
        after = line.tap(row.tap)
    except Illegal:
        return None
    return after if after.game.score_text == row.score else None


def _begun_anew(line: MatchLog, row: LogRow) -> MatchLog:
    """A line that begins at the score that was shown; no undo reaches across it."""
    try:
        return MatchLog(resume(line.game, row.tap, row.score, row.events))
    except ValueError as error:
        raise BrokenLog(
            f"Row {row.seq}, {row.tap}, has a score that cannot be read: {row.score!r}"
        ) from error


def _row(record: Record[*tuple[Any, ...]], names: tuple[str, ...], ask: Ask | None) -> LogRow:
    try:
        act, phone, events = (
            parse(record.text),
            label(record.seat, names),
            events_from_json(record.told),
        )
    except (Malformed, IndexError, TypeError, ValueError) as error:
        raise BrokenLog(f"Row {record.seq} cannot be read: {error}") from error
    return LogRow(
        record.seq, act, record.at, record.device, record.seat, phone, record.score, events, ask=ask
    )


def _heads(connection: Connection, match_id: int) -> tuple[int, int]:
    heads = connection.execute(_HEADS, {"match_id": match_id}).one_or_none()
    if heads is None:
        memory().latest.drop(match_id)
        raise Gone(GONE)
    version, revision = heads
    return version or 0, revision


def _names(connection: Connection, match_id: int) -> tuple[str, ...]:
    return tuple(connection.execute(_NAMES, {"match_id": match_id}).scalars())


def _agreed(connection: Connection, match_id: int) -> frozenset[tuple[int, int]]:
    return frozenset(
        (seq, side) for seq, side in connection.execute(_AGREED, {"match_id": match_id})
    )


def _newer(
    connection: Connection, match_id: int, version: int
) -> Sequence[Record[*tuple[Any, ...]]]:
    return connection.execute(_NEWER, {"match_id": match_id, "version": version}).all()
