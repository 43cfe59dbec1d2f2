"""Run the commands for stored data: backup, restore, export, import.

A module that a command needs is imported when that command runs. Each command says which database
it uses. Only `serve` creates a folder or a secret, and a command creates a database only if the
user named that database. Otherwise a command that does not know the settings of the server would
create a new, empty database and use it, and nobody would notice.
"""

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

from companion import installation
from companion.installation import Installation, NothingThere, hint, nothing_there
from companion.own_address import own_address

if TYPE_CHECKING:
    from flask import Flask

    from companion.tables import Match


NEAR = "http://127.0.0.1:8000"
SILENCE = 3.0  # seconds after which a command says that it waits for the database


def options(commands: Any) -> None:  # argparse has no public name for this type
    """Add the commands of this module to the command `companion`."""
    command = commands.add_parser(
        "backup",
        help="copy tables, books, places and tournaments into one file; the server may run",
    )
    _set_up(command, backup, "file", "the file to create")
    command = commands.add_parser(
        "restore", help="restore a backup into the database (SQLite or PostgreSQL)"
    )
    _set_up(command, restore, "file", "a file made by `backup`, or a companion.sqlite3 of a server")
    command.add_argument("--force", action="store_true", help="replace what is in the database")
    command = commands.add_parser(
        "export", help="print the record of a table, or a tournament as JSON"
    )
    meaning = (
        "the short code of the table, or the secret of a tournament's link; "
        "put -- before a secret that begins with -"
    )
    _set_up(command, export, "code", meaning)
    command = commands.add_parser(
        "import", help="open a table for each record in a file and print the links"
    )
    _set_up(command, import_records, "file", "records in table notation; - reads standard input")
    base_option(command)


def _set_up(command: argparse.ArgumentParser, work: object, what: str, meaning: str) -> None:
    """Give a command its function, one argument, and the option --database.

    * `work`: the function that runs the command.
    * `what`: the name of the argument.
    * `meaning`: what the help of the command says about the argument.
    """
    command.set_defaults(command=work)
    command.add_argument(what, help=meaning)
    database_option(command)


def database_option(command: argparse.ArgumentParser) -> None:
    """Add the option --database, which is the same for every command."""
    usual = "$COMPANION_DATABASE_URL, else a file in the folder $COMPANION_INSTANCE"
    command.add_argument("--database", metavar="URL", help=f"database address (default: {usual})")


def text_of(file: str) -> str:
    """Return the text of a file of records. The file `-` means standard input.

    Raises ValueError if the file is not a text file.
    """
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{file} is not a text file, so it holds no records") from None
    return text.removeprefix("\ufeff")  # some editors put this mark before the text


def base_option(command: argparse.ArgumentParser) -> None:
    """Add the option --base-url, for commands that print links."""
    command.add_argument(
        "--base-url",
        help=f"address of the server for phones (default: $COMPANION_ADDRESS, else {NEAR})",
    )


def base_of(args: argparse.Namespace) -> str:
    """Return the address with which the printed links begin."""
    return args.base_url or own_address() or NEAR


def make_application(database: str | None) -> Flask:
    """Return the web application for a server that is about to start.

    Creates the folder, the secret and the database if they do not exist.
    """
    return _application(installation.find(database), creates=True, fresh=True)


def _application(where: Installation, *, creates: bool, fresh: bool) -> Flask:
    """Return the application, with a database that is up to date.

    * `creates`: whether the folder and the secret are created if they do not exist.
    * `fresh`: whether the database is created if it does not exist. If `fresh` is false, a missing
      database raises NothingThere.

    Raises ValueError with the reason if the database cannot be used.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from companion import create_app, tables

    _check_is_there(where, fresh=fresh)
    try:
        app = create_app({"SQLALCHEMY_DATABASE_URI": where.url}, creates=creates)
        _bring_up_to_date(app, where, fresh=fresh)
    except (ImportError, SQLAlchemyError, tables.Unavailable) as error:
        raise ValueError(f"cannot use the database {where}: {reason(error)}") from error
    except NothingThere:
        raise
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    return app


def _bring_up_to_date(app: Flask, where: Installation, *, fresh: bool) -> None:
    """Migrate the database. If the migration fails, close the connections to the database."""
    from companion import tables

    try:
        with _say_if_waiting():
            if not fresh:
                _check_was_used(app, where)
            tables.migrate_now(app)
    except BaseException:
        with app.app_context():
            tables.db.engine.dispose()
        raise


def _check_is_there(where: Installation, *, fresh: bool) -> None:
    """Raise NothingThere if the file of the database is missing and `fresh` is false."""
    if not (fresh or where.is_there()):
        raise nothing_there(where)


def _check_was_used(app: Flask, where: Installation) -> None:
    """Raise NothingThere if no server has ever used this database."""
    from companion.tables import store

    with app.app_context():
        if store.revision() is None:
            raise nothing_there(where)


@contextmanager
def _say_if_waiting() -> Iterator[None]:
    """Print "Waiting for the database" if the `with` block takes more than SILENCE seconds.

    If a database does not answer, `companion.tables` tries again for about twenty seconds.
    """
    timer = threading.Timer(SILENCE, print_note, ("Waiting for the database to answer…",))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # a server forks after this, and no thread may be running then


def reason(error: BaseException) -> str:
    """Return the first line of an error, with the first line of its cause in brackets.

    If SQLAlchemy raised the error, its cause is the error that the database reported.
    """
    sentence = str(error).splitlines()[0]
    if error.__cause__ and not sentence.startswith("("):
        return f"{sentence} ({reason(error.__cause__)})"
    return sentence


def links(match: Match, base: str) -> str:
    """Return the links of a table as one JSON object."""
    base = base.rstrip("/")
    addresses = {
        "host": f"{base}/h/{match.host_token}",
        "join": f"{base}/j/{match.join_token}",
        "watch": f"{base}/w/{match.watch_token}",
        "code": match.code,
    }
    return json.dumps(addresses, ensure_ascii=False)


@contextmanager
def in_context(where: Installation, *, fresh: bool = False) -> Iterator[Flask]:
    """Yield the application of this installation, and make its app context the current one.

    At the end, close the connections to the database.
    """
    from companion import tables

    app = _application(where, creates=False, fresh=fresh)
    with app.app_context():
        try:
            yield app
        finally:
            tables.db.engine.dispose()


def backup(args: argparse.Namespace) -> int:
    """Write a backup of the database to a file.

    The file is written under another name and then renamed, so that it is always complete.
    """
    from companion import tables

    where = installation.find(args.database)
    file = Path(args.file).resolve()
    _check_can_be_written(file, where)
    with tempfile.TemporaryDirectory(prefix=".companion-", dir=file.parent) as folder:
        fresh = Path(folder) / file.name
        with in_context(where) as source, in_context(_of_file(fresh), fresh=True) as target:
            counts = tables.copy_all(source, target)
        if not any(counts.values()):
            nothing = f"there is no table, book, place or tournament in {where}"
            raise NothingThere(
                f"no backup was written: {nothing}. If it is the wrong one, {hint()}"
            )
        _to_the_disk(fresh)
        fresh.replace(file)
    print(f"Copied {tables.counts_in_words(counts)} from {where} into {file}.")
    return 0


def _check_can_be_written(file: Path, where: Installation) -> None:
    """Raise ValueError if the backup cannot be written to this file."""
    if not file.parent.is_dir():
        raise ValueError(f"the folder {file.parent} does not exist")
    if not os.access(file.parent, os.W_OK):
        raise ValueError(f"this user may not write into the folder {file.parent}")
    if where.file is not None and file == where.file.resolve():
        raise ValueError(f"{file} is the database itself: choose another file for the backup")


def _of_file(file: Path) -> Installation:
    """Return the installation whose database is this SQLite file."""
    return Installation(file.parent, f"sqlite:///{file}", named=True)


def restore(args: argparse.Namespace) -> int:
    """Copy the content of a backup into the database.

    If the database is not empty, the option --force replaces its content; without this option the
    command is refused. The backup must be complete and not empty. A backup of an older release is
    migrated in a copy, so that its file does not change.
    """
    from companion import tables

    where = installation.find(args.database)
    _check_is_there(where, fresh=where.named)
    file = Path(args.file).resolve(strict=True)
    with tempfile.TemporaryDirectory() as folder:
        copy = tables.checked_copy(file, Path(folder))
        with in_context(_of_file(copy)) as source, in_context(where, fresh=where.named) as target:
            counts = _put_back(source, target, where, replace=args.force)
    print(f"Restored {tables.counts_in_words(counts)} into {where}.")
    return 0


def _put_back(
    source: Flask, target: Flask, where: Installation, *, replace: bool
) -> dict[str, int]:
    """Copy everything from `source` into `target`. Return how many tables, books … were copied.

    Raises ValueError if nothing could be copied. The text of the error names `where`, which is the
    installation of `target`.
    """
    from companion import tables

    try:
        return tables.copy_all(source, target, replace=replace)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error


def _to_the_disk(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())


def export(args: argparse.Namespace) -> int:
    """Print the record of the table that has this code.

    If the code is the secret of a tournament's link, print the tournament instead. A record
    contains neither links nor phones.
    """
    from companion import tables

    where = installation.find(args.database)
    with in_context(where) as app:
        match = tables.by_code(args.code)
        try:
            text = tables.exported(app, args.code) if match is None else tables.to_record(match)
        except tables.BrokenLog as error:
            raise ValueError(f"the log of {args.code} in {where} is damaged: {error}") from error
        if not text:
            raise ValueError(f"no table in {where} has the code {args.code}")
        print(text, end="")
    print_note(f"Read from {where}.")
    return 0


def import_records(args: argparse.Namespace) -> int:
    """Open a table for each record and print its links as one JSON object on a line."""
    from companion import tables

    text = text_of(args.file)
    where = installation.find(args.database)
    with in_context(where, fresh=where.named):
        for match in tables.from_records(text, args.file):
            print(links(match, base_of(args)))
    print_note(f"Opened in {where}.")
    return 0


def print_note(sentence: str) -> None:
    """Print a sentence on standard error, where it is not part of the command's output."""
    print(sentence, file=sys.stderr, flush=True)
