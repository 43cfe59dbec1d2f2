"""Find the installation that a command uses: the folder of a server and its database.

This module creates nothing.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

SETTINGS = Path("/etc/truc.env")
"""The file with the settings of a server that was set up as HOSTING.md says."""


class NothingThere(ValueError):
    """Raised if there is no data for the command to use."""


@dataclass(frozen=True, slots=True)
class Installation:
    """The folder of a server, and the address of its database.

    `named`: whether the user named the database, by --database, by COMPANION_DATABASE_URL, or as
    the file of a backup.
    """

    folder: Path
    url: str
    named: bool

    @property
    def file(self) -> Path | None:
        """Return the file of an SQLite database, or None for PostgreSQL."""
        from sqlalchemy import make_url

        address = make_url(self.url)
        if not address.drivername.startswith("sqlite"):
            return None
        return Path(address.database or "")

    def __str__(self) -> str:
        """Return the path of the database's file, or its address without the password."""
        from sqlalchemy import make_url

        return str(self.file or make_url(self.url).render_as_string(hide_password=True))

    def is_there(self) -> bool:
        """Return whether the database's file exists.

        Return True for PostgreSQL, which has no such file.
        """
        return self.file is None or self.file.is_file()


def find(database: str | None = None) -> Installation:
    """Return the installation that a command uses.

    `database` is the value of the option --database. If it is missing or empty, the installation
    is found by the environment variables. Raises ValueError if the address of the database is not
    valid.
    """
    from sqlalchemy import make_url

    from companion import config
    from companion.tables import address

    folder = config.instance_folder({})
    named = database or os.environ.get("COMPANION_DATABASE_URL") or ""
    url = make_url(address.normalize_address(named or config.database_url(folder)))
    if url.drivername.startswith("sqlite") and not url.query.get("uri"):
        # A relative path begins in the folder.
        url = url.set(database=str(folder / (url.database or "")))
    return Installation(folder, url.render_as_string(hide_password=False), named != "")


def nothing_there(where: Installation) -> NothingThere:
    """Return the error for an installation without data."""
    start = "If this is the right place, start the server first."
    return NothingThere(f"there is no data in {where}. {start} If not, {hint()}")


def hint() -> str:
    """Return the part of an error message that says how to name the right installation."""
    named = "name the server's folder with COMPANION_INSTANCE, or its database with --database"
    if SETTINGS.exists():
        return f"{named}, or use the command truc, which reads both from {SETTINGS}"
    return named
