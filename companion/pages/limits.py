"""How many tables and books may be opened."""

from __future__ import annotations

from collections import deque
from time import monotonic

from flask import abort, current_app

from companion.web.language import gettext

MOST_A_MINUTE = 600


def not_too_many() -> deque[float]:
    """When tables were opened lately: a script must not fill the disk. Counted for all, as a bar has one address."""
    opened: deque[float] = current_app.extensions.setdefault("opened", deque(maxlen=MOST_A_MINUTE))
    if len(opened) == MOST_A_MINUTE and monotonic() - opened[0] < 60:
        abort(429, gettext("Too many tables are being opened at the moment. Try again in a minute."))
    return opened
