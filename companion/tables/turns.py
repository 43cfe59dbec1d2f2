"""Do long work in steps, between which other requests are answered."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import Event, Lock
from time import monotonic, sleep

BREATH = 0.001  # seconds
AT_A_STRETCH = 0.002  # seconds of work after which others get their turn

Meanwhile = Callable[[], object]

_waiting = deque[Event]()  # an event for each long work that yields now, the earliest first
_guard = Lock()


def yield_to_others() -> None:
    """Let all other requests be answered before the next step of long work.

    If several long works yield, only one of them goes on afterwards, until it yields again. They go
    on in the order in which they yielded. A lock alone would not do: the work that holds the lock
    would take it again before another work notices that it is free, so a short import would wait
    for a long one.
    """
    mine = Event()
    with _guard:
        _waiting.append(mine)
        if _waiting[0] is mine:
            mine.set()
    try:
        mine.wait()
        sleep(BREATH)
    finally:
        with _guard:
            _waiting.remove(mine)
            if _waiting:
                _waiting[0].set()


def do_nothing() -> None:
    """Do nothing: the default for `meanwhile`."""


def run_in_steps(bits: Iterable[object], meanwhile: Meanwhile = do_nothing) -> None:
    """Run a generator, and let other requests be answered between its steps.

    This happens after every 2 ms of work. `meanwhile` is called each time after other requests were
    answered. If it raises, the work ends.
    """
    begun = monotonic()
    for _ in bits:
        if monotonic() - begun > AT_A_STRETCH:
            yield_to_others()
            meanwhile()
            begun = monotonic()


def run_in_a_write(bits: Iterable[object]) -> None:
    """Run a generator inside a write transaction, with pauses in which other requests are answered.

    Unlike `run_in_steps` it does not take turns with other long works, because everybody who wants
    to write waits for it.
    """
    begun = monotonic()
    for _ in bits:
        if monotonic() - begun > AT_A_STRETCH:
            sleep(BREATH)
            begun = monotonic()
