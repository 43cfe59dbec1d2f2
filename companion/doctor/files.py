"""Check the files of an installation: the secret key, who may read the files, the disk space."""

from __future__ import annotations

import re
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from companion.doctor.finding import Finding, to_do, well
from companion.installation import Installation
from companion.tables.private import OTHERS
from companion.tables.sqlite import BESIDE

ROOM = 500 * 2**20  # bytes, enough for a hundred thousand taps and a backup of them


def findings(where: Installation) -> Iterator[Finding]:
    """Check the files of this installation, and yield the findings."""
    secrets = [where.folder / "secret", *of_database(where)]
    yield secret(where.folder / "secret")
    yield modes(secrets)
    folders = [file.parent for file in secrets if file.parent.is_dir()]
    if folders:
        yield disk(folders)


def of_database(where: Installation) -> list[Path]:
    """Return the paths of the files of an SQLite database, [] for PostgreSQL."""
    if not where.file:
        return []
    return [Path(f"{where.file}{ending}") for ending in ("", *BESIDE)]


def secret(file: Path) -> Finding:
    """Check that the secret key in `file` has 256 bits. It signs the cookies of phones.

    Anyone who guesses the key can pretend to be any phone.
    """
    if not file.exists():
        return well("secret", f"{file} will be created when the server starts.")
    try:
        text = file.read_text(errors="replace").strip()
    except OSError as error:
        return to_do(
            "secret", f"{file} cannot be read ({error.strerror}): run this as the server's user."
        )
    if re.fullmatch("[0-9a-f]{64}", text) is None:
        then = "delete it and start the server; every phone then has to join again"
        return to_do("secret", f"{file} does not contain a key: {then}.")
    return well("secret", f"{file} contains a key of 256 bits.")


def modes(files: list[Path]) -> Finding:
    """Check that only the server's user may read these files: the database and the secret key."""
    there = [file for file in files if file.exists()]
    open_files = [file for file in there if stat.S_IMODE(file.stat().st_mode) & OTHERS]
    if open_files:
        names = ", ".join(file.name for file in open_files)
        closing = "Start the server, which corrects this, or run chmod 600."
        return to_do("files", f"other users could read {names}. {closing}")
    names = ", ".join(file.name for file in there) or "the files"
    return well("files", f"only the owner may read {names}.")


def disk(folders: list[Path]) -> Finding:
    """Check that ROOM bytes are free on the disk of each folder. The folders must exist."""
    folder = min(folders, key=lambda one: shutil.disk_usage(one).free)
    free = shutil.disk_usage(folder).free
    left = f"{free // 2**20} MB are free in {folder}"
    if free < ROOM:
        return to_do("disk", f"only {left}: free at least {ROOM // 2**20} MB.")
    return well("disk", f"{left}.")
