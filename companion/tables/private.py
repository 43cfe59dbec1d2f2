"""Files that only the user of the server may read: the database, its backups, the secret."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

OTHERS = 0o077  # what a group or everybody may do with a file


def keep_private(file: Path) -> None:
    """Lets nobody but its owner read the file or write to it; nothing happens where it is not ours to say that."""
    with suppress(OSError):
        if file.is_file() and file.stat().st_mode & OTHERS:
            file.chmod(file.stat().st_mode & ~OTHERS & 0o777)
