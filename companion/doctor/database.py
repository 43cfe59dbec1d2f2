"""The database of an installation: there, up to date, open for writing, its clock right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from companion import archive, create_app
from companion.doctor.finding import Finding, to_do, well
from companion.tables import Unavailable, db, deleting, models, postgresql, store

SLACK = timedelta(minutes=2)  # by so much two clocks may differ


def findings(url: str) -> Iterator[Finding]:
    """The checks in order, up to the first that is not well: the later ones need it."""
    try:
        app = create_app({"SQLALCHEMY_DATABASE_URI": url})
    except (ImportError, SQLAlchemyError, ValueError) as error:
        yield to_do("settings", f"{archive.reason(error)}.")
        return
    with app.app_context():
        for look in (reachable, schema, writable, clock):
            finding = _tried(look, db.engine)
            yield finding
            if not finding.well:
                break
        db.engine.dispose()


def _tried(look: Callable[[Engine], Finding], engine: Engine) -> Finding:
    """What a check finds; an error of the database is a finding too."""
    try:
        return look(engine)
    except (ImportError, SQLAlchemyError, Unavailable, ValueError) as error:
        return to_do("database", f"{_named(engine)}: {archive.reason(error)}")


def _named(engine: Engine) -> str:
    """The address of a database, without its password."""
    return engine.url.render_as_string(hide_password=True)


def reachable(engine: Engine) -> Finding:
    """Whether the database answers: SQLite undamaged, PostgreSQL with connections enough for each process."""
    if not postgresql.is_postgresql(engine) and not Path(engine.url.database or "").exists():
        return well("database", f"{_named(engine)} is made when the server first starts.")
    with store.reading() as connection:
        if postgresql.is_postgresql(engine):
            postgresql.check(engine)
        elif (verdict := connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()) != "ok":
            return to_do("database", f"{_named(engine)} is damaged ({verdict}): put a backup in its place.")
    return well("database", f"{_named(engine)} answers.")


def schema(engine: Engine) -> Finding:
    """Whether its schema is that of this release, or an older one that the server will upgrade."""
    version = store.revision() if _is_there(engine) else None
    if version is None or (version in store.releases() and version != store.newest()):
        return well("schema", "it is brought up to date when the server starts.")
    if version not in store.releases():
        return to_do("schema", f"it was made by a newer release ({version}): install that one.")
    return well("schema", f"{version}, as this release wants it.")


def _is_there(engine: Engine) -> bool:
    """Whether there is a database to ask: connecting to SQLite would make an empty file."""
    return engine.dialect.name != "sqlite" or Path(engine.url.database or "").exists()


def writable(engine: Engine) -> Finding:
    """Whether a row can be written: one is, with the values it has."""
    if not _is_there(engine) or store.revision() is None:
        return well("writing", "nothing has been written yet.")
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    return well("writing", "rows can be written.")


def clock(engine: Engine) -> Finding:
    """Whether this machine's clock agrees with the newest row and with the database's own clock, within SLACK."""
    if not _is_there(engine) or store.revision() is None:
        return well("clock", f"{_time(models.now())}.")
    played, there = deleting.newest_trace(), _clock_of(engine)
    here = models.now()
    return _compared(here, (played or here) - here, (there or here) - here)


def _clock_of(engine: Engine) -> datetime | None:
    """The time of a PostgreSQL server; None for SQLite, which has this machine's."""
    if not postgresql.is_postgresql(engine):
        return None
    with store.reading() as connection:
        return connection.scalar(select(func.clock_timestamp()))


def _compared(here: datetime, recorded: timedelta, there: timedelta) -> Finding:
    """The finding where the newest row is ahead of `here` by `recorded`, and the database's clock by `there`."""
    if abs(there) > SLACK:
        return to_do("clock", f"{_time(here)}, {_far(there)} off the database's: let both ask a time server.")
    if recorded > SLACK:
        ahead = f"a table was played {_far(recorded)} after that: one of the two times is wrong"
        return to_do("clock", f"{_time(here)}, and {ahead}; let this machine ask a time server.")
    return well("clock", f"{_time(here)}.")


def _time(moment: datetime) -> str:
    return f"it is {moment:%Y-%m-%d %H:%M} UTC here"


def _far(difference: timedelta) -> str:
    seconds = abs(difference.total_seconds())
    return f"{seconds / 86400:.1f} days" if seconds > 86400 else f"{seconds / 60:.0f} minutes"
