"""Use the database: one engine per app, short reads, short writes, and migration on start.

A connection is kept for one `with` block only, so an open stream has no connection while it waits.

On SQLite a write is one IMMEDIATE transaction, and this process makes only one at a time. A write
that waits for another write has no connection yet, so reads always find a free one. On PostgreSQL,
writes to different matches run at the same time; `lock_match` makes writes to the same match wait
for each other. On both databases a read has no transaction: each statement sees what was committed
last.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, inspect, text
from sqlalchemy.orm import Session

from companion.tables import postgresql, sqlite
from companion.tables.address import normalize_address
from companion.tables.base import Base
from companion.tables.errors import Unavailable
from companion.tables.process_state import attach_process_state, process_state
from companion.tables.trouble import BUSY, retry_while_unavailable, translate_db_errors


class Database(SQLAlchemy):
    """The databases of all apps in this process. Each is set up for SQLite or PostgreSQL."""

    def init_app(self, app: Flask) -> None:
        """Make the engine of the app, and set it up for SQLite or PostgreSQL."""
        url = normalize_address(app.config["SQLALCHEMY_DATABASE_URI"])
        app.config["SQLALCHEMY_DATABASE_URI"] = url
        options: dict[str, Any] = {"hide_parameters": True}  # so that no token gets into a log
        if url.startswith("postgresql"):
            options = postgresql.OPTIONS | options
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options)
        super().init_app(app)
        attach_process_state(app)
        with app.app_context():
            if self.engine.dialect.name == "sqlite":
                sqlite.prepare(self.engine)
            else:
                postgresql.prepare(self.engine)


_log = logging.getLogger(__name__)
MIGRATIONS = Path(__file__).parent / "migrations"
db = Database(metadata=Base.metadata)


@contextmanager
def reading() -> Iterator[Connection]:
    """Yield a connection for a few queries.

    Raises Unavailable if the database cannot be used.
    """
    with translate_db_errors(), db.engine.connect() as connection:
        yield _without_transaction(connection)


@contextmanager
def writing(wait: float | None = None) -> Iterator[Connection]:
    """Yield a connection for one write.

    The write is committed durably at the end of the block. It is undone if the block raises an
    error. On SQLite, the write waits for other writes for up to `wait` seconds (default:
    `sqlite.WAIT_SECONDS`), and then raises Unavailable. Pass a short time for a write that can be
    left out.
    """
    if wait is None:
        wait = sqlite.WAIT_SECONDS
    end = time.monotonic() + wait
    with (
        translate_db_errors(),
        nullcontext() if is_shared() else one_write_at_a_time(end),
        db.engine.connect().execution_options(write=True, until=end) as connection,
        connection.begin(),
    ):
        yield connection


def is_shared() -> bool:
    """Return whether several processes may use this database and notify each other of writes.

    This is true for PostgreSQL and false for SQLite.
    """
    return db.engine.dialect.name == "postgresql"


def listen_to_other_processes(app: Flask) -> None:
    """Wake the streams of this process when another one writes, or when a backup is restored.

    Call this once in each process, after forking.
    """
    with app.app_context():
        if is_shared():
            postgresql.listen(db.engine, process_state())
        else:
            sqlite.watch(db.engine, process_state())


def ping() -> None:
    """Send a small query to the database. Raises Unavailable if the database cannot be used."""
    with reading() as connection:
        connection.execute(text("SELECT 1"))


def open_session(connection: Connection) -> Session:
    """Return a session for models on that connection.

    Rows that the session has loaded can still be read after the session is closed.
    """
    return Session(connection, expire_on_commit=False)


def migrate_now(app: Flask) -> None:
    """Bring the schema to the newest version if it has an earlier one.

    Raises ValueError if the schema is from a newer release, or if the database is reached through a
    pooler that cannot be used.
    """
    with app.app_context(), translate_db_errors():
        version = revision()
        if is_shared():
            postgresql.check(db.engine)
        if version != newest():
            _migrate(app)


def _migrate(app: Flask) -> None:
    """Bring the schema up to date.

    Alembic is imported only here, because importing it takes a tenth of the start-up time.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError
    from flask_migrate import Migrate

    Migrate(app, db, directory=str(MIGRATIONS))
    config: Config = app.extensions["migrate"].migrate.get_config()
    version = revision()
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise ValueError(
            "the database was made by a newer release than this one: install that release"
        ) from error
    if version is None:
        _log.info("A new database has been made.")
    else:
        _log.info(
            "The database has been brought up to date for this release (from %s to %s).",
            version,
            newest(),
        )


@retry_while_unavailable
def revision() -> str | None:
    """Return the version of the schema, such as `v0021`, None if the database has no schema."""
    with reading() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return version


def releases() -> set[str]:
    """Return every version of the schema that this release knows.

    The name of a version is the beginning of its file's name: `v0003` for `v0003_agreement.py`.
    """
    return {file.stem.partition("_")[0] for file in MIGRATIONS.glob("versions/v*.py")}


def newest() -> str:
    """Return the version of the schema that this release needs."""
    return max(releases())


@contextmanager
def one_write_at_a_time(end: float) -> Iterator[None]:
    """Run the block while no other write of this process to SQLite runs.

    Raises Unavailable if an earlier write still runs at the time `end` (monotonic clock).
    """
    if not process_state().one_write.acquire(timeout=max(0.0, end - time.monotonic())):
        raise Unavailable(BUSY)
    try:
        yield
    finally:
        process_state().one_write.release()


def _without_transaction(connection: Connection) -> Connection:
    """Return the connection, set so that it sends no BEGIN and COMMIT for reads.

    On PostgreSQL this saves two round trips. On SQLite a read has no BEGIN in any case.
    """
    if connection.dialect.name == "sqlite":
        return connection
    return connection.execution_options(isolation_level="AUTOCOMMIT")
