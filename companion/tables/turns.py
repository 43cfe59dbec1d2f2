"""Long work in one process that has others to answer: done bit by bit, or in a thread of its own, they are answered."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import Event, Lock
from time import monotonic, sleep

BREATH = 0.001  # seconds
AT_A_STRETCH = 0.002  # seconds of work after which others get their turn

Meanwhile = Callable[[], object]

_waiting = deque[Event]()  # the long works that give way at the moment, each by its own event, the first one in front
_guard = Lock()


def give_way() -> None:
    """Lets everybody else be answered before the next bit of a long work.

    Of several long works only one goes on after that, until it gives way in its turn. They go on in the order in
    which they gave way: with a mere lock the one that works takes it again before any other hears that it is free,
    and an import of a moment waits for one of minutes.
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


def nothing() -> None:
    """Do nothing meanwhile."""


def unhurried(bits: Iterable[object], meanwhile: Meanwhile = nothing) -> None:
    """Runs a generator, yielding to others between its steps once it has taken some time.

    After others were answered `meanwhile` is called: what it raises ends the work.
    """
    begun = monotonic()
    for _ in bits:
        if monotonic() - begun > AT_A_STRETCH:
            give_way()
            meanwhile()
            begun = monotonic()


def run_in_a_write(bits: Iterable[object]) -> None:
    """Run a generator that holds a write, yielding to others between its steps once it has taken some time.

    Unlike `unhurried` it does not take turns with other long works: whoever wants to write waits for it.
    """
    begun = monotonic()
    for _ in bits:
        if monotonic() - begun > AT_A_STRETCH:
            sleep(BREATH)
            begun = monotonic()
