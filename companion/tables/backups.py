"""Copy a backup and check the copy before it replaces anything. The backup is not changed."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.tables.copying import NAMES
from companion.tables.sqlite import BESIDE
from companion.tables.store import releases

# Every release of ours has had these tables.
OURS = {"alembic_version", "match", "seat", "member", "tap"}


def checked_copy(file: Path, folder: Path) -> Path:
    """Copy a backup to that folder, check the copy and return its path.

    The backup may also be the database file of a server that is running. Raises ValueError if
    nothing can be restored from it.
    """
    copy = folder / "copy.sqlite3"
    if any(Path(f"{file}{ending}").exists() for ending in BESIDE):
        _copy_in_use(file, copy)
    else:
        shutil.copyfile(file, copy)
    check_backup(copy, file.name)
    return copy


def check_backup(copy: Path, name: str) -> None:
    """Check that this file is a complete database of this program, with a known schema.

    Raises ValueError if it is no such database, or if it has no data. `name` is the name of the
    file in the message of the error.
    """
    if not copy.stat().st_size:
        raise ValueError(f"{name} is an empty file, not a backup")
    with closing(sqlite3.connect(copy)) as connection:
        _check_whole(connection, name)
        _check_ours(connection, name)
        if not _has_anything(connection):
            raise ValueError(f"{name} is an empty backup: it has no table, no book and no place")


def _has_anything(connection: sqlite3.Connection) -> bool:
    """Return whether the database has a match, a book, a place or a tournament.

    Databases of the oldest releases had only matches.
    """
    there = _tables(connection)
    for table in NAMES:
        if table not in there:
            continue
        query = f'SELECT 1 FROM "{table}" LIMIT 1'  # noqa: S608  # the names of our own tables
        if connection.execute(query).fetchone():
            return True
    return False


def _tables(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {table for (table,) in rows}


def _copy_in_use(file: Path, copy: Path) -> None:
    """Copy a database file that a server may be using, with the changes in its -wal file.

    The copy has the state of one moment. Raises ValueError if the file is no SQLite database.
    """
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise ValueError(f"{file.name} is not a backup: {error}") from error


def _check_whole(connection: sqlite3.Connection, name: str) -> None:
    """Raise ValueError if the database file is damaged or incomplete."""
    damaged = f"{name} is damaged or cut off: nothing can be put back from it"
    try:
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB":
            raise ValueError(f"{name} is not a backup: {error}") from error
        raise ValueError(damaged) from error
    if verdict != "ok":
        raise ValueError(damaged)


def _check_ours(connection: sqlite3.Connection, name: str) -> None:
    if not _tables(connection) >= OURS:
        raise ValueError(f"{name} is a database of another program")
    rows = connection.execute("SELECT version_num FROM alembic_version")
    versions = [version for (version,) in rows]
    if len(versions) != 1 or versions[0] not in releases():
        raise ValueError(
            f"{name} was made by a newer release than this one: install that release first"
        )
