"""Use SQLite: begin connections, and wait for the writes of other processes.

Only one write at a time is possible. Other programs may write too, a `restore` or somebody's own
tool. SQLite waits for them a moment; a write tries BEGIN IMMEDIATE again and again, as long as it
may wait.

This module also notices if the file is replaced. Somebody may move another file over it while the
server runs. Open connections then still belong to the old file, and the -wal file beside the name
belongs to it too: SQLite would take it for a part of the new file and damage it. So no connection
is opened from then on, the -wal is moved into the old file by a connection that is open, then the
connections are given up, and every phone looks again.
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

WAIT_SECONDS = 10.0  # how long a write waits for another process to finish its own
PAUSE = 0.01  # seconds between two looks whether it has
LOOK_SECONDS = 0.5  # how soon it is noticed that the file is another one
BUSY_TIMEOUT_MS = 50  # how long SQLite itself waits before it says that somebody else writes
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
    """Have this engine begin connections and writes as this module says."""
    file = _path(engine)
    event.listen(engine, "connect", lambda _raw, _record: _make_private(file))
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    event.listen(engine, "commit", _on_commit)
    event.listen(engine, "handle_error", _on_error)


def watch(engine: Engine, own_memory: ProcessState) -> None:
    """Start the thread that notices if another file has replaced ours.

    All phones then see what is in it.
    """
    _watched[engine] = _file_id(engine)
    watcher = threading.Thread(
        target=_watch, args=(engine, own_memory), name="watching", daemon=True
    )
    event.listen(engine, "do_connect", lambda *_: _wait_while_replaced(engine, watcher))
    watcher.start()


_watched: WeakKeyDictionary[Engine, FileId | None] = WeakKeyDictionary()
"""The file to which the connections of each watched engine belong."""


def _watch(engine: Engine, own_memory: ProcessState) -> None:
    """Look every LOOK_SECONDS for another file, or for a `restore` into this one."""
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
    """Have all connections belong to the file that has the name now. Return whether this is done.

    Nobody else writes meanwhile: what an old connection wrote into the -wal after it was emptied
    would damage the new file. A write that takes longer than a look keeps it from being emptied,
    or waits itself for a connection to the new file.
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
    """Return whether a watched engine still has connections to a file that lost its name."""
    return engine in _watched and _file_id(engine) not in (_watched[engine], None)


def _wait_while_replaced(engine: Engine, watcher: threading.Thread) -> None:
    """Let no connection be opened to another file before the watcher has put the old -wal away."""
    end = time.monotonic() + WAIT_SECONDS
    while _is_replaced(engine):
        if threading.current_thread() is watcher or time.monotonic() > end:
            raise sqlite3.OperationalError("another file has replaced the database")
        time.sleep(PAUSE)


def announce_replaced(connection: Connection) -> None:
    """Note in the file, with this write, that all matches may be other ones now.

    The server of this file looks for that note.
    """
    times = connection.exec_driver_sql("PRAGMA user_version").scalar() or 0
    connection.exec_driver_sql(f"PRAGMA user_version={times + 1}")


def _count_restores(engine: Engine) -> int | None:
    """Return how often `announce_replaced` was called on this file, None if it cannot be asked."""
    with suppress(SQLAlchemyError), engine.connect() as connection:
        return connection.exec_driver_sql("PRAGMA user_version").scalar()
    return None


def _file_id(engine: Engine) -> FileId | None:
    """Return which file has the name of the database at the moment, None if none has."""
    with suppress(OSError):
        status = _path(engine).stat()
        return status.st_dev, status.st_ino
    return None


def _path(engine: Engine) -> Path:
    return Path(engine.url.database or "")


def _put_wal_away(engine: Engine) -> bool:
    """Move the -wal beside the old file into that file, and return whether this is done.

    Otherwise the -wal would be taken for a part of the new file. If every connection to the old
    file is in use, the next look tries again. If there is no connection to it any more, the -wal is
    deleted.
    """
    try:
        with engine.connect() as connection:
            checkpoint = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            return not checkpoint.scalar()  # 1 while others read it
    except SQLAlchemyError:
        if isinstance(engine.pool, QueuePool) and engine.pool.checkedout():
            return False
        for ending in BESIDE:
            Path(f"{_path(engine)}{ending}").unlink(missing_ok=True)
        return True


def _make_private(file: Path) -> None:
    """Make the files of the database private. SQLite gives new files beside it the same mode."""
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
            _commit(connection.connection.dbapi_connection)


@contextmanager
def transaction(engine: Engine, end: float) -> Iterator[Any]:
    """Yield a connection of the driver for one write.

    It is four times as fast as SQLAlchemy's in `store.writing`. `end` is the moment of the
    monotonic clock until which another process may go on writing.
    """
    with _translate_errors(engine), closing(engine.raw_connection()) as connection:
        _take_turn(connection.driver_connection, end)
        yield connection.driver_connection
        _commit(connection.driver_connection)


def _commit(raw: Any) -> None:
    raw.commit()


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
    """Return whether this error says that the connections must be opened again.

    The database file may have been replaced. If `_watch` will see this, it needs a connection to
    the old file until then.
    """
    is_of_another_file = getattr(error, "sqlite_errorname", "").startswith(_REOPEN)
    return is_of_another_file and not _is_replaced(engine)


def _take_turn(raw: Any, end: float) -> None:
    """Send BEGIN IMMEDIATE, as soon as no other process writes.

    Raises the driver's error if another process still writes at the moment `end` of the monotonic
    clock.
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
