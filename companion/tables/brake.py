"""A brake against guessing: whoever tries many codes that lead nowhere has to wait.

Counted per phone where a phone is known, and for all unknown ones together; never by address, for a whole bar
stands behind one. Links need no brake: 128 bits are not guessed. Each process counts for itself.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Lock

SECONDS = 60.0
OF_ONE = 10  # wrong codes a minute from a phone that has its name here
OF_ALL = 60  # from all together that have none: at ten thousand tables one hit in forty minutes
KEPT = 10_000  # phones remembered


class Brake:
    """The failures of the last minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._failures: OrderedDict[str, deque[float]] = OrderedDict()

    def holds(self, device: str) -> bool:
        """Whether this phone has to wait; `device` is empty for one that is not known."""
        with self._lock:
            return device in self._failures and len(self._recent(device)) >= (OF_ONE if device else OF_ALL)

    def failed(self, device: str) -> None:
        """Remember that this phone has named a code that leads nowhere."""
        with self._lock:
            self._recent(device).append(self._clock())
            self._failures.move_to_end(device)
            if len(self._failures) > KEPT:
                self._failures.popitem(last=False)

    def clear(self) -> None:
        """Forget everything, as a restart does."""
        with self._lock:
            self._failures.clear()

    def _recent(self, device: str) -> deque[float]:
        times = self._failures.setdefault(device, deque(maxlen=OF_ALL))
        while times and times[0] <= self._clock() - SECONDS:
            times.popleft()
        return times


brake = Brake()
