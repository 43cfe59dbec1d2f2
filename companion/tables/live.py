"""Wake the streams of this application when a table changes.

Its streams wait for news (see `hub`), and each change in `tables` wakes them.
"""

from __future__ import annotations

from math import inf

from companion.tables.hub import ANY_PROGRESS, PROGRAM, Closed, Progress, Subscription
from companion.tables.process_state import process_state

__all__ = [
    "ANY_PROGRESS",
    "PROGRAM",
    "Closed",
    "Progress",
    "Subscription",
    "close",
    "count",
    "is_listening",
    "is_open",
    "is_watched",
    "publish",
    "published",
    "subscribe",
]


def subscribe(match_id: int, phone: str = "") -> Subscription:
    """Return a subscription of that phone to news of that match, to be used with `with`."""
    return process_state().hub.subscribe(match_id, phone)


def publish(match_id: int, version: float = inf, revision: float = inf) -> None:
    """Wake the streams of that match, and tell them its progress."""
    process_state().hub.publish(match_id, version, revision)


def published() -> int:
    """Return how often anything was published in this process."""
    return process_state().hub.published


def is_watched(match_id: int) -> bool:
    """Return whether a stream of this process waits for news of that match."""
    return process_state().hub.is_watched(match_id)


def count() -> int:
    """Return how many streams of this process wait."""
    return len(process_state().hub)


def is_listening(match_id: int, phone: str) -> bool:
    """Return whether a stream of that phone waits in this process for news of that match."""
    return process_state().hub.is_listening(match_id, phone)


def is_open() -> bool:
    """Return whether the server is running: False once it stops."""
    return process_state().hub.open


def close() -> None:
    """End every stream, now and from now on: the server stops."""
    process_state().hub.close()
