"""Check a database: whether it answers and can be written to, its schema, and the clocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from sqlalchemy import Engine, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from companion import archive, create_app
from companion.doctor.finding import Finding, to_do, well
from companion.installation import Installation, hint
from companion.tables import Unavailable, db, deleting, models, postgresql, store

SLACK = timedelta(minutes=2)  # two clocks may differ by so much


def findings(where: Installation) -> Iterator[Finding]:
    """Yield the finding of each check, and stop after the first check that fails."""
    try:
        app = create_app({"SQLALCHEMY_DATABASE_URI": where.url}, creates=False)
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
    """Return the finding of the check `look`. An error of the database becomes a finding too."""
    try:
        return look(engine)
    except (ImportError, SQLAlchemyError, Unavailable, ValueError) as error:
        return to_do("database", f"{_named(engine)}: {archive.reason(error)}")


def _named(engine: Engine) -> str:
    """Return the address of a database, without its password."""
    return engine.url.render_as_string(hide_password=True)


def reachable(engine: Engine) -> Finding:
    """Check that the database answers.

    The file of SQLite must not be damaged. PostgreSQL must not be behind a pooler that we cannot
    use (see `postgresql.check`).
    """
    with store.reading() as connection:
        if postgresql.is_postgresql(engine):
            postgresql.check(engine)
        else:
            verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if verdict != "ok":
                damage = f"{_named(engine)} is damaged ({verdict}): restore a backup."
                return to_do("database", damage)
    return well("database", f"{_named(engine)} answers.")


def schema(_: Engine) -> Finding:
    """Check that the schema is not that of a newer release. The server upgrades an older schema."""
    version = store.revision()
    if version is None:
        return to_do(
            "schema", f"no server has used this database yet. If it is the wrong one, {hint()}."
        )
    if version not in store.releases():
        return to_do(
            "schema", f"the database was made by a newer release ({version}): install that release."
        )
    if version != store.newest():
        return well(
            "schema", f"{version}: the server will bring the database up to date when it starts."
        )
    return well("schema", f"{version}, the one of this release.")


def writable(_: Engine) -> Finding:
    """Check that the database can be written to, by an update that changes nothing."""
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    return well("writing", "the database can be written.")


def clock(engine: Engine) -> Finding:
    """Check that this machine's clock is right, as far as the database can tell.

    By this clock, the last use of a table must not be in the future. On PostgreSQL, the clock of
    the database server must show the same time. Differences of up to SLACK are allowed.
    """
    played = deleting.newest_trace()
    there = _clock_of(engine)
    here = models.now()
    return _compared(here, (played or here) - here, (there or here) - here)


def _clock_of(engine: Engine) -> datetime | None:
    """Return the time on the clock of the PostgreSQL server, or None for SQLite."""
    if not postgresql.is_postgresql(engine):
        return None
    with store.reading() as connection:
        return connection.scalar(select(func.clock_timestamp()))


def _compared(here: datetime, recorded: timedelta, there: timedelta) -> Finding:
    """Return the finding about this machine's clock.

    `here` is the time on this clock. `recorded` is the time of the last use of a table minus
    `here`. `there` is the time on the database's clock minus `here`.
    """
    if abs(there) > SLACK:
        return to_do(
            "clock",
            f"{_time(here)}, but the database's clock is {_far(there)} off: "
            "set both clocks by a time server.",
        )
    if recorded > SLACK:
        later = f"but a table was played {_far(recorded)} after that: one of the two is wrong"
        return to_do("clock", f"{_time(here)}, {later}. Set the clock by a time server.")
    return well("clock", f"{_time(here)}.")


def _time(moment: datetime) -> str:
    return f"it is {moment:%Y-%m-%d %H:%M} UTC here"


def _far(difference: timedelta) -> str:
    seconds = abs(difference.total_seconds())
    if seconds > 86400:
        return f"{seconds / 86400:.1f} days"
    return f"{seconds / 60:.0f} minutes"
