"""Append the row of a tap if its match has not changed since the tap was checked.

One SQL statement checks this and inserts the row. It inserts nothing if the revision of the match
or the number of its taps has changed. So nothing is locked while a tap is checked, and a tap that
was checked in an outdated state is not written.

On PostgreSQL this statement is a transaction of its own, which also notifies the other processes.
PostgreSQL can commit many transactions at the same time.

SQLite has one writer, and each commit waits for the disk: 1 ms on a good disk, 4 to 20 ms on a busy
one or on the SD card of a small machine. Therefore rows that arrive during a commit share the next
commit. Each request adds its row to the rows that wait. If no other request is writing, it writes
the rows that wait (at most MOST), its own and those of other requests, in one commit. Otherwise it
sleeps. After the commit, the requests of these rows wake up, and each finds whether its row was
written. The request of the oldest row that still waits wakes up too, and writes the next group. So
no thread is needed for writing, and a tap waits for two commits at most if no more than MOST taps
wait.

A bar needs less, because 50 tables send only 17 taps a second. Shared commits are useful on a slow
disk and for many tables. The figures below are taps a second, first with shared commits, then with
one commit for each tap. They were measured on a machine whose disk was busy, without a delay and
with 4 or 20 ms added to each commit.

    16 tables     no delay: 650 and 100     + 4 ms: 330 and 60     + 20 ms: 130 and 30
    64 tables     no delay: 330 and 130     + 4 ms: 490 and 65     + 20 ms: 480 and 25

Without shared commits, a disk that takes 20 ms can store 50 taps a second, the pace of 150 tables.
It is not enough that each request takes a lock and then writes all rows that wait. A request whose
row is written already would still wait for the lock, behind requests that write. With such a lock,
64 tables got 65 taps a second with 4 ms added, the same as without shared commits.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
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
_LAST_SEQ = (
    select(func.coalesce(func.max(TapRow.seq), 0))
    .where(TapRow.match_id == bindparam("match_id"))
    .scalar_subquery()
)
_MATCH = select(Match.id).where(
    Match.id == bindparam("match_id"), Match.revision == bindparam("revision")
)
_COLUMNS = tuple(TapRow.__table__.columns)


def _insert_if(match: Any) -> Insert:
    """Return a statement that inserts a row if its number is the next in the log of its match.

    The statement inserts nothing if the query `match` selects no row. The parameters of the
    statement have the names of the columns.
    """
    names = [column.name for column in _COLUMNS]
    values = (bindparam(column.name, type_=column.type) for column in _COLUMNS)
    source = select(*values).select_from(match).where(bindparam("seq") - 1 == _LAST_SEQ)
    return insert(TapRow).from_select(names, source, include_defaults=False)


def _find_fixed(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return those parameters of a statement that are the same each time it is executed."""
    return {name: value for name, value in parameters.items() if value is not None}


_COMPILED = _insert_if(_MATCH.subquery()).compile(dialect=DIALECT)
_INSERT = str(_COMPILED)
_FIXED = _find_fixed(_COMPILED.params)
_stored: Any = TapRow.__table__.c.at.type.dialect_impl(DIALECT).bind_processor(DIALECT)
_LOCKED_MATCH = _MATCH.with_for_update(key_share=True).cte("locked")
_INSERTED = _insert_if(_LOCKED_MATCH).returning(TapRow.seq).cte("row")
_INSERT_AND_NOTIFY = select(func.pg_notify(bindparam("channel"), bindparam("payload"))).select_from(
    _INSERTED
)


def append_tap_if_current(row: dict[str, Any], revision: int) -> bool:
    """Append this row if its number is the next in the log and `revision` is still current.

    `row` has the values of a `TapRow` by column name. Return whether the row was written. Raises
    Unavailable if the database cannot be used.
    """
    values = row | {"revision": revision}
    if is_shared():
        return _append_and_notify(values)
    end = time.monotonic() + sqlite.WAIT_SECONDS
    return _append_with_others(WaitingRow(values | {"at": _stored(row["at"])}, end))


def _append_and_notify(values: dict[str, Any]) -> bool:
    notification = postgresql.notification_parameters(
        values["match_id"], values["seq"], values["revision"]
    )
    with reading() as connection:
        try:
            return connection.execute(_INSERT_AND_NOTIFY, values | notification).first() is not None
        except IntegrityError:  # somebody else was quicker
            return False


def _append_with_others(mine: WaitingRow) -> bool:
    """Wait until this or another request has written the row. Return whether it was written.

    Raises Unavailable if no request could write it in time.
    """
    state = process_state()
    state.waiting_rows.append(mine)
    while mine.outcome is None:
        if state.one_group.acquire(blocking=False):
            _write_group()
        elif not _is_woken(mine) and _withdraw(mine):
            raise Unavailable(BUSY)
        mine.woken.clear()
    if isinstance(mine.outcome, BaseException):
        raise mine.outcome
    return mine.outcome


def _is_woken(mine: WaitingRow) -> bool:
    """Sleep until another request wakes the request of this row. Return whether it was woken.

    It is woken when the row has an outcome, and when its request must write the rows that wait.
    It is not woken in time if the time `end` of the row comes first.
    """
    return mine.woken.wait(max(sqlite.PAUSE, mine.end - time.monotonic()))


def _withdraw(row: WaitingRow) -> bool:
    """Remove this row from the rows that wait. Return False if another request is writing it."""
    with suppress(ValueError):
        process_state().waiting_rows.remove(row)
        return True
    return False


def _write_group() -> None:
    """Write the oldest rows that wait, then wake the request that must write the next group.

    The caller holds the lock `one_group`; this function releases it.
    """
    state = process_state()
    try:
        rows: list[WaitingRow] = []
        with suppress(IndexError):  # no more rows wait
            while len(rows) < MOST:
                rows.append(state.waiting_rows.popleft())
        if rows:  # no row is left if another request was quicker
            _write(rows)
    finally:
        state.one_group.release()
        with suppress(IndexError):
            state.waiting_rows[0].woken.set()


def _write(rows: list[WaitingRow]) -> None:
    """Write these rows in one transaction, and set the outcome of each row.

    If the transaction fails, its error is the outcome of all rows. It fails if other writes still
    run at the earliest `end` of these rows.
    """
    outcomes: Sequence[bool | BaseException]
    end = min(row.end for row in rows)
    try:
        with (
            translate_db_errors(),
            one_write_at_a_time(end),
            sqlite.transaction(db.engine, end) as raw,
        ):
            outcomes = [_insert(raw, row.values) for row in rows]
    except BaseException as error:  # the request of each row raises it
        outcomes = [error] * len(rows)
    for row, outcome in zip(rows, outcomes, strict=True):
        row.outcome = outcome
        row.woken.set()


def _insert(raw: Any, values: dict[str, Any]) -> bool:
    """Insert the row. Return whether it was inserted.

    If another row of the match has the same number or key, do not insert this row. The transaction
    goes on.
    """
    with suppress(sqlite3.IntegrityError), closing(raw.execute(_INSERT, _FIXED | values)) as done:
        return bool(done.rowcount == 1)
    return False
