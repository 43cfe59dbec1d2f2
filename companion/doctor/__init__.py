"""Run `companion doctor`, which checks an installation and says what to do.

The modules with the checks are imported only when the command runs.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from companion import archive, installation
from companion.own_address import own_address

if TYPE_CHECKING:
    from companion.doctor.finding import Finding


def options(commands: Any) -> None:  # argparse has no public name for this type
    """Add the command `doctor` to the program `companion`."""
    command = commands.add_parser("doctor", help="check this installation and say what to do")
    command.set_defaults(command=doctor)
    command.add_argument("--base-url", help="address of the server for phones; it is tried")
    command.add_argument("--json", action="store_true", help="print one JSON object a line")
    archive.database_option(command)


def doctor(args: argparse.Namespace) -> int:
    """Print a line for each finding. Return the exit status: 1 if there is something to do."""
    results = list(findings(args.database, base=args.base_url))
    for finding in results:
        if args.json:
            print(json.dumps(asdict(finding)))
            continue
        mark = "ok   " if finding.well else "TO DO"
        print(f"{mark}  {finding.what:<12} {finding.says}")
    if all(finding.well for finding in results):
        return 0
    return 1


def findings(database: str | None = None, *, base: str | None = None) -> Iterator[Finding]:
    """Check the installation, and yield the findings. No file is created.

    `database` is the address of the database, None for the one of the installation. `base` is the
    address at which phones reach the server. The files are checked before the database, because
    opening the database changes who may read its files.
    """
    from companion.doctor import database as its_database
    from companion.doctor import files, network
    from companion.doctor.finding import to_do, well

    try:
        where = installation.find(database)
        address = base or own_address()
    except ValueError as error:
        yield to_do("settings", f"{error}.")
        return
    if not where.is_there():
        yield to_do("installation", f"{installation.nothing_there(where)}.")
        return
    yield well("installation", f"folder {where.folder}, database {where}.")
    yield from files.findings(where)
    yield from its_database.findings(where)
    yield network.streams(network.most_files())
    if address:
        yield from network.reached(address.rstrip("/"))
