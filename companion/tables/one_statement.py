"""The usual tap in one statement: the row, if people and log are still as this process knows them.

Whatever is otherwise is no error here: nothing was recorded then, or nobody knows, and `taps.record` goes the long way,
which looks how the match stands, finds a key that is there already, waits for its turn and says what is wrong.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from sqlalchemy import Connection, Insert, bindparam, func, insert, select
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.exc import SQLAlchemyError

from companion.tables import postgresql, sqlite
from companion.tables.memory import memory
from companion.tables.models import Match, Tap
from companion.tables.store import db, shared

DIALECT = dialect(paramstyle="named")
_TAKEN = select(func.coalesce(func.max(Tap.seq), 0)).where(Tap.match_id == bindparam("match_id")).scalar_subquery()
_UNCHANGED = Match.id == bindparam("match_id"), Match.revision == bindparam("revision")
_COLUMNS = tuple(Tap.__table__.columns)


def _row(after: Any) -> Insert:
    """The insert, whose values are parameters named after their columns; `after` is the match it waits for."""
    values = (bindparam(column.name, type_=column.type) for column in _COLUMNS)
    found = select(*values).select_from(after).where(bindparam("seq") - 1 == _TAKEN)
    return insert(Tap).from_select([column.name for column in _COLUMNS], found, include_defaults=False)


_MATCH = select(Match.id).where(*_UNCHANGED)
_COMPILED = _row(_MATCH.subquery()).compile(dialect=DIALECT)
_INSERT, _FIXED = str(_COMPILED), {name: value for name, value in _COMPILED.params.items() if value is not None}
_stored: Any = Tap.__table__.c.at.type.dialect_impl(DIALECT).bind_processor(DIALECT)
_INSERTED = _row(_MATCH.with_for_update(key_share=True).cte("turn")).returning(Tap.seq).cte("row")
_INSERT_AND_TELL = select(func.pg_notify(bindparam("channel"), bindparam("news"))).select_from(_INSERTED)


def recorded(row: dict[str, Any], revision: int) -> bool:
    """Whether this row, by the columns of `Tap`, is now in the database, the next one of a match of that revision."""
    try:
        return _told(row, revision) if shared() else _inserted(row, revision)
    except (SQLAlchemyError, sqlite3.Error):
        return False


def _inserted(row: dict[str, Any], revision: int) -> bool:
    values = _FIXED | row | {"revision": revision, "at": _stored(row["at"])}
    with _alone() as free:
        if not free:
            return False
        with closing(db.engine.raw_connection()) as connection:
            raw: Any = connection.driver_connection
            with sqlite.at_once(raw):
                return bool(raw.execute(_INSERT, values).rowcount == 1)


def _told(row: dict[str, Any], revision: int) -> bool:
    news = postgresql.news(row["match_id"], row["seq"], revision)
    with db.engine.connect() as connection:
        return _at_once(connection).execute(_INSERT_AND_TELL, row | {"revision": revision} | news).first() is not None


def _at_once(connection: Connection) -> Connection:
    """The statement is a transaction of its own."""
    return connection.execution_options(isolation_level="AUTOCOMMIT")


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else in this process writes, who must not while this is open."""
    free = memory().one_write.acquire(blocking=False)
    try:
        yield free
    finally:
        if free:
            memory().one_write.release()
