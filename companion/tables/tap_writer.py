"""Write the next row of a log, if people and log of its match are still as this process knows them.

On PostgreSQL it is one statement, which also tells the other processes. On SQLite, rows that come
while another write is on its way to the disk wait and share the next transaction, so that one
commit serves all of them: the request that gets the turn to write first writes for all that wait.
No more rows wait than requests do, because each request waits for its own row.
"""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from typing import Any

from sqlalchemy import Insert, bindparam, func, insert, select
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.exc import IntegrityError

from companion.tables import postgresql, sqlite
from companion.tables.errors import Unavailable
from companion.tables.models import Match, TapRow
from companion.tables.process_state import WaitingRow, process_state
from companion.tables.store import db, is_shared, one_write_at_a_time, reading
from companion.tables.trouble import BUSY, translate_db_errors

MOST = 100  # rows in one transaction: some 5 ms in which nobody else is answered
DIALECT = dialect(paramstyle="named")
_TAKEN = (
    select(func.coalesce(func.max(TapRow.seq), 0))
    .where(TapRow.match_id == bindparam("match_id"))
    .scalar_subquery()
)
_MATCH = select(Match.id).where(
    Match.id == bindparam("match_id"), Match.revision == bindparam("revision")
)
_COLUMNS = tuple(TapRow.__table__.columns)


def _row(after: Any) -> Insert:
    """Return the insert, whose values are parameters named after their columns.

    `after` selects the match that the row waits for.
    """
    names = [column.name for column in _COLUMNS]
    values = (bindparam(column.name, type_=column.type) for column in _COLUMNS)
    source = select(*values).select_from(after).where(bindparam("seq") - 1 == _TAKEN)
    return insert(TapRow).from_select(names, source, include_defaults=False)


def _find_fixed(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters that have a value already."""
    return {name: value for name, value in parameters.items() if value is not None}


_COMPILED = _row(_MATCH.subquery()).compile(dialect=DIALECT)
_INSERT = str(_COMPILED)
_FIXED = _find_fixed(_COMPILED.params)
_stored: Any = TapRow.__table__.c.at.type.dialect_impl(DIALECT).bind_processor(DIALECT)
_INSERTED = (
    _row(_MATCH.with_for_update(key_share=True).cte("turn")).returning(TapRow.seq).cte("row")
)
_INSERT_AND_TELL = select(func.pg_notify(bindparam("channel"), bindparam("news"))).select_from(
    _INSERTED
)


def append_tap_if_current(row: dict[str, Any], revision: int) -> bool:
    """Write this row, by the columns of `Tap`, if it is the next one of a match of that revision.

    Return whether it is now in the database. Raises Unavailable if the database cannot be used.
    """
    values = row | {"revision": revision}
    if is_shared():
        return _insert_and_notify(values)
    end = time.monotonic() + sqlite.WAIT_SECONDS
    return _together(WaitingRow(values | {"at": _stored(row["at"])}, end))


def _insert_and_notify(values: dict[str, Any]) -> bool:
    news = postgresql.news_parameters(values["match_id"], values["seq"], values["revision"])
    with reading() as connection:
        try:
            return connection.execute(_INSERT_AND_TELL, values | news).first() is not None
        except IntegrityError:  # somebody else was quicker
            return False


def _together(mine: WaitingRow) -> bool:
    """Write the row, and with it all that wait, unless the write of another request takes it along.

    Raises Unavailable if the row has waited until its end and nobody could write it.
    """
    process_state().waiting.append(mine)
    while mine.outcome is None:
        if process_state().one_group.acquire(blocking=False):
            _lead()
        elif not _has_moved(mine) and _withdrawn(mine):
            raise Unavailable(BUSY)
        mine.moved.clear()
    if isinstance(mine.outcome, BaseException):
        raise mine.outcome
    return mine.outcome


def _has_moved(mine: WaitingRow) -> bool:
    """Wait until this row has an outcome or its turn. Return False if its end comes first."""
    return mine.moved.wait(max(sqlite.PAUSE, mine.end - time.monotonic()))


def _lead() -> None:
    """Write the oldest rows that wait, then wake the next one, which leads the next group."""
    waiting = process_state().waiting
    try:
        _commit(list(_oldest(waiting)))
    finally:
        process_state().one_group.release()
        with suppress(IndexError):
            waiting[0].moved.set()


def _withdrawn(mine: WaitingRow) -> bool:
    """Withdraw this row; return False if another request has taken it along already."""
    with suppress(ValueError):
        process_state().waiting.remove(mine)
        return True
    return False


def _commit(group: list[WaitingRow]) -> None:
    """Write each of these rows that can be written. If the transaction fails, all of them fail.

    If another program keeps the database until the oldest row may wait no longer, that row fails,
    and the others go back to wait for the rest of their time. So each row waits
    `sqlite.WAIT_SECONDS`, whichever rows came before it.
    """
    end = min(row.end for row in group)
    outcomes: Sequence[bool | BaseException]
    try:
        with (
            translate_db_errors(),
            one_write_at_a_time(end),
            sqlite.transaction(db.engine, end) as raw,
        ):
            outcomes = [_inserted(raw, row.values) for row in group]
    except BaseException as error:  # each raises it in its own request
        now = time.monotonic()
        if now > end:
            process_state().waiting.extendleft(row for row in reversed(group) if row.end > now)
            group = [row for row in group if row.end <= now]
        outcomes = [error] * len(group)
    for row, outcome in zip(group, outcomes, strict=True):
        row.outcome = outcome
        row.moved.set()


def _oldest(waiting: deque[WaitingRow]) -> Iterator[WaitingRow]:
    with suppress(IndexError):
        for _ in range(MOST):
            yield waiting.popleft()


def _inserted(raw: Any, values: dict[str, Any]) -> bool:
    """Insert the row and return whether it is in.

    If its number or key is taken, this statement is undone and nothing else.
    """
    with suppress(sqlite3.IntegrityError), closing(raw.execute(_INSERT, _FIXED | values)) as done:
        return bool(done.rowcount == 1)
    return False
