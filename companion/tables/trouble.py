"""Handle failures of the database.

Explain a failure in a sentence, and try again while the database cannot be reached.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from companion.engine import N_
from companion.tables.errors import Lost, Unavailable
from companion.tables.process_state import process_state

PATIENCE = 20.0  # seconds to wait for a database that is away before the request fails
FIRST_PAUSE = 0.05
LONGEST_PAUSE = 1.0
AGAIN = 30.0  # seconds before the console gets another line about the same trouble

AWAY = N_("The database cannot be reached at the moment. Nothing is lost; try again in a moment.")
BUSY = N_("The database is locked by another program. Try again in a moment.")
CROWDED = N_("Too many phones are using the database at once. Try again in a moment.")
FULL = N_("The disk is full: nothing can be recorded until there is space again.")
READ_ONLY = N_("The database cannot be changed: its file or folder is read-only.")
DAMAGED = N_("The database file is damaged: move it away and restore a backup (companion restore).")
FAILING = N_("The database file cannot be opened, or its disk is failing.")

GONE = N_("This table has just been deleted.")
REFUSED = N_("The database refuses this server’s login.")

_OF_SQLITE = {
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_CANTOPEN": FAILING,
    "SQLITE_IOERR": FAILING,
    "SQLITE_PERM": FAILING,
}
_OF_POSTGRESQL = {"53100": FULL, "55P03": BUSY}
_AWAY = ("08", "57P", "25006", "53300", "40")
"""Beginnings of PostgreSQL's codes for failures that pass.

They mean, in this order: no connection; the server shuts down or starts up; it is a standby; it has
too many connections; the transaction must be tried again.
"""

_NO_ENTRY = ("authentication failed", "does not exist", "no password", "no pg_hba.conf entry")
"""Parts of the messages with which PostgreSQL refuses a connection for good, without a code."""

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger("companion.tables")
# Only a server writes these lines to its console. A command prints a sentence of its own.
_log.addHandler(logging.NullHandler())


@contextmanager
def translate_db_errors() -> Iterator[None]:
    """Turn errors of the database driver into Unavailable.

    An error about one statement, such as a violated constraint, stays as it is.
    """
    try:
        yield
    except NoConnectionFree as error:
        raise _report(Unavailable(CROWDED), error) from error
    except DBAPIError as error:
        refusal = explain_failure(error)
        if refusal is None:
            raise
        raise _report(refusal, error) from error


def explain_failure(error: DBAPIError) -> Unavailable | None:
    """Return an Unavailable with a message that explains this error of the driver to the user.

    Return None if the error is about one statement and not about the database as a whole.
    """
    name = getattr(error.orig, "sqlite_errorname", None)
    if name is not None:
        return _trouble_of_sqlite(name)
    state = getattr(error.orig, "sqlstate", None)
    if state is None and any(words in str(error.orig) for words in _NO_ENTRY):
        return Unavailable(REFUSED)
    if state in _OF_POSTGRESQL:
        return Unavailable(_OF_POSTGRESQL[state])
    if _is_lost(error, state):
        return Lost(AWAY)
    return None


def _trouble_of_sqlite(name: str) -> Unavailable | None:
    for code, sentence in _OF_SQLITE.items():
        if name.startswith(code):
            return Unavailable(sentence)
    return None


def retry_while_unavailable(work: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function so that it is called again while the database cannot be reached.

    After some 20 seconds, the error of the function is raised. The function must do no harm if it
    is called several times.
    """

    @wraps(work)
    def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        pause = FIRST_PAUSE
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return work(*args, **kwargs)
            except Lost:
                if time.monotonic() + pause > end:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    return tried


def _is_lost(error: DBAPIError, state: str | None) -> bool:
    """Return whether this failure is temporary, such as a lost connection, so a new try may help.

    `state` is PostgreSQL's code of the error. An error without a code was raised while a connection
    was being opened.
    """
    if error.connection_invalidated:
        return True
    if state is None:
        return type(error.orig).__name__ in ("OperationalError", "ConnectionTimeout")
    return state.startswith(_AWAY)


def _report(refusal: Unavailable, error: Exception) -> Unavailable:
    """Write a line about this failure to the console, and return `refusal`.

    At most one line about the same kind of failure is written in AGAIN seconds, because a thousand
    streams may have the same failure at once.
    """
    sentence = str(refusal)
    moment = time.monotonic()
    reported = process_state().reported
    if moment - reported.get(sentence, -AGAIN) >= AGAIN:
        reported[sentence] = moment
        _log.error("%s (%s)", sentence, str(error).splitlines()[0])
    return refusal
