"""Make the pieces of open streams in threads, and pass them to gunicorn's loop.

A piece is what a stream sends at a time, for example an event with a changed panel.

After a tap, each phone at the table gets a piece. One thread makes the pieces for all these phones,
one after the other, and then wakes the loop once. If each phone had a thread, and each thread woke
the loop, a tap would take a tenth more time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Protocol, TypeGuard

THREADS = 32  # threads that make the pieces of streams, so that no stream takes one from a request
# How many pieces are handed to the loop together. If a table has more phones, the first of them
# need not wait until the pieces of all are made.
PIECES_AT_ONCE = 16


class EventStream(Protocol):
    """The body of an answer that does not end before the phone disconnects or the server stops."""

    patience: float
    """Seconds after which the next piece is made even if nobody has called `wake`."""

    has_ended: bool

    @property
    def group(self) -> Hashable:
        """Return a key that is equal for all streams of one table, and different for others."""

    def next_piece(self) -> bytes:
        """Return the bytes to send now, b"" if there is nothing to send."""

    def call_at_change(self, wake: Callable[[], None]) -> None:
        """Have `wake` called, in any thread, whenever there may be something to send."""

    def close(self) -> None:
        """End the stream."""


def is_event_stream(body: object) -> TypeGuard[EventStream]:
    """Return whether this body of an answer is a stream."""
    return hasattr(body, "next_piece")


class PieceThreads:
    """The threads that make what open streams send, piece by piece.

    If it takes long to make a piece, only the phones of the same table wait for theirs.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "stream")
        self._lock = Lock()
        self._due: dict[Hashable, list[Feed]] = {}

    def add(self, feed: Feed) -> None:
        """Have a thread make the next piece of this stream. Any thread may call this function."""
        group = feed.stream.group
        with self._lock:
            due = self._due.setdefault(group, [])
            due.append(feed)
            is_first = len(due) == 1
        if is_first:
            self._threads.submit(self._make_group, group)

    def _make_group(self, group: Hashable) -> None:
        with self._lock:
            due = self._due.pop(group)
        for start in range(0, len(due), PIECES_AT_ONCE):
            feeds = due[start : start + PIECES_AT_ONCE]
            for feed in feeds:
                feed.make_piece()
            with suppress(RuntimeError):  # the loop may have ended
                feeds[0].loop.call_soon_threadsafe(_hand_over, feeds)


class Feed:
    """One open stream. The loop sends its pieces, and threads make them.

    A piece is made only if the loop waits for one. So there is never more than one piece for a
    phone that reads slowly. If `wake` is called while a piece is being made or sent, another piece
    follows.
    """

    def __init__(self, stream: EventStream, threads: PieceThreads) -> None:
        self.stream = stream
        self.loop = asyncio.get_running_loop()
        self._threads = threads
        self._lock = Lock()
        self._was_woken = True  # the first piece is made at once
        self._is_waiting = False
        self._piece: bytes | BaseException = b""
        self._made: asyncio.Future[bytes | BaseException] = self.loop.create_future()

    async def next_piece(self) -> bytes:
        """Wait for a call of `wake`, or for `patience` seconds. Return the piece made after that.

        If the phone disconnects, the asyncio task that waits here is cancelled. CancelledError is
        raised only when no thread makes a piece any more, because the caller then closes the
        stream.
        """
        self._made = self.loop.create_future()
        with self._lock:
            is_due = self._was_woken
            self._is_waiting = not is_due
        if is_due:
            self._threads.add(self)
        timer = self.loop.call_later(self.stream.patience, self.wake)
        try:
            piece = await asyncio.shield(self._made)
        except asyncio.CancelledError:
            self.stop()
            await asyncio.wait([self._made])
            raise
        finally:
            timer.cancel()
        if isinstance(piece, BaseException):
            raise piece
        return piece

    def wake(self) -> None:
        """Have a piece made as soon as the loop waits for one. Any thread may call this."""
        with self._lock:
            self._was_woken = True
            is_due = self._is_waiting
            self._is_waiting = False
        if is_due:
            self._threads.add(self)

    def stop(self) -> None:
        """Have `next_piece` return b"" at once.

        If a thread is making a piece, do nothing, because `next_piece` will return that piece.
        """
        with self._lock:
            was_waiting = self._is_waiting
            self._is_waiting = False
        if was_waiting:
            self._made.set_result(b"")

    def make_piece(self) -> None:
        """Have the stream make the bytes to send next. A thread calls this function.

        If the stream raises an error, `next_piece` raises the same error.
        """
        self._was_woken = False
        try:
            self._piece = self.stream.next_piece()
        except BaseException as error:
            self._piece = error

    def hand_over(self) -> None:
        """Let `next_piece` go on, with the piece that a thread made or the error that it raised.

        The event loop calls this. An error is the result of the future, not its exception, because
        a future accepts no StopIteration as exception: it would raise TypeError here.
        """
        piece = self._piece
        self._piece = b""  # a waiting stream keeps no text in memory
        self._made.set_result(piece)


def _hand_over(feeds: list[Feed]) -> None:
    for feed in feeds:
        feed.hand_over()
