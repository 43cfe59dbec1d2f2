"""Check the address of a database, and return it as SQLAlchemy expects it.

People and hosting platforms spell the same address in several ways.
"""

from __future__ import annotations

from importlib.util import find_spec

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

POSTGRESQL = "postgresql+psycopg"
SPELLINGS = ("postgres", "postgresql", POSTGRESQL)
KINDS = (
    "give sqlite:////srv/truc.sqlite3 for a file, or postgresql://user:password@machine/database"
)


def normalize_address(text: str) -> str:
    """Return the address of a database as SQLAlchemy expects it.

    `postgres://…` becomes `postgresql+psycopg://…`. Raises ValueError if the address cannot be
    used. The message says why, and contains no password.
    """
    try:
        url = make_url(text)
    except ArgumentError:
        raise ValueError(f"the address of the database is not understood: {KINDS}") from None
    if url.drivername in SPELLINGS:
        if find_spec("psycopg") is None:
            raise ValueError(
                "PostgreSQL support is not installed: pip install 'truc-companion[postgresql]'"
            )
        return url.set(drivername=POSTGRESQL).render_as_string(hide_password=False)
    if url.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise ValueError(f"{url.drivername} databases are not supported: {KINDS}")
    if url.database in (None, "", ":memory:"):
        raise ValueError(
            "a database in memory would be lost at once: "
            "name a file, as in sqlite:////srv/truc.sqlite3"
        )
    return text
