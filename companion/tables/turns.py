"""Long work in one process that has others to answer: it is done bit by bit, and they are answered in between."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from time import monotonic, sleep

BREATH = 0.001  # seconds; under gevent sleep(0) would go on fifty times before it looks at any connection
AT_A_STRETCH = 0.002  # seconds of work after which others get their turn

_turn = Lock()


def give_way() -> None:
    """Lets everybody else be answered before the next bit of a long work.

    Of several long works only one goes on after that, until it gives way in its turn.
    """
    with _turn:
        sleep(BREATH)


def unhurried(bits: Iterable[object]) -> None:
    """Does a work that yields after every bit of it, and gives way between them once it has taken some time."""
    begun = monotonic()
    for _ in bits:
        if monotonic() - begun > AT_A_STRETCH:
            give_way()
            begun = monotonic()
