"""Show a page without a part that tells about a match, if the code for that part fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
U = TypeVar("U")

_log = logging.getLogger(__name__)


def tell_or_leave_out(tell: Callable[..., T], *about: Any, instead: U) -> T | U:
    """Return the result of `tell` for these values. If it raises, log that and return `instead`.

    A log may hold taps in any order, corrections among them, so code that tells about a match may
    meet a case that nobody has thought of. The page must then still show its keys, above all Undo.
    Use this only for functions that read nothing but the match: if the database fails, the request
    must fail.
    """
    try:
        return tell(*about)
    except Exception:
        _log.exception("%s.%s: left out of the page", tell.__module__, tell.__qualname__)
        return instead
