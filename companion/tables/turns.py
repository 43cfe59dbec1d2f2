"""Do a long job in steps, and let other requests be answered between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import Event, Lock
from time import monotonic, sleep

BREATH = 0.001  # seconds
AT_A_STRETCH = 0.002  # seconds of work after which others get their turn

Meanwhile = Callable[[], object]

_waiting = deque[Event]()  # an event for each long job that yields now, the earliest first
_guard = Lock()


def yield_to_others() -> None:
    """Let all other requests be answered before the next step of a long job.

    If several long jobs yield, only one of them goes on afterwards, until it yields again. The jobs
    go on in the order in which they yielded. A lock alone would not ensure this: the job that holds
    the lock would take it again before another job notices that the lock is free. Then a short
    import would wait for a long one.
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
    """Do nothing. Long jobs call this after each step if their caller gives no other function."""


def run_in_steps(bits: Iterable[object], meanwhile: Meanwhile = do_nothing) -> None:
    """Run the generator `bits`, and let other requests be answered after every 2 ms of work.

    `meanwhile` is called each time after other requests were answered. An error that it raises ends
    the job.
    """
    begun = monotonic()
    for _ in bits:
        if monotonic() - begun > AT_A_STRETCH:
            yield_to_others()
            meanwhile()
            begun = monotonic()


def run_in_a_write(bits: Iterable[object]) -> None:
    """Run a generator inside a write transaction, with pauses in which other requests are answered.

    Unlike `run_in_steps`, this function does not let other long jobs go first, because all other
    writes wait until this write is done.
    """
    begun = monotonic()
    for _ in bits:
        if monotonic() - begun > AT_A_STRETCH:
            sleep(BREATH)
            begun = monotonic()
