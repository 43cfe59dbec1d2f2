"""The open streams of one application in this process, and how they are woken when something changes at a table.

A stream subscribes first and reads the state afterwards, then waits: whatever is published in between
wakes it. Many changes while it is busy are one wake. Nothing is kept for a table without streams.

News says how far the match is now, as far as the one who tells knows: a version and a revision of `State`. A stream
need not ask the database for a state that is as far and that this process has.

There is an end to the streams of one phone and to those of one table, far above what people need: the newest
is let in and the oldest ends, so a phone that lost count of its own connections always gets through.

    with hub.subscribe(match.id) as news:
        while news.open:
            ...write the panel...
            while (progress := news.wait(25)) is None:
                ...nothing changed for 25 s: write a heartbeat...

`wait` raises `Closed` once the server stops (`close`), so a stream ends wherever it stands.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from types import TracebackType

MOST_OF_PHONE = 20  # at one table: tabs forgotten, connections a bad signal has left behind
MOST_OF_TABLE = 300  # six phones, their tabs, the screens and the guests of a whole tournament


Progress = tuple[float, float]
"""How far a match is said to be, version and revision; infinitely far: nobody has said, look for yourself."""


class Closed(RuntimeError):
    """The server stops, or the stream is one too many; it is to end."""


class Hub:
    """The subscriptions of one application in this process, by match."""

    def __init__(self) -> None:
        self._all: dict[int, dict[Subscription, None]] = {}  # the oldest first
        self._lock = (
            threading.RLock()
        )  # may be entered again: a signal handler may close us in mid-publish
        self.open = True
        self.published = (
            0  # how often anything was: while it stays so, what was looked up is the latest
        )

    def subscribe(self, match_id: int, phone: str = "") -> Subscription:
        """A place for that phone to wait for news of that match; enter it with `with`."""
        return Subscription(self, match_id, phone)

    def publish(self, match_id: int, version: float = inf, revision: float = inf) -> None:
        """Wake everybody who waits for that match, which is as far as this now."""
        with self._lock:
            self.published += 1
            waiting = tuple(self._all.get(match_id, ()))
        for subscription in waiting:
            subscription.wake(version, revision)

    def publish_all(self) -> None:
        """Wake everybody: something may have happened that was not heard here."""
        self.published += 1  # also where nobody waits
        for match_id in tuple(self._all):
            self.publish(match_id)

    def is_watched(self, match_id: int) -> bool:
        """Whether a stream of this process waits for news of that match."""
        return match_id in self._all

    def listens(self, match_id: int, phone: str) -> bool:
        """Whether a stream of this process waits for news of that match and is that phone's."""
        with self._lock:
            return any(
                stream.phone == phone and stream.open for stream in self._all.get(match_id, ())
            )

    def is_open(self) -> bool:
        """False once the server stops."""
        return self.open

    def close(self) -> None:
        """The server stops: end every stream, now and from now on."""
        self.open = False
        with self._lock:
            waiting = [subscription for group in self._all.values() for subscription in group]
        for subscription in waiting:
            subscription.wake()

    def add(self, subscription: Subscription) -> None:
        """The stream begins to wait."""
        with self._lock:
            group = self._all.setdefault(subscription.match_id, {})
            group[subscription] = None
            for oldest in _too_many(list(group), subscription.phone):
                oldest.end()

    def remove(self, subscription: Subscription) -> None:
        """The stream has ended."""
        with self._lock:
            group = self._all.get(subscription.match_id, {})
            group.pop(subscription, None)
            if not group:
                self._all.pop(subscription.match_id, None)

    def __len__(self) -> int:
        return sum(map(len, self._all.values()))


def _too_many(group: list[Subscription], phone: str) -> list[Subscription]:
    """Those that must make room for the newest, which is that phone's; no limit holds where no phone is named."""
    own = [subscription for subscription in group if subscription.phone == phone]
    return group[:-MOST_OF_TABLE] + own[:-MOST_OF_PHONE] if phone else []


class Subscription:
    """One stream's wait for news of one match."""

    def __init__(self, hub: Hub, match_id: int, phone: str = "") -> None:
        self.match_id, self.phone = match_id, phone
        self.crowded = False
        self._hub = hub
        self._progress: Progress = (0, 0)
        self._news = threading.Event()
        self._call: Callable[[], None] | None = None

    @property
    def published(self) -> int:
        """How often anything was published in this process."""
        return self._hub.published

    @property
    def open(self) -> bool:
        """False once the server stops or the stream is one too many."""
        return self._hub.open and not self.crowded

    def wait(self, timeout: float | None = None) -> Progress | None:
        """How far the match is, once something has changed since the last wait; None: the time is up. Raises Closed."""
        self.await_news(timeout)
        return self.take()

    def await_news(self, timeout: float | None = None) -> None:
        """Wait until something has changed since the last time, or the stream is to end."""
        if self.open:
            self._news.wait(timeout)

    def take(self) -> Progress | None:
        """Return how far the match is if something has changed since the last time, else None. Raises Closed."""
        if not self.open:
            raise Closed
        if not self._news.is_set():
            return None
        self._news.clear()
        progress = self._progress
        self._progress = (0, 0)
        return progress

    def call_at_news(self, call: Callable[[], None]) -> None:
        """Have this called whenever something changed, and once at the end; from any thread."""
        self._call = call

    def wake(self, version: float = inf, revision: float = inf) -> None:
        """Let the stream go on: something changed."""
        self._progress = max(self._progress[0], version), max(self._progress[1], revision)
        self._news.set()
        if self._call is not None:
            self._call()

    def end(self) -> None:
        """End the stream, as there are newer ones enough."""
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
