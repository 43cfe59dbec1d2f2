"""The database: one engine per app, short reads, short writes, and the schema brought up to date on start.

Nothing here keeps a connection longer than one `with` block, so thousands of open streams cost none.
On SQLite a write is one IMMEDIATE transaction and only one at a time in this process; those that wait for
their turn hold no connection, so that reads always find one. On PostgreSQL writes to different matches go
side by side, and `lock_match` lines up those to the same. On both a read has no transaction: each statement
sees what was committed last.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, inspect, text
from sqlalchemy.orm import Session

from companion.tables import postgresql, sqlite
from companion.tables.base import Base
from companion.tables.errors import Unavailable
from companion.tables.memory import begin, memory
from companion.tables.trouble import BUSY, explained, patient


class Database(SQLAlchemy):
    """Flask-SQLAlchemy with our way of beginning connections."""

    def init_app(self, app: Flask) -> None:
        """Make the app's engine, and have it begin connections and writes as this module says."""
        own = postgresql.OPTIONS if str(app.config.get("SQLALCHEMY_DATABASE_URI")).startswith("postgresql") else {}
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", own | {"hide_parameters": True})  # no token in a log
        super().init_app(app)
        begin(app)
        with app.app_context():
            (sqlite if self.engine.dialect.name == "sqlite" else postgresql).prepare(self.engine)


MIGRATIONS = Path(__file__).parent / "migrations"
db = Database(metadata=Base.metadata)


@contextmanager
def reading() -> Iterator[Connection]:
    """A connection for a few selects; raises Unavailable, as `writing` does, when the database cannot be used."""
    with explained(), db.engine.connect() as connection:
        yield _without_transaction(connection)


@contextmanager
def writing(wait: float | None = None) -> Iterator[Connection]:
    """One write, committed durably when the block is left and undone when it raises.

    On SQLite nothing inside waits for anything but the disk: so a greenlet never gives way between its first row
    and its commit. There `wait` is how many seconds the others may take, in this process and in another, before
    Unavailable says that the database is busy; 0 is for what may as well be left out (default: `sqlite.WAIT_SECONDS`).
    """
    end = time.monotonic() + (sqlite.WAIT_SECONDS if wait is None else wait)
    with (
        explained(),
        _turn(end),
        db.engine.connect().execution_options(write=True, until=end) as connection,
        connection.begin(),
    ):
        yield connection


def shared() -> bool:
    """Whether several processes may use this database at once and hear of each other's writes."""
    return postgresql.is_postgresql(db.engine)


def hear_others(app: Flask) -> None:
    """From now on the streams of this process hear what others write, or put there; call it once, after forking."""
    with app.app_context():
        if shared():
            postgresql.listen(db.engine, memory())
        else:
            sqlite.watch(db.engine, memory())


def objects(connection: Connection) -> Session:
    """A session for models on that connection; what it loads stays readable after it is closed."""
    return Session(connection, expire_on_commit=False)


def migrate_now(app: Flask) -> None:
    """Bring the schema to the newest version; does nothing when it is there already.

    ValueError when it is newer, or when the database is reached by a way that cannot be used.
    """
    with app.app_context(), explained():
        made = revision()
        if shared():
            postgresql.check(db.engine)
        if made != newest():
            _migrate(app)


def _migrate(app: Flask) -> None:
    """Alembic is imported where there is something to do: it would be a tenth of every start."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError
    from flask_migrate import Migrate

    Migrate(app, db, directory=str(MIGRATIONS))
    config: Config = app.extensions["migrate"].migrate.get_config()
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise ValueError("the database was made by a newer release than this one") from error


@patient
def revision() -> str | None:
    """The version of the schema in the database; None where there is none yet."""
    with reading() as connection:
        made = inspect(connection).has_table("alembic_version")
        return connection.scalar(text("SELECT version_num FROM alembic_version")) if made else None


def releases() -> set[str]:
    """Every version of the schema this release knows, each named after its file: `v0003` of `v0003_agreement.py`."""
    return {file.stem.partition("_")[0] for file in MIGRATIONS.glob("versions/v*.py")}


def newest() -> str:
    """The version this release wants."""
    return max(releases())


def _turn(end: float) -> AbstractContextManager[Any]:
    return nullcontext() if shared() else _alone(end)


@contextmanager
def _alone(end: float) -> Iterator[None]:
    """The only write of this process, once those that came before are done."""
    if not memory().one_write.acquire(timeout=max(0.0, end - time.monotonic())):
        raise Unavailable(BUSY)
    try:
        yield
    finally:
        memory().one_write.release()


def _without_transaction(connection: Connection) -> Connection:
    """On PostgreSQL BEGIN and COMMIT would each be a trip of their own; SQLite has none for a read anyway."""
    if connection.dialect.name == "sqlite":
        return connection
    return connection.execution_options(isolation_level="AUTOCOMMIT")
