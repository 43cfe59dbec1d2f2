"""Load the present state of a match: its people and its log.

Each process keeps the states of the matches that were used most recently. To bring a kept state up
to date, it asks the database for two values, the "heads" of the match: the number of the newest row
of the log, and the revision. If the revision has changed, people, names and links are loaded again.
If the log has newer rows, only these are loaded and played. If the log is shorter than in the kept
state, the database was replaced, and everything is loaded again.

A log that this process does not know is played from its beginning, AT_ONCE rows at a time. After
each of these steps `Behind` is raised, so that the connection is given back and other requests are
answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, select
from sqlalchemy import Row as Record

from companion import variants
from companion.engine import Illegal, Malformed, MatchLog, Question, Rules, parse, resume, start
from companion.tables.errors import Behind, BrokenLog, Gone
from companion.tables.hub import Progress
from companion.tables.match_state import (
    LogRow,
    Rows,
    State,
    events_from_json,
    phone_label,
    with_more_rows,
    with_present_names,
)
from companion.tables.models import Agreement, Match, Member, Seat, TapRow
from companion.tables.process_state import process_state
from companion.tables.request_rows import Request
from companion.tables.store import open_session, reading
from companion.tables.trouble import GONE, retry_while_unavailable
from companion.tables.turns import yield_to_others

AT_ONCE = 100  # rows played before other requests get their turn: some 10 ms

_MATCH_ID: BindParameter[int] = bindparam("match_id")
_HEADS = select(
    select(func.max(TapRow.seq)).where(TapRow.match_id == _MATCH_ID).scalar_subquery(),
    Match.revision,
).where(Match.id == _MATCH_ID)
_MEMBERS = (
    select(Member).where(Member.match_id == _MATCH_ID).order_by(Member.joined_at, Member.device)
)
_NAMES = select(Seat.name).where(Seat.match_id == _MATCH_ID).order_by(Seat.number)
_REQUESTS = select(Request).where(Request.match_id == _MATCH_ID).order_by(Request.number)
_AGREED = select(Agreement.seq, Agreement.side).where(Agreement.match_id == _MATCH_ID)
_NEWER = (
    select(
        TapRow.seq,
        TapRow.text,
        TapRow.at,
        TapRow.device,
        TapRow.seat,
        TapRow.score,
        TapRow.events_json,
    )
    .where(TapRow.match_id == _MATCH_ID, TapRow.seq > bindparam("version"))
    .order_by(TapRow.seq)
    .limit(AT_ONCE)
)


def state(match: Match, progress: Progress | None = None) -> State:
    """Return the match as it is now, whichever process wrote last.

    `progress` is a version and a revision that the match is known to have reached (see `hub`). The
    database is not asked if this process keeps a state that has reached both. Raises BrokenLog if
    the log cannot be read, Gone if the match was deleted.
    """
    if progress is not None:
        latest = process_state().states.get(match.id)
        if latest is not None and latest.has_reached(progress):
            return latest
    return _load_in_steps(match)


def _load_in_steps(match: Match) -> State:
    """Return the state from the database.

    A long log is loaded in steps, and other requests are answered in between.
    """
    while True:
        try:
            return _load(match.id)
        except Behind:
            yield_to_others()


@retry_while_unavailable
def _load(match_id: int) -> State:
    with reading() as connection:
        return load_state(connection, match_id)


def rows(match: Match) -> Rows:
    """Return the whole log of the match."""
    return state(match).rows


def rules(match: Match) -> Rules:
    """Return the rules by which this match is played."""
    return variants.get(match.variant).rules(match.seats, match.house_rules)


def load_state(connection: Connection, match_id: int) -> State:
    """Return the state as this connection sees it: the kept state, brought up to date.

    Raises Behind if more than AT_ONCE rows are newer than the kept state. Then AT_ONCE of these
    rows have been played, the result is kept, and the next call goes on from there.
    """
    # The kept state is read before the heads: if others write in between, the heads are newer.
    before = process_state().states.get(match_id)
    version, revision = _load_heads(connection, match_id)
    current = before
    if before is not None and before.version > version:
        current = None
    if current is None or current.revision != revision:
        current = _load_people(connection, match_id, revision, current)
    if current.version < version:
        current = _follow(current, _load_newer(connection, match_id, current.version))
    if current is not before:
        process_state().states.replace(before, current)
    if current.version < version:
        raise Behind
    return current


def _load_people(
    connection: Connection, match_id: int, revision: int, before: State | None
) -> State:
    """Return a state with people, names and links from the database, and the log of `before`.

    `revision` is the present revision of the match. If `before` is None, the log is empty.
    """
    where = {"match_id": match_id}
    names = _load_names(connection, match_id)
    with open_session(connection) as session:
        match = session.get(Match, match_id)
        members = {member.device: member for member in session.scalars(_MEMBERS, where)}
        requests = tuple(session.scalars(_REQUESTS, where))
    if match is None:
        raise Gone(GONE)
    agreed = _load_agreed(connection, match_id)
    if before is None:
        return State(
            match=match,
            version=0,
            revision=revision,
            members=members,
            log=_beginning(match),
            names=names,
            rows=(),
            agreed=agreed,
            requests=requests,
        )
    rows = before.rows if before.names == names else with_present_names(before.rows, names)
    return replace(
        before,
        match=match,
        revision=revision,
        members=members,
        names=names,
        rows=rows,
        agreed=agreed,
        requests=requests,
    )


def _beginning(match: Match) -> MatchLog:
    return MatchLog(start(rules(match), match.dealer, match.score, match.games))


def _follow(before: State, records: Sequence[Record[*tuple[Any, ...]]]) -> State:
    """Return the state `before` with these rows played and added to its log.

    If the present rules refuse the tap of a row, or give another score after it, the row keeps the
    score and the events that were stored with it. The log restarts at that score.
    """
    log = before.log
    restarted_at = before.restarted_at
    new = list[LogRow]()
    for record in records:
        row = _log_row(record, before.names, log.game.hand.question)
        after = _play_row(log, row)
        if after is None:
            log = _restart(log, row)
            restarted_at = row.seq
            new.append(row)
        else:
            log = after
            new.append(replace(row, events=after.game.events))
    rows = with_more_rows(before.rows, new)
    return replace(before, version=len(rows), log=log, rows=rows, restarted_at=restarted_at)


def _play_row(log: MatchLog, row: LogRow) -> MatchLog | None:
    """Return the log after the tap of that row.

    Return None if the present rules refuse the tap, or give another score than the stored one.
    """
    try:
        after = log.play(row.tap)
    except Illegal:
        return None
    if after.game.score_text != row.score:
        return None
    return after


def _restart(log: MatchLog, row: LogRow) -> MatchLog:
    """Return a log that begins at the score stored with this row. Undo goes back no further."""
    try:
        return MatchLog(resume(log.game, row.tap, row.score, row.events))
    except ValueError as error:
        raise BrokenLog(
            f"Row {row.seq}, {row.tap}, has a score that cannot be read: {row.score!r}"
        ) from error


def _log_row(
    record: Record[*tuple[Any, ...]], names: tuple[str, ...], question: Question | None
) -> LogRow:
    try:
        tap = parse(record.text)
        phone = phone_label(record.seat, names)
        events = events_from_json(record.events_json)
    except (Malformed, IndexError, TypeError, ValueError) as error:
        raise BrokenLog(f"Row {record.seq} cannot be read: {error}") from error
    return LogRow(
        record.seq,
        tap,
        record.at,
        record.device,
        record.seat,
        phone,
        record.score,
        events,
        question=question,
    )


def _load_heads(connection: Connection, match_id: int) -> tuple[int, int]:
    heads = connection.execute(_HEADS, {"match_id": match_id}).one_or_none()
    if heads is None:
        process_state().states.drop(match_id)
        raise Gone(GONE)
    version, revision = heads
    return version or 0, revision


def _load_names(connection: Connection, match_id: int) -> tuple[str, ...]:
    return tuple(connection.execute(_NAMES, {"match_id": match_id}).scalars())


def _load_agreed(connection: Connection, match_id: int) -> frozenset[tuple[int, int]]:
    pairs = connection.execute(_AGREED, {"match_id": match_id})
    return frozenset((seq, side) for seq, side in pairs)


def _load_newer(
    connection: Connection, match_id: int, version: int
) -> Sequence[Record[*tuple[Any, ...]]]:
    return connection.execute(_NEWER, {"match_id": match_id, "version": version}).all()
