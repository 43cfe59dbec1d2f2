"""Protect files that only the server's user may read: the database, its backups, the secret key."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

OTHERS = 0o077  # what a group or everybody may do with a file


def keep_private(file: Path) -> None:
    """Let nobody but the owner of this file read or write it.

    Do nothing if there is no such file, or if this process may not change the file's mode.
    """
    with suppress(OSError):
        if file.is_file() and file.stat().st_mode & OTHERS:
            file.chmod(file.stat().st_mode & ~OTHERS & 0o777)
