"""Run the command `companion`.

Its commands `serve`, `open` and `replay` are in this module, the others in `archive` and `doctor`.
A module that a command needs is imported when that command runs.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from companion import __version__, archive, doctor, installation
from companion.installation import NothingThere

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.tables import Match

# Packages that `--version` names, if they are installed.
PARTS = ("flask", "sqlalchemy", "gunicorn", "psycopg", "zeroconf")
NOTHING_THERE = 1
REFUSED = 2
STOPPED = 130  # the exit status that shells give to a program that Ctrl-C ended


class ShowVersions(argparse.Action):
    """The action of the option --version, for argparse."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        """Print the versions of the program and its packages, and the program's folder. Exit."""
        from importlib import metadata
        from platform import python_implementation, python_version
        from sqlite3 import sqlite_version

        print(f"Truc Companion {__version__}")
        there = {package.name.lower() for package in metadata.distributions()}
        parts = [f"{name} {metadata.version(name)}" for name in PARTS if name in there]
        python = f"{python_implementation()} {python_version()}"
        print(", ".join([python, f"SQLite {sqlite_version}", *parts]))
        print(Path(__file__).parent)
        parser.exit()


class Parser(argparse.ArgumentParser):
    """A parser that reports a wrong option in one sentence, without listing all options."""

    def error(self, message: str) -> NoReturn:
        """Print the message and exit. `companion COMMAND --help` explains the options."""
        self.exit(REFUSED, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    * 0: the command succeeded.
    * 1: the command found no data, or `companion doctor` found something to do.
    * 2: the command was refused, and a sentence says why.
    * 130: Ctrl-C stopped the command.
    """
    # A terminal that cannot show ▀ shows ? instead.
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    args = parser().parse_args(argv)
    try:
        with _private_files():
            return int(args.command(args))
    except (ValueError, OSError) as error:
        print(f"companion {args.name}: {_sentence(error)}", file=sys.stderr)
        if isinstance(error, NothingThere):
            return NOTHING_THERE
        return REFUSED
    except KeyboardInterrupt:
        return STOPPED


@contextmanager
def _private_files() -> Iterator[None]:
    """Make files that the command creates, such as a database, readable only by their owner."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands with their options."""
    top = Parser(
        prog="companion",
        description="Keeps the score of a game of truc on the phones around the table.",
    )
    top.add_argument("--version", action=ShowVersions, nargs=0, help="print the versions and exit")
    commands = top.add_subparsers(dest="name", metavar="COMMAND", required=True)
    _serve_options(
        commands.add_parser("serve", help="start the server and show the address for phones")
    )
    _open_options(
        commands.add_parser("open", help="open a table and print its links as one JSON object")
    )
    archive.options(commands)
    doctor.options(commands)
    _replay_options(
        commands.add_parser("replay", help="replay recorded matches and print their state as JSON")
    )
    return top


def _serve_options(command: argparse.ArgumentParser) -> None:
    command.set_defaults(command=serve)
    command.add_argument(
        "--host",
        default="0.0.0.0",  # noqa: S104  # phones must reach it
        help="address to listen on (default: all addresses of this machine)",
    )
    command.add_argument(
        "--port",
        type=_port,
        default=_usual_port(),
        help="port to listen on (default: $PORT, else 8000 or the next free port)",
    )
    archive.database_option(command)


def _open_options(command: argparse.ArgumentParser) -> None:
    command.set_defaults(command=open_table)
    command.add_argument("--variant", required=True, help="the game, e.g. catalan")
    command.add_argument(
        "--seats", type=int, help="number of players (default: the usual number of the game)"
    )
    command.add_argument(
        "--dealer", type=int, default=0, help="seat that deals first; 0 is the first"
    )
    command.add_argument("--score", default="", help="score to begin with, e.g. 4-6")
    command.add_argument("--games", default="", help="games won already, e.g. 1-0")
    command.add_argument("--rules", default="", help='house rules, e.g. "target=24 best_of=3"')
    command.add_argument(
        "--names", type=_names, default=(), help='players in playing order: "Anna,Biel,Carme,Pep"'
    )
    archive.base_option(command)
    archive.database_option(command)


def _replay_options(command: argparse.ArgumentParser) -> None:
    command.set_defaults(command=replay)
    command.add_argument("file", help="records in table notation; - reads standard input")
    command.add_argument(
        "--each", action="store_true", help="print the state at the start and after each tap"
    )


def _usual_port() -> str | None:
    """Return the port that a hosting platform has chosen in $PORT, or None."""
    return os.environ.get("PORT") or None


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"'{text}' is not a port number (0-65535)")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def serve(args: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C.

    The cyclic garbage collector is off until a worker is ready. It would make the start a tenth
    longer and find hardly any garbage.
    """
    gc.disable()
    import logging

    from companion import serving

    _log_to_console()
    where = installation.find(args.database)
    app = archive.make_application(args.database)
    logging.getLogger("companion").info("Tables are kept in %s.", where)
    serving.serve(app, host=args.host, port=args.port)
    return 0


def _log_to_console() -> None:
    """Log to standard error what the server does and what goes wrong, without secrets of links."""
    import logging

    from companion import redaction

    console = logging.StreamHandler()
    console.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    redaction.redact(console)
    logger = logging.getLogger("companion")
    logger.addHandler(console)
    logger.setLevel(logging.INFO)


def open_table(args: argparse.Namespace) -> int:
    """Open a table in the database and print its links."""
    where = installation.find(args.database)
    with archive.in_context(where, fresh=where.named):
        print(archive.links(new_match(args), archive.base_of(args)))
    archive.print_note(f"Opened in {where}.")
    return 0


def new_match(args: argparse.Namespace) -> Match:
    """Open the table that the command's options describe, and return its match."""
    from companion import tables
    from companion.engine import records

    names = ("variant", "seats", "names", "dealer", "score", "games")
    wanted = {name: getattr(args, name) for name in names}
    return tables.open_table(house=records.house(args.rules), **wanted)


def replay(args: argparse.Namespace) -> int:
    """Replay every record of a file. The exit status is 2 if one of the records has an error."""
    from companion import variants
    from companion.engine import records

    # If `| head` stops reading, this process ends without an error message.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    status = 0
    text = archive.text_of(args.file)
    for answer in records.replay_text(text, args.file, variants.build_rules, each=args.each):
        print(json.dumps(answer, ensure_ascii=False))
        if "error" in answer:
            print(answer["error"], file=sys.stderr)
            status = REFUSED
    return status


def _sentence(error: Exception) -> str:
    """Return one line that says what went wrong: the text of the error.

    For an error of the operating system, this is the name of the file, if there is one, and the
    reason.
    """
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    if error.filename:
        return f"{error.filename}: {error.strerror}"
    return error.strerror


if __name__ == "__main__":
    sys.exit(main())
