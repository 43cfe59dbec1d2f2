"""Do long work so that others are answered: bit by bit, or in a thread of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import Event, Lock
from time import monotonic, sleep

BREATH = 0.001  # seconds
AT_A_STRETCH = 0.002  # seconds of work after which others get their turn

Meanwhile = Callable[[], object]

_waiting = deque[Event]()  # an event for each long work that gives way now, the first in front
_guard = Lock()


def yield_to_others() -> None:
    """Let everybody else be answered before the next bit of a long work.

    Of several long works only one goes on after that, until it gives way in its turn. They go on in
    the order in which they yielded. A lock alone would not do: the work that has it takes it again
    before any other hears that it is free, so an import of a moment would wait for one of minutes.
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
    """Do nothing meanwhile."""


def run_in_steps(bits: Iterable[object], meanwhile: Meanwhile = do_nothing) -> None:
    """Run a generator, yielding to others between its steps once it has taken some time.

    After others were answered, `meanwhile` is called. If it raises, the work ends.
    """
    begun = monotonic()
    for _ in bits:
        if monotonic() - begun > AT_A_STRETCH:
            yield_to_others()
            meanwhile()
            begun = monotonic()


def run_in_a_write(bits: Iterable[object]) -> None:
    """Run a generator inside a write transaction, yielding to others between its steps.

    It yields only after it has taken some time. Unlike `run_in_steps` it does not take turns with
    other long works, because everybody who wants to write waits for it.
    """
    begun = monotonic()
    for _ in bits:
        if monotonic() - begun > AT_A_STRETCH:
            sleep(BREATH)
            begun = monotonic()
