"""Make the database of SQLite full, read-only, locked by another program, damaged, or slow."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from companion import tables
from companion.tables import sqlite


def before_each_commit(act: Callable[[object], object]) -> Callable[..., Any]:
    """Return `sqlite.transaction`, changed so that it calls `act` before it commits."""
    transaction = sqlite.transaction

    @contextmanager
    def changed(engine: Engine, end: float) -> Iterator[object]:
        with transaction(engine, end) as raw:
            yield raw
            act(raw)

    return changed


@contextmanager
def every_connection(pragma: str) -> Iterator[None]:
    def begin(raw: sqlite3.Connection, _: object) -> None:
        raw.execute(f"PRAGMA {pragma}").close()

    engine = tables.db.engine
    engine.dispose()
    event.listen(engine, "connect", begin)
    yield
    event.remove(engine, "connect", begin)
    engine.dispose()


def file() -> Path:
    return Path(str(tables.db.engine.url.database))


@contextmanager
def full() -> Iterator[None]:
    with tables.db.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    with every_connection(f"max_page_count={pages}"):
        yield


@contextmanager
def read_only() -> Iterator[None]:
    with every_connection("query_only=ON"):
        yield


@contextmanager
def locked() -> Iterator[None]:
    other = sqlite3.connect(file(), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


@contextmanager
def damaged() -> Iterator[None]:
    """Overwrite the database file, and put the good file back after the `with` block."""
    tables.db.engine.dispose()  # closing the last connection leaves everything in one file
    good = file().rename(file().with_suffix(".good"))
    file().write_bytes(b"not a database at all" * 1000)
    yield
    for left in ("-wal", "-shm"):
        file().with_name(file().name + left).unlink(missing_ok=True)
    good.replace(file())
