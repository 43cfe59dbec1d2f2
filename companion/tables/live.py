"""Update the pages of this application live.

Its streams wait for news (see `hub`), and each change in `tables` wakes them.
"""

from __future__ import annotations

from math import inf

from companion.tables.hub import Closed, Progress, Subscription
from companion.tables.memory import memory

__all__ = [
    "Closed",
    "Progress",
    "Subscription",
    "close",
    "count",
    "is_open",
    "is_watched",
    "listens",
    "publish",
    "published",
    "subscribe",
]


def subscribe(match_id: int, phone: str = "") -> Subscription:
    """Return a subscription of that phone to news of that match, to be used with `with`."""
    return memory().hub.subscribe(match_id, phone)


def publish(match_id: int, version: float = inf, revision: float = inf) -> None:
    """Wake the streams of that match, which is as far as this now."""
    memory().hub.publish(match_id, version, revision)


def published() -> int:
    """Return how often anything was published in this process."""
    return memory().hub.published


def is_watched(match_id: int) -> bool:
    """Return whether a stream of this process waits for news of that match."""
    return memory().hub.is_watched(match_id)


def count() -> int:
    """Return how many streams of this process wait."""
    return len(memory().hub)


def listens(match_id: int, phone: str) -> bool:
    """Return whether a stream of that phone waits in this process for news of that match."""
    return memory().hub.listens(match_id, phone)


def is_open() -> bool:
    """Return whether the server is running: False once it stops."""
    return memory().hub.open


def close() -> None:
    """End every stream, now and from now on: the server stops."""
    memory().hub.close()
