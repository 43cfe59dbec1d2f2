"""Long work in one process that has others to answer: done bit by bit, or in a thread of its own, they are answered."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from threading import Lock
from time import monotonic, sleep

BREATH = 0.001  # seconds; under gevent sleep(0) would go on fifty times before it looks at any connection
AT_A_STRETCH = 0.002  # seconds of work after which others get their turn

Meanwhile = Callable[[], object]

_turn = Lock()


def give_way() -> None:
    """Lets everybody else be answered before the next bit of a long work.

    Of several long works only one goes on after that, until it gives way in its turn.
    """
    with _turn:
        sleep(BREATH)


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


def aside(work: Callable[[], object]) -> None:
    """Runs a function that only waits, while everybody else is answered.

    Where each request has a thread of its own the others go on by themselves; under gevent another thread does it.
    """
    monkey = sys.modules.get("gevent.monkey")
    if monkey is None or not monkey.is_module_patched("threading"):
        work()
        return
    from gevent import get_hub

    error = get_hub().threadpool.apply(_error_of, (work,))
    if error is not None:
        raise error


def _error_of(work: Callable[[], object]) -> BaseException | None:
    """Return what a function raises instead of raising it: gevent would print a traceback for each."""
    try:
        work()
    except BaseException as error:
        return error
    return None
