"""Long work in one process that has others to answer: done bit by bit, or in a thread of its own, they are answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from time import monotonic, sleep

BREATH = 0.001  # seconds
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
