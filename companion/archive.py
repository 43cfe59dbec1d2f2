"""The commands around what is kept: backup, restore, export, import. What a command needs is imported when it runs."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from companion.tables import Match


SILENCE = 3.0  # seconds after which it is said that the database is being waited for


def options(commands: Any) -> None:  # argparse has no public name for what it gives
    """Adds these commands to `companion`."""
    keep = commands.add_parser("backup", help="copy every table into one file, while the server runs")
    _wanted(keep, backup, "file", "the new file")
    back = commands.add_parser("restore", help="put a backup back, into the database of either kind")
    _wanted(back, restore, "file", "what `backup` made, or the companion.sqlite3 of an instance folder")
    back.add_argument("--force", action="store_true", help="replace what is in the database")
    out = commands.add_parser("export", help="print the record of a table")
    _wanted(out, export, "code", "the short code of the table")
    into = commands.add_parser("import", help="open a table for each record of a file and print their links")
    _wanted(into, import_records, "file", "records in table notation; - reads standard input")
    base_option(into)


def _wanted(command: argparse.ArgumentParser, work: object, what: str, meaning: str) -> None:
    command.set_defaults(command=work)
    command.add_argument(what, help=meaning)
    database_option(command)


def database_option(command: argparse.ArgumentParser) -> None:
    """--database, the same for every command."""
    command.add_argument("--database", metavar="URL", help="database address (default: a file beside its secret)")


def text_of(file: str) -> str:
    """What is in a file of records; `-` reads standard input. ValueError: it is no text."""
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{file} is no text, and so no record of a game") from None


def base_option(command: argparse.ArgumentParser) -> None:
    """--base-url, for commands that print links."""
    command.add_argument("--base-url", default="http://127.0.0.1:8000", help="where the server is reached")


def application(database: str | None) -> Flask:
    """The application on a database that is up to date. ValueError says why a database cannot be used."""
    from sqlalchemy.exc import SQLAlchemyError

    from companion import create_app, tables

    try:
        app = create_app({"SQLALCHEMY_DATABASE_URI": database} if database else None)
        with _waiting_is_told():
            tables.migrate_now(app)
    except (ImportError, SQLAlchemyError, tables.Unavailable) as error:
        raise ValueError(f"the database cannot be used: {reason(error)}") from error
    return app


@contextmanager
def _waiting_is_told() -> Iterator[None]:
    """Say what is being waited for: a database that is away is asked for some twenty seconds."""
    timer = threading.Timer(
        SILENCE, print, ("Waiting for the database to answer…",), {"file": sys.stderr, "flush": True}
    )
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # a server divides into processes after this: no thread may be half way then


def reason(error: BaseException) -> str:
    """The first line of an error; behind a sentence for players, that of what the database itself said."""
    sentence = str(error).splitlines()[0]
    return f"{sentence} ({reason(error.__cause__)})" if error.__cause__ and not sentence.startswith("(") else sentence


def links(match: Match, base: str) -> str:
    """The links of a table as one JSON object."""
    base = base.rstrip("/")
    addresses = {
        "host": f"{base}/h/{match.host_token}",
        "join": f"{base}/j/{match.join_token}",
        "watch": f"{base}/w/{match.watch_token}",
        "code": match.code,
    }
    return json.dumps(addresses, ensure_ascii=False)


@contextmanager
def opened(database: str | None) -> Iterator[Flask]:
    """That application in its context; afterwards no connection is left open."""
    from companion import tables

    app = application(database)
    with app.app_context():
        try:
            yield app
        finally:
            tables.db.engine.dispose()


def backup(args: argparse.Namespace) -> int:
    """Writes the file beside its place and moves it there: a backup that is there is whole."""
    from companion import tables

    file = Path(args.file).resolve()
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {file.parent} to put the backup into")
    with tempfile.TemporaryDirectory(prefix=".companion-", dir=file.parent) as folder:
        fresh = Path(folder) / file.name
        with opened(args.database) as source, opened(f"sqlite:///{fresh}") as target:
            count = tables.copy_all(source, target)
        _to_the_disk(fresh)
        fresh.replace(file)
    print(f"{count} tables are in {file}")
    return 0


def restore(args: argparse.Namespace) -> int:
    """Reads a copy of the file, so that an older one can be brought up to date without being touched.

    What is in the database is replaced by a whole backup of ours with tables in it, and by nothing else.
    """
    from companion import tables

    file = Path(args.file).resolve(strict=True)
    with tempfile.TemporaryDirectory() as folder:
        copy = tables.copied(file, Path(folder))
        with opened(f"sqlite:///{copy}") as source, opened(args.database) as target:
            count = tables.copy_all(source, target, replace=args.force)
    print(f"{count} tables are back.")
    return 0


def _to_the_disk(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())


def export(args: argparse.Namespace) -> int:
    """Prints the record; who was at which phone, and the links, are no part of it."""
    from companion import tables

    with opened(args.database):
        match = tables.by_code(args.code)
        if match is None:
            raise ValueError(f"no table has the code {args.code}")
        print(tables.to_record(match), end="")
    return 0


def import_records(args: argparse.Namespace) -> int:
    """Opens the tables and prints their links, one JSON object a line."""
    from companion import tables

    text = text_of(args.file)
    with opened(args.database):
        for match in tables.from_records(text, args.file):
            print(links(match, args.base_url))
    return 0
