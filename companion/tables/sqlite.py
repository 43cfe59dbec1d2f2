"""How connections to SQLite begin, how its one write at a time waits for that of another process, whose file it is."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, ExceptionContext, event
from sqlalchemy.exc import DBAPIError, OperationalError

from companion.tables.memory import Memory
from companion.tables.private import keep_private

WAIT_SECONDS = 10.0  # how long a write waits for another process to finish its own
PAUSE = 0.01  # seconds between two looks whether it has
LOOK_SECONDS = 0.5  # how soon it is noticed that the file is another one
BUSY_TIMEOUT_MS = 50  # milliseconds for which SQLite itself may wait: meanwhile nothing else moves in this process
BESIDE = ("-wal", "-shm")  # how the names of the files end that belong to a database in use
_REOPEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_READONLY", "SQLITE_CANTOPEN")
_OPENING = (
    f"busy_timeout={WAIT_SECONDS * 1000:.0f}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    f"busy_timeout={BUSY_TIMEOUT_MS}",
)


def prepare(engine: Engine) -> None:
    """Have this engine begin connections and writes as said here."""
    event.listen(engine, "connect", lambda _raw, _record: _hide(Path(engine.url.database or "")))
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begins)
    event.listen(engine, "handle_error", _failed)


def watch(engine: Engine, kept: Memory) -> None:
    """From now on another file that is moved into the place of ours is noticed: all phones then see what is in it."""
    threading.Thread(target=_watch, args=(engine, kept), name="watching", daemon=True).start()


def _watch(engine: Engine, kept: Memory) -> None:
    """Sees another file, or that `restore` has been at work in this one."""
    ours, restored = _file(engine), _restored(engine)
    while kept.hub.open:
        time.sleep(LOOK_SECONDS)
        found = _file(engine)
        if found not in (ours, None) and _emptied(engine):
            engine.dispose()
            kept.start_afresh()
            ours, restored = found, _restored(engine)
        elif found == ours and (now := _restored(engine)) not in (restored, None):
            kept.start_afresh()
            restored = now


def tell_replaced(connection: Connection) -> None:
    """With this write a server that runs on the file sees that all matches may be other ones now."""
    times = connection.exec_driver_sql("PRAGMA user_version").scalar() or 0
    connection.exec_driver_sql(f"PRAGMA user_version={times + 1}")


def _restored(engine: Engine) -> int | None:
    """How often `tell_replaced` has been called on this file; None when it cannot be asked."""
    with suppress(DBAPIError), engine.connect() as connection:
        return connection.exec_driver_sql("PRAGMA user_version").scalar()
    return None


def _file(engine: Engine) -> tuple[int, int] | None:
    """Which file has the name of the database at the moment, if any has."""
    with suppress(OSError):
        found = Path(engine.url.database or "").stat()
        return found.st_dev, found.st_ino
    return None


def _emptied(engine: Engine) -> bool:
    """The old file takes in what is in the -wal beside it, which would else be taken for a part of the new one."""
    with suppress(DBAPIError), engine.connect() as connection:
        return not connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()  # 1 while others read it
    return True


def _hide(file: Path) -> None:
    """SQLite gives what it keeps beside the file the same mode."""
    for ending in ("", *BESIDE):
        keep_private(Path(f"{file}{ending}"))


def _connected(raw: sqlite3.Connection, _record: object) -> None:
    raw.isolation_level = None  # the driver's own idea of when to begin is off: `_begins` says when
    for pragma in _OPENING:
        raw.execute(f"PRAGMA {pragma}").close()


def _begins(connection: Connection) -> None:
    if connection.get_execution_options().get("write"):
        _take_turn(connection)


def _failed(context: ExceptionContext) -> None:
    """Open connections may belong to a file that was replaced: after such an error the next ones are new."""
    if getattr(context.original_exception, "sqlite_errorname", "").startswith(_REOPEN):
        context.is_disconnect = True


def _take_turn(connection: Connection) -> None:
    """BEGIN IMMEDIATE; while another process writes, everybody else in this one goes on.

    SQLite's own way to wait is off meanwhile: it lets nobody else in this process move.
    """
    end = connection.get_execution_options().get("until", time.monotonic() + WAIT_SECONDS)
    with at_once(connection.connection.dbapi_connection):
        while not _begun(connection, end):
            time.sleep(PAUSE)


@contextmanager
def at_once(raw: Any) -> Iterator[None]:
    """What this connection of the driver is asked meanwhile fails where it would have to wait for another process."""
    raw.execute("PRAGMA busy_timeout=0").close()
    try:
        yield
    finally:
        with suppress(sqlite3.ProgrammingError):  # what went wrong has closed the connection
            raw.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}").close()


def _begun(connection: Connection, end: float) -> bool:
    """Whether the write has begun; raises when somebody else still writes at that moment of the monotonic clock."""
    try:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    except OperationalError as error:
        if "locked" not in str(error.orig) or time.monotonic() > end:
            raise
        return False
    return True
