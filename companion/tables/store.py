"""The database: one engine per app, short reads, short writes, and the schema brought up to date on start.

Nothing here keeps a connection longer than one `with` block, so thousands of open streams cost none.
On SQLite a write is one IMMEDIATE transaction and only one at a time in this process; those that wait for
their turn hold no connection, so that reads always find one. On PostgreSQL writes to different matches go
side by side, and `lock_match` lines up those to the same. On both a read has no transaction: each statement
sees what was committed last.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, inspect, text
from sqlalchemy.orm import Session

from companion.tables import postgresql, sqlite
from companion.tables.address import usable
from companion.tables.base import Base
from companion.tables.errors import Unavailable
from companion.tables.memory import begin, memory
from companion.tables.trouble import BUSY, explained, patient


class Database(SQLAlchemy):
    """Flask-SQLAlchemy with our way of beginning connections."""

    def init_app(self, app: Flask) -> None:
        """Make the app's engine, and have it begin connections and writes as this module says."""
        url = app.config["SQLALCHEMY_DATABASE_URI"] = usable(app.config["SQLALCHEMY_DATABASE_URI"])
        own = postgresql.OPTIONS if url.startswith("postgresql") else {}
        app.config.setdefault(
            "SQLALCHEMY_ENGINE_OPTIONS", own | {"hide_parameters": True}
        )  # no token in a log
        super().init_app(app)
        begin(app)
        with app.app_context():
            (sqlite if self.engine.dialect.name == "sqlite" else postgresql).prepare(self.engine)


_log = logging.getLogger(__name__)
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

    On SQLite `wait` is how many seconds the others may take, in this process and in another, before Unavailable says
    that the database is busy; short for what may as well be left out (default: `sqlite.WAIT_SECONDS`).
    """
    end = time.monotonic() + (sqlite.WAIT_SECONDS if wait is None else wait)
    with (
        explained(),
        nullcontext() if shared() else turn(end),
        db.engine.connect().execution_options(write=True, until=end) as connection,
        connection.begin(),
    ):
        yield connection


def shared() -> bool:
    """Whether several processes may use this database at once and hear of each other's writes."""
    return postgresql.is_postgresql(db.engine)


def hear_others(app: Flask) -> None:
    """Tell the streams of this process what others write, or put there; to be called once, after forking."""
    with app.app_context():
        if shared():
            postgresql.listen(db.engine, memory())
        else:
            sqlite.watch(db.engine, memory())


def ping() -> None:
    """Asks the database something; raises Unavailable when it cannot be used."""
    with reading() as connection:
        connection.execute(text("SELECT 1"))


def objects(connection: Connection) -> Session:
    """A session for models on that connection; what it loads stays readable after it is closed."""
    return Session(connection, expire_on_commit=False)


def migrate_now(app: Flask) -> None:
    """Bring the schema to the newest version; does nothing when it is there already.

    ValueError when it is newer, or when the database is reached by a way that cannot be used.
    """
    with app.app_context(), explained():
        version = revision()
        if shared():
            postgresql.check(db.engine)
        if version != newest():
            _migrate(app)


def _migrate(app: Flask) -> None:
    """Bring the schema up to date. Alembic is imported only here: it would be a tenth of every start."""
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


@patient
def revision() -> str | None:
    """The version of the schema in the database; None where there is none yet."""
    with reading() as connection:
        there = inspect(connection).has_table("alembic_version")
        return connection.scalar(text("SELECT version_num FROM alembic_version")) if there else None


def releases() -> set[str]:
    """Every version of the schema this release knows, each named after its file: `v0003` of `v0003_agreement.py`."""
    return {file.stem.partition("_")[0] for file in MIGRATIONS.glob("versions/v*.py")}


def newest() -> str:
    """The version this release wants."""
    return max(releases())


@contextmanager
def turn(end: float) -> Iterator[None]:
    """Wait until this is the only write of this process to SQLite, those that came before being done.

    Unavailable where they are not at that moment of the monotonic clock.
    """
    if not memory().one_write.acquire(timeout=max(0.0, end - time.monotonic())):
        raise Unavailable(BUSY)
    try:
        yield
    finally:
        memory().one_write.release()


def _without_transaction(connection: Connection) -> Connection:
    """The connection without BEGIN and COMMIT, a trip each on PostgreSQL; SQLite has none for a read anyway."""
    if connection.dialect.name == "sqlite":
        return connection
    return connection.execution_options(isolation_level="AUTOCOMMIT")
