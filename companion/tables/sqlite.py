"""Use SQLite: set up connections, and wait for the writes of other processes.

SQLite allows one write at a time. Other programs may write too: a `restore`, or another tool.
SQLite itself waits for them only for a moment. So a write tries BEGIN IMMEDIATE again and again,
until its time is over.

This module also notices if somebody replaces the database file by another file while the server
runs. Connections that are open then still belong to the old file. The old -wal file belongs to the
old file too, but a new connection would take it for a part of the new file, and damage the new
file. Therefore no new connection is opened until an open connection has written the content of the
-wal into the old file. Then all connections are closed, and every stream asks the database again.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, ExceptionContext, event
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from companion.tables.private import keep_private
from companion.tables.process_state import ProcessState

WAIT_SECONDS = 10.0  # how long a write waits for the write of another process
PAUSE = 0.01  # seconds between two tries to begin a write
LOOK_SECONDS = 0.5  # between two looks whether another file has replaced the database
BUSY_TIMEOUT_MS = 50  # how long SQLite itself waits for another writer before it raises
BESIDE = ("-wal", "-shm")  # endings of the names of files that belong to a database in use
FileId = tuple[int, int]  # a disk, and the number of a file on it
_REOPEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_READONLY", "SQLITE_CANTOPEN")
_OPENING = (
    f"busy_timeout={WAIT_SECONDS * 1000:.0f}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    f"busy_timeout={BUSY_TIMEOUT_MS}",
)


def prepare(engine: Engine) -> None:
    """Set up this engine: connections get our settings, and a write waits for other writes."""
    file = _path(engine)
    event.listen(engine, "connect", lambda _raw, _record: _make_private(file))
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    event.listen(engine, "commit", _on_commit)
    event.listen(engine, "handle_error", _on_error)


def watch(engine: Engine, own_memory: ProcessState) -> None:
    """Start the thread that notices if another file has replaced the database file.

    After that, all phones see the matches of the new file. `own_memory` is the ProcessState whose
    streams the thread wakes.
    """
    _watched[engine] = _file_id(engine)
    watcher = threading.Thread(
        target=_watch, args=(engine, own_memory), name="watching", daemon=True
    )
    event.listen(engine, "do_connect", lambda *_: _wait_while_replaced(engine, watcher))
    watcher.start()


_watched: WeakKeyDictionary[Engine, FileId | None] = WeakKeyDictionary()
"""The file to which the connections of each watched engine belong, None if there was no file."""


def _watch(engine: Engine, own_memory: ProcessState) -> None:
    """Check every LOOK_SECONDS whether the file was replaced, or a `restore` wrote into it."""
    restored = _count_restores(engine)
    while own_memory.hub.open:
        time.sleep(LOOK_SECONDS)
        current = _file_id(engine)
        if not _is_replaced(engine):
            now = _count_restores(engine)
            if now not in (restored, None):
                own_memory.forget_everything()
                restored = now
        elif _change_over(engine, own_memory, current):
            restored = _count_restores(engine)


def _change_over(engine: Engine, own_memory: ProcessState, current: FileId | None) -> bool:
    """Replace all connections by connections to the new file. Return whether this succeeded.

    The old -wal is emptied first. Nobody may write with an old connection after that, because a row
    in the -wal of the old file would damage the new file. Therefore this function takes the lock
    for writes. It waits for a running write for at most LOOK_SECONDS. If the write still runs then,
    there are two cases, and both are safe:

    * The write uses the old file. Then the -wal cannot be emptied, and this function returns False.
    * The write is waiting for a connection to the new file.
    """
    is_mine = own_memory.one_write.acquire(timeout=LOOK_SECONDS)
    try:
        if not _put_wal_away(engine):
            return False
        engine.dispose()
        own_memory.forget_everything()
        _watched[engine] = current
        return True
    finally:
        if is_mine:
            own_memory.one_write.release()


def _is_replaced(engine: Engine) -> bool:
    """Return whether another file has replaced the database file since the engine connected."""
    return engine in _watched and _file_id(engine) not in (_watched[engine], None)


def _wait_while_replaced(engine: Engine, watcher: threading.Thread) -> None:
    """Wait if another file has replaced the database and the old -wal is still in use.

    The thread `watcher` empties the old -wal. After that, the new file is safe to open.
    Raises sqlite3.OperationalError after WAIT_SECONDS, and at once if this thread is the watcher.
    """
    end = time.monotonic() + WAIT_SECONDS
    while _is_replaced(engine):
        if threading.current_thread() is watcher or time.monotonic() > end:
            raise sqlite3.OperationalError("another file has replaced the database")
        time.sleep(PAUSE)


def announce_replaced(connection: Connection) -> None:
    """Store in the database file that all its matches may have been replaced.

    This adds 1 to the `user_version` of the file. A server that uses the file notices the change.
    """
    times = connection.exec_driver_sql("PRAGMA user_version").scalar() or 0
    connection.exec_driver_sql(f"PRAGMA user_version={times + 1}")


def _count_restores(engine: Engine) -> int | None:
    """Return how often a command replaced all data in this database file, None on an error."""
    with suppress(SQLAlchemyError), engine.connect() as connection:
        return connection.exec_driver_sql("PRAGMA user_version").scalar()
    return None


def _file_id(engine: Engine) -> FileId | None:
    """Return the id of the file at the path of the database, None if there is no such file."""
    with suppress(OSError):
        status = _path(engine).stat()
        return status.st_dev, status.st_ino
    return None


def _path(engine: Engine) -> Path:
    return Path(engine.url.database or "")


def _put_wal_away(engine: Engine) -> bool:
    """Write the content of the -wal file into the old database file. Return whether this succeeded.

    If the -wal stayed, SQLite would take it for a part of the new file. Return False if all
    connections to the old file are in use; the caller tries again later. If no connection to the
    old file is left, delete the -wal.
    """
    try:
        with engine.connect() as connection:
            checkpoint = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            return not checkpoint.scalar()  # 1 while others read the -wal
    except SQLAlchemyError:
        if isinstance(engine.pool, QueuePool) and engine.pool.checkedout():
            return False
        for ending in BESIDE:
            Path(f"{_path(engine)}{ending}").unlink(missing_ok=True)
        return True


def _make_private(file: Path) -> None:
    """Let only the owner read the database file and the -wal and -shm files beside it."""
    for ending in ("", *BESIDE):
        keep_private(Path(f"{file}{ending}"))


def _on_connect(raw: sqlite3.Connection, _record: object) -> None:
    raw.isolation_level = None  # the driver begins no transaction by itself: `_on_begin` does
    for pragma in _OPENING:
        raw.execute(f"PRAGMA {pragma}").close()


def _on_begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get("write"):
        end = options.get("until", time.monotonic() + WAIT_SECONDS)
        with _translate_errors(connection.engine):
            _take_turn(connection.connection.dbapi_connection, end)


def _on_commit(connection: Connection) -> None:
    if connection.get_execution_options().get("write"):
        with _translate_errors(connection.engine):
            connection.connection.commit()


@contextmanager
def transaction(engine: Engine, end: float) -> Iterator[Any]:
    """Yield a connection of the driver for one write.

    This is four times as fast as `store.writing`, which yields a connection of SQLAlchemy. `end` is
    the time (monotonic clock) until which this write waits for the writes of other processes.
    """
    with _translate_errors(engine), closing(engine.raw_connection()) as connection:
        _take_turn(connection.driver_connection, end)
        yield connection.driver_connection
        connection.commit()


@contextmanager
def _translate_errors(engine: Engine) -> Iterator[None]:
    """Convert errors of the driver to those of SQLAlchemy."""
    try:
        yield
    except sqlite3.Error as error:
        if _must_reopen(engine, error):
            engine.dispose()
        raise OperationalError("", {}, error) from error


def _on_error(context: ExceptionContext) -> None:
    if context.engine and _must_reopen(context.engine, context.original_exception):
        context.is_disconnect = True


def _must_reopen(engine: Engine, error: BaseException) -> bool:
    """Return whether this error means that all connections must be opened again.

    SQLite raises such an error if another file has replaced the database file. Return False until
    `_change_over` has succeeded, because that function needs a connection to the old file.
    """
    is_of_another_file = getattr(error, "sqlite_errorname", "").startswith(_REOPEN)
    return is_of_another_file and not _is_replaced(engine)


def _take_turn(raw: Any, end: float) -> None:
    """Send BEGIN IMMEDIATE as soon as no other process writes.

    Raises the driver's error if another process still writes at the time `end` (monotonic clock).
    """
    while True:
        try:
            raw.execute("BEGIN IMMEDIATE").close()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
        else:
            return
        time.sleep(PAUSE)
