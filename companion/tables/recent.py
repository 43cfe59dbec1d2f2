"""Remember which phones have asked this process for something at their table a moment ago."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

AWAKE_SECONDS = 10.0
MOST = 10_000  # phones that are remembered: those of two thousand tables


class RecentPhones:
    """The phones that asked for something at a table, each with the last moment when it did.

    Moments are those of the monotonic clock.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._heard = OrderedDict[tuple[int, str], float]()
        self._lock = Lock()

    def note(self, match_id: int, phone: str) -> None:
        """Note that this phone asks for something at that table now."""
        with self._lock:
            self._heard[match_id, phone] = time.monotonic()
            self._heard.move_to_end((match_id, phone))
            if len(self._heard) > self._most:
                self._heard.popitem(last=False)

    def was_heard(self, match_id: int, phone: str, seconds: float) -> bool:
        """Return whether this phone asked for something there in the last so many seconds."""
        with self._lock:
            heard = self._heard.get((match_id, phone))
        return heard is not None and time.monotonic() - heard < seconds
