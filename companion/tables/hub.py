"""Keep the open streams of one application in this process, and wake them if their table changes.

A stream subscribes first and then reads the state. So a change that is published in between still
wakes the stream. Several changes while a stream is busy wake it once. The hub stores nothing for a
table without streams.

Whoever publishes a change also passes the new progress of the match if it is known: the version and
the revision of its `State`. If this process already has a state with that progress, the stream need
not ask the database.

The number of streams of one phone and of one table is limited, far above what people need. If there
are too many streams, the newest is accepted and the oldest is ended. So a phone that has left many
connections open can still open a new one.

    with hub.subscribe(match.id) as subscription:
        while subscription.open:
            ...write the panel...
            while (progress := subscription.wait(25)) is None:
                ...nothing changed for 25 s: write a heartbeat...

`wait` raises `Closed` when the server stops (`close`), so every stream ends at its next wait.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from types import TracebackType

MOST_OF_PHONE = 20  # at one table: forgotten tabs, and connections that a bad signal has broken
MOST_OF_TABLE = 300  # six phones, their tabs, the screens and the guests of a whole tournament
MOST_OF_PROGRAMS = 100  # at one table, so that other programs push out no phone
PROGRAM = "program "  # begins the name of a program that watches; no phone is named so


Progress = tuple[float, float]
"""The version and the revision that a match has reached, as far as it is known.

Infinity means that one of them is not known, so the database must be asked.
"""

ANY_PROGRESS: Progress = (0, 0)  # any state that this process keeps has reached it


class Closed(RuntimeError):
    """Raised if a stream must end, because the server stops or there are too many streams."""


class Hub:
    """The open streams of one application in this process, by match."""

    def __init__(self) -> None:
        self._all: dict[int, dict[Subscription, None]] = {}  # the oldest first
        # `add` ends streams while it holds the lock, and what they call may use the hub.
        self._lock = threading.RLock()
        self.open = True
        # It grows with every change. While it stays the same, whatever was looked up is the latest.
        self.change_number = 0

    def subscribe(self, match_id: int, phone: str = "") -> Subscription:
        """Return a context manager that subscribes a stream of `phone` to changes of that match."""
        return Subscription(self, match_id, phone)

    def publish(self, match_id: int, version: float = inf, revision: float = inf) -> None:
        """Wake the streams of that match, and tell them its new version and revision.

        Pass infinity for a number that is not known. Then the streams ask the database.
        """
        with self._lock:
            self.change_number += 1
            waiting = tuple(self._all.get(match_id, ()))
        for subscription in waiting:
            subscription.wake(version, revision)

    def publish_all(self) -> None:
        """Wake every stream and have it ask the database.

        This is for a process that may have missed changes.
        """
        with self._lock:
            self.change_number += 1  # also if no stream waits
            watched = tuple(self._all)
        for match_id in watched:
            self.publish(match_id)

    def is_watched(self, match_id: int) -> bool:
        """Return whether a stream of this process waits for changes of that match."""
        return match_id in self._all

    def is_listening(self, match_id: int, phone: str) -> bool:
        """Return whether a stream of that phone waits in this process for changes of that match."""
        with self._lock:
            streams = self._all.get(match_id, {})
            own = [stream for stream in streams if stream.phone == phone and not stream.crowded]
        return self.open and bool(own)

    def close(self) -> None:
        """End every stream, also those that subscribe later, because the server stops."""
        self.open = False
        waiting: list[Subscription] = []
        with self._lock:
            for group in self._all.values():
                waiting += group
        for subscription in waiting:
            subscription.wake()

    def add(self, subscription: Subscription) -> None:
        """Add a stream that begins to listen."""
        with self._lock:
            group = self._all.setdefault(subscription.match_id, {})
            group[subscription] = None
            for oldest in _too_many(list(group), subscription.phone):
                oldest.end()

    def remove(self, subscription: Subscription) -> None:
        """Remove a stream that has ended."""
        with self._lock:
            group = self._all.get(subscription.match_id, {})
            group.pop(subscription, None)
            if not group:
                self._all.pop(subscription.match_id, None)

    def __len__(self) -> int:
        return sum(map(len, self._all.values()))


def _too_many(group: list[Subscription], phone: str) -> list[Subscription]:
    """Return the oldest streams of a table, which must end because there are too many.

    `group` are all streams of the table, the oldest first. `phone` is the phone of the newest
    stream. Return no stream if `phone` is "". There is one limit for the table, one for each phone,
    and one for all programs that watch the table. If a stream belongs to a program, its `phone`
    begins with `PROGRAM`.
    """
    if not phone:
        return []
    own = [subscription for subscription in group if subscription.phone == phone]
    programs = [one for one in group if one.phone.startswith(PROGRAM)]
    return group[:-MOST_OF_TABLE] + programs[:-MOST_OF_PROGRAMS] + own[:-MOST_OF_PHONE]


class Subscription:
    """A stream that waits for changes of one match."""

    def __init__(self, hub: Hub, match_id: int, phone: str = "") -> None:
        self.match_id = match_id
        self.phone = phone
        self.crowded = False
        self._hub = hub
        self._progress: Progress = (0, 0)
        # Two threads may wake the stream at once, and the progress of neither may be lost.
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._callback: Callable[[], None] | None = None

    @property
    def change_number(self) -> int:
        """Return a number that grows whenever this process publishes a change of any match."""
        return self._hub.change_number

    @property
    def open(self) -> bool:
        """Return whether the stream may go on.

        Return False if the server stops, or if the hub ended the stream because there are too many.
        """
        return self._hub.open and not self.crowded

    def wait(self, timeout: float | None = None) -> Progress | None:
        """Wait until the match changes, and return its progress.

        Return at once if the match has changed since the last wait. Return None if it does not
        change within `timeout` seconds. Raises Closed if the stream must end.
        """
        self.wait_for_change(timeout)
        return self.take()

    def wait_for_change(self, timeout: float | None = None) -> None:
        """Wait until the match has changed since the last `take`, or until the stream must end.

        Wait for at most `timeout` seconds.
        """
        if self.open:
            self._changed.wait(timeout)

    def take(self) -> Progress | None:
        """Return the progress of the match if it has changed since the last `take`, otherwise None.

        Raises Closed if the stream must end.
        """
        if not self.open:
            raise Closed
        with self._lock:
            if not self._changed.is_set():
                return None
            self._changed.clear()
            progress = self._progress
            self._progress = (0, 0)
        return progress

    def call_at_change(self, callback: Callable[[], None]) -> None:
        """Have `callback` called at every change of the match, and when the stream must end.

        `callback` may be called in any thread.
        """
        self._callback = callback

    def wake(self, version: float = inf, revision: float = inf) -> None:
        """Wake the stream, and keep the progress of its match for the next `take`."""
        with self._lock:
            known_version, known_revision = self._progress
            self._progress = (max(known_version, version), max(known_revision, revision))
            self._changed.set()
        if self._callback is not None:
            self._callback()

    def end(self) -> None:
        """End the stream, because there are too many newer ones."""
        self.crowded = True
        self.wake()

    def __enter__(self) -> Subscription:
        self._hub.add(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._hub.remove(self)
