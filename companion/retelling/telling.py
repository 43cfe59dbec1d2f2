"""What is told about a match must not cost its table: if it cannot be told, the page is shown without it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
U = TypeVar("U")

_log = logging.getLogger(__name__)


def tell_or_leave_out(tell: Callable[..., T], *about: Any, instead: U) -> T | U:
    """Return what `tell` answers about these values. If it raises, log the traceback and return `instead`.

    A log is a fold of taps in any order, corrections among them, so a sentence about it may meet a match that nobody
    thought of. The keys of the table, Undo first of all, must still be there then. Only functions that follow from a
    match alone are called in this way: what may fail because of the database is the request's own trouble.
    """
    try:
        return tell(*about)
    except Exception:
        _log.exception("%s.%s: left out of the page", tell.__module__, tell.__qualname__)
        return instead
