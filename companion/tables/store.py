"""The database: one engine per app, short reads, short writes, and the schema brought up to date on start.

Nothing here keeps a connection longer than one `with` block, so thousands of open streams cost none.
On SQLite a write is one IMMEDIATE transaction and only one at a time in this process; a read has no
transaction, so each statement sees what was committed last, as on any other database by default.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import RLock
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, event
from sqlalchemy.orm import DeclarativeBase, Session

WAIT_SECONDS = 10  # how long a write waits for another process to finish its own


class Base(DeclarativeBase):
    """What every model derives from. Constraints get names by kind, so that a migration can speak of them."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        }
    )


class Database(SQLAlchemy):
    """Flask-SQLAlchemy with our way of beginning connections."""

    def init_app(self, app: Flask) -> None:
        """Make the app's engine, and have it begin connections and writes as this module says."""
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {"hide_parameters": True})  # no token in a log
        super().init_app(app)
        with app.app_context():
            _prepare(self.engine)


db = Database(metadata=Base.metadata)
_one_at_a_time = RLock()


@contextmanager
def reading() -> Iterator[Connection]:
    """A connection for a few selects."""
    with db.engine.connect() as connection:
        yield connection


@contextmanager
def writing() -> Iterator[Connection]:
    """One write, committed durably when the block is left and undone when it raises.

    The connection is taken from the pool before the turn to write, and nothing inside waits for
    anything but the disk: so a greenlet never gives way between its first row and its commit.
    """
    with db.engine.connect().execution_options(write=True) as connection, _turn(connection), connection.begin():
        yield connection


def objects(connection: Connection) -> Session:
    """A session for models on that connection; what it loads stays readable after it is closed."""
    return Session(connection, expire_on_commit=False)


def migrate_now(app: Flask) -> None:
    """Bring the schema to the newest version; does nothing when it is there already.

    Where the migrations are is Flask-Migrate's to know, which `create_app` has told.
    """
    with app.app_context():
        config: Config = app.extensions["migrate"].migrate.get_config()
        if _revision() != ScriptDirectory.from_config(config).get_current_head():
            command.upgrade(config, "head")


def _revision() -> str | None:
    with reading() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def _turn(connection: Connection) -> AbstractContextManager[Any]:
    return _one_at_a_time if connection.dialect.name == "sqlite" else nullcontext()


def _prepare(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _sqlite_connected)
        event.listen(engine, "begin", _sqlite_begins)


def _sqlite_connected(raw: sqlite3.Connection, _record: object) -> None:
    raw.isolation_level = None  # the driver's own idea of when to begin is off: `_sqlite_begins` says when
    for pragma in (f"busy_timeout={WAIT_SECONDS * 1000}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        raw.execute(f"PRAGMA {pragma}").close()


def _sqlite_begins(connection: Connection) -> None:
    if connection.get_execution_options().get("write"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
