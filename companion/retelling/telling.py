"""A table is shown without what cannot be told about its match."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
U = TypeVar("U")

_log = logging.getLogger(__name__)


def tell_or_leave_out(tell: Callable[..., T], *about: Any, instead: U) -> T | U:
    """Return what `tell` answers about these values, or `instead` if it raises, and log the traceback.

    A log may hold taps in any order, corrections among them, so a sentence about it may meet a match
    that nobody thought of. The keys of the table, Undo first of all, must still be shown then. Call
    only what follows from a match alone in this way: if the database fails, the request fails.
    """
    try:
        return tell(*about)
    except Exception:
        _log.exception("%s.%s: left out of the page", tell.__module__, tell.__qualname__)
        return instead
