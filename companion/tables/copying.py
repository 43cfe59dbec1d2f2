"""Copy everything from one database into another.

Commands use this to make and restore backups, and to move between SQLite and PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import Connection, Engine, Table, delete, func, insert, select

from companion.tables import postgresql, sqlite
from companion.tables.base import Base
from companion.tables.request_rows import drop_open_requests
from companion.tables.store import db, is_shared
from companion.tables.trouble import translate_db_errors

AT_A_TIME = 1000  # rows that are read before they are written
NAMES = {
    "match": "table",
    "book": "book",
    "place": "place",
    "place_wall": "wall",
    "tournament": "tournament",
}
"""Words for the rows of database tables. Every other row belongs to one of these rows."""


def copy_all(source: Flask, target: Flask, *, replace: bool = False) -> dict[str, int]:
    """Copy everything from the database of one application into that of another.

    Return how many matches, books, places, walls of places and tournaments were copied. The keys
    are names of database tables: `{"match": 3, "book": 1, …}`.

    The copy has the state of one moment, even if people go on playing meanwhile. Open requests are
    left out, because after a restore they would be granted at once. If the copy fails, the target
    is unchanged. Raises ValueError if the target is not empty and `replace` is false.
    """
    with _at_one_moment(source) as old, _all_or_nothing(target) as new:
        _make_room(new, replace=replace)
        for table in persistent_tables():
            for rows in old.execute(select(table)).mappings().partitions(AT_A_TIME):
                new.execute(insert(table), [dict(row) for row in rows])
        drop_open_requests(new)
        _announce_replaced(new)
        return _counts(new)


def persistent_tables() -> list[Table]:
    """Return the database tables that are copied, in the order of copying.

    A database table with foreign keys comes after the tables to which these keys refer. Tables with
    rows that are valid for a day at most are left out, such as those of numbers and first answers.
    """
    return [table for table in Base.metadata.sorted_tables if not table.info.get("passing")]


@contextmanager
def _at_one_moment(app: Flask) -> Iterator[Connection]:
    with app.app_context(), translate_db_errors(), _reader(db.engine) as connection:
        if not postgresql.is_postgresql(connection):
            # Our SQLite connections begin a transaction by themselves only for a write.
            connection.exec_driver_sql("BEGIN")
        yield connection
        connection.rollback()


def _reader(engine: Engine) -> Connection:
    """Return a connection that does not fetch all rows of a query at once.

    On PostgreSQL this connection sees the database as it is at its first query.
    """
    connection = engine.connect().execution_options(stream_results=True)
    if is_shared():
        return connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


@contextmanager
def _all_or_nothing(app: Flask) -> Iterator[Connection]:
    with (
        app.app_context(),
        translate_db_errors(),
        db.engine.connect().execution_options(write=True) as connection,
        connection.begin(),
    ):
        yield connection


def _make_room(target: Connection, *, replace: bool) -> None:
    """Empty the target database. Raises ValueError if it is not empty and `replace` is false."""
    counts = _counts(target)
    if any(counts.values()) and not replace:
        raise ValueError(
            f"the database already has {counts_in_words(counts)}; --force replaces everything in it"
        )
    for table in reversed(Base.metadata.sorted_tables):
        target.execute(delete(table))


def _announce_replaced(target: Connection) -> None:
    """Tell the servers that run on this database that everything in it was replaced.

    When the copy is committed, they forget the states in their memory and update every phone.
    """
    if postgresql.is_postgresql(target):
        postgresql.announce_replaced(target)
    else:
        sqlite.announce_replaced(target)


def _counts(connection: Connection) -> dict[str, int]:
    """Return how many matches, books, places, walls of places and tournaments there are.

    The keys are names of database tables. Only tables without foreign keys are counted, because
    every row of the other tables belongs to a row of one of these.
    """
    counts = {}
    for table in persistent_tables():
        if not table.foreign_keys:
            query = select(func.count()).select_from(table)
            counts[table.name] = connection.scalar(query) or 0
    return counts


def counts_in_words(counts: Mapping[str, int]) -> str:
    """Return the counts of `copy_all` as words, such as `3 tables, 1 book and 2 places`.

    Counts of 0 are left out, and so are counts without a word in NAMES. Return "nothing" if no
    count is left.
    """
    words = []
    for table, one in NAMES.items():
        count = counts.get(table, 0)
        if count > 0:
            words.append(f"{count} {one}" if count == 1 else f"{count} {one}s")
    *most, last = words or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last
