"""Live updates of this application: its streams wait for news (see `hub`), and each change here wakes them."""

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
    """A place for that phone to wait for news of that match; enter it with `with`."""
    return memory().hub.subscribe(match_id, phone)


def publish(match_id: int, version: float = inf, revision: float = inf) -> None:
    """Wake the streams of that match, which is as far as this now."""
    memory().hub.publish(match_id, version, revision)


def published() -> int:
    """How often anything was published in this process."""
    return memory().hub.published


def is_watched(match_id: int) -> bool:
    """Whether a stream of this process waits for news of that match."""
    return memory().hub.is_watched(match_id)


def count() -> int:
    """How many streams of this process wait."""
    return len(memory().hub)


def listens(match_id: int, phone: str) -> bool:
    """Whether a stream of this process waits for news of that match and is that phone's."""
    return memory().hub.listens(match_id, phone)


def is_open() -> bool:
    """False once the server stops."""
    return memory().hub.open


def close() -> None:
    """End every stream, now and from now on: the server stops."""
    memory().hub.close()
