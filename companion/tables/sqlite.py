"""How connections to SQLite begin, and how its one write at a time waits for that of another process."""

from __future__ import annotations

import sqlite3
import time

from sqlalchemy import Connection, Engine, ExceptionContext, event
from sqlalchemy.exc import OperationalError

WAIT_SECONDS = 10.0  # how long a write waits for another process to finish its own
_STANDSTILL = 50  # milliseconds for which SQLite itself may wait: meanwhile nothing else moves in this process
_REOPEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_READONLY", "SQLITE_CANTOPEN")
_OPENING = (
    f"busy_timeout={WAIT_SECONDS * 1000:.0f}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    f"busy_timeout={_STANDSTILL}",
)


def prepare(engine: Engine) -> None:
    """Have this engine begin connections and writes as said here."""
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begins)
    event.listen(engine, "handle_error", _failed)


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
    """BEGIN IMMEDIATE; while another process writes, everybody else in this one goes on."""
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        except OperationalError as error:
            if "locked" not in str(error.orig) or time.monotonic() > end:
                raise
        else:
            return
        time.sleep(0.005)
