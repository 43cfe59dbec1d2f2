"""The process that answers is a loop that owns the connections, and threads for whole requests."""

from __future__ import annotations

import errno
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

import h11

from companion.server.connection import PIECE, Connection
from companion.server.gateway import Application, answer

TICK = 1.0  # seconds between two looks at the time limits, and between two signs of life
KEPT_OPEN = 75.0  # seconds a connection may wait for its next request
ARRIVED = 30.0  # seconds in which a request must have arrived whole
STALLED = 30.0  # seconds a phone may read nothing of an answer
LEAVING = 2.0  # seconds a connection is kept after its last answer, so that the phone can read it
DISCARDED = 256 * 1024  # bytes that are thrown away meanwhile
HALF_BYTES = 64 * 1024 * 1024  # bytes of all half requests together
LARGE_AT_ONCE = 32  # requests with a large body, which may hold a thread while it arrives
ACCEPTED_AT_ONCE = 100  # connections, before those that are open are looked at

NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)  # for one connection more
SENTENCES = {
    413: "This is sent in too many pieces.",
    414: "This address is too long.",
    431: "These headers are too long.",
    505: "HTTP 1 is spoken here.",
}
NOT_UNDERSTOOD = "This request could not be understood."
TOO_MANY_LARGE = "Too much is being sent at the moment. Try again in a minute."


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one process takes on: requests answered at a time, and connections that are open."""

    threads: int
    connections: int


class Worker:
    """Serves an application on a listening socket until it is told to stop."""

    def __init__(self, application: Application, listener: socket.socket, limits: Limits) -> None:
        self._application = application
        self._listener = listener
        self._limits = limits
        self._server = listener.getsockname()[:2]
        self._selector = selectors.DefaultSelector()
        self._threads = ThreadPoolExecutor(limits.threads, thread_name_prefix="answering")
        self._large = threading.BoundedSemaphore(LARGE_AT_ONCE)
        self._waiting: dict[Connection, None] = {}  # in the selector; the oldest first
        self._half: dict[Connection, None] = {}  # of these, those with a part of a request
        self._half_bytes = 0
        self._answering = 0
        self._answered: deque[Connection] = deque()  # handed back by threads
        self._awake, self._wake = socket.socketpair()
        self._is_woken = False
        self._stop_at = 0.0  # a moment of the monotonic clock; 0 while nobody wants it to stop

    def run(self, tick: Callable[[], None], finish: Callable[[], None], grace: float) -> None:
        """Serve until `stop` is called; `tick` is called every second.

        Then call `finish`, and go on for as many seconds as `grace` says until every request is
        answered.
        """
        for own in (self._listener, self._awake, self._wake):
            own.settimeout(0)
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)
        self._selector.register(self._awake, selectors.EVENT_READ, self._take_back)
        next_tick = 0.0
        while not self._stop_at:
            if time.monotonic() >= next_tick:
                next_tick = time.monotonic() + TICK
                tick()
                self._close_late_ones()
            self._turn()
        self._close_door()
        finish()
        while (self._answering or self._waiting) and time.monotonic() < self._stop_at + grace:
            self._turn()
            self._close_late_ones()
        self._close_all()

    def stop(self) -> None:
        """Have `run` end. May be called by a signal handler, and more than once."""
        self._stop_at = self._stop_at or time.monotonic()
        self._wake_loop()

    def _turn(self) -> None:
        """Wait for something to happen, and attend to it."""
        for key, _ in self._selector.select(TICK / 2):
            if not isinstance(key.data, Connection):
                key.data()
            elif key.data in self._waiting:  # it may have been closed in this very turn
                self._attend(key.data)

    def _attend(self, connection: Connection) -> None:
        """Write to a connection or read from it, whichever it waits for; close it if that fails."""
        try:
            if connection.has_unsent:
                self._send(connection)
            elif connection.is_leaving:
                self._discard(connection)
            else:
                self._receive(connection)
        except OSError:
            self._close(connection)

    # Connections that come, wait and go

    def _accept(self) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                sock, address = self._listener.accept()
            except OSError as error:
                if error.errno in NO_ROOM:
                    self._close_oldest(self._waiting)
                return  # nobody is there any more, or the phone is gone again
            if len(self._waiting) + self._answering >= self._limits.connections:
                self._close_oldest(self._waiting)
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._wait(Connection(sock, address), selectors.EVENT_READ, KEPT_OPEN)

    def _wait(self, connection: Connection, events: int, seconds: float) -> None:
        """Have the selector watch a connection, for so many seconds at most."""
        connection.deadline = time.monotonic() + seconds
        self._waiting[connection] = None
        self._selector.register(connection.sock, events, connection)

    def _stop_waiting(self, connection: Connection) -> None:
        """Take a connection out of the selector."""
        self._selector.unregister(connection.sock)
        del self._waiting[connection]
        if connection in self._half:
            del self._half[connection]
            self._half_bytes -= connection.arrived

    def _close(self, connection: Connection) -> None:
        """Close a connection that waits."""
        self._stop_waiting(connection)
        connection.sock.close()

    def _close_oldest(self, connections: dict[Connection, None]) -> None:
        oldest = next(iter(connections), None)
        if oldest is not None:
            self._close(oldest)

    def _close_late_ones(self) -> None:
        now = time.monotonic()
        for connection in [each for each in self._waiting if each.deadline < now]:
            self._close(connection)

    def _close_door(self) -> None:
        """Accept nobody any more, and close the connections on which nothing is being sent."""
        self._selector.unregister(self._listener)
        self._listener.close()
        for connection in list(self._waiting):
            if not (connection.has_unsent or connection.is_leaving):
                self._close(connection)

    def _close_all(self) -> None:
        for connection in list(self._waiting):
            self._close(connection)
        self._threads.shutdown(wait=False)
        self._selector.close()
        self._awake.close()
        self._wake.close()

    # Requests that arrive

    def _receive(self, connection: Connection) -> None:
        try:
            data = connection.sock.recv(PIECE)
        except BlockingIOError:
            return
        if connection in self._half:
            self._half_bytes += len(data)
        connection.take_in(data)
        self._read_on(connection)

    def _read_on(self, connection: Connection) -> None:
        """Answer the request if it is there, refuse what is none, or wait for the rest."""
        try:
            connection.read_on()
        except h11.RemoteProtocolError as error:
            self._stop_waiting(connection)
            self._refuse(connection, error.error_status_hint)
            return
        if connection.is_ready:
            self._stop_waiting(connection)
            self._answer(connection)
        elif connection.closed_by_phone:
            self._close(connection)
        else:
            self._wait_for_the_rest(connection)

    def _wait_for_the_rest(self, connection: Connection) -> None:
        """Note when half a request has begun to arrive, and give it so many seconds for the rest.

        If all half requests together take too much memory, the oldest makes room.
        """
        if connection not in self._half:
            self._half[connection] = None
            self._half_bytes += connection.arrived
            connection.deadline = time.monotonic() + ARRIVED
        if connection.waits_for_continue:
            connection.tell_to_continue()
        if self._half_bytes > HALF_BYTES:
            self._close_oldest(self._half)

    def _refuse(self, connection: Connection, status: int) -> None:
        """Answer what is no request of HTTP.

        Nothing is logged: anybody could fill a disk with that.
        """
        connection.answer_plainly(status, SENTENCES.get(status, NOT_UNDERSTOOD))
        self._leave(connection)

    # Requests that are answered

    def _answer(self, connection: Connection) -> None:
        """Have a thread answer the request that has arrived."""
        is_large = not connection.is_whole
        if is_large and not self._large.acquire(blocking=False):
            connection.answer_plainly(503, TOO_MANY_LARGE)
            self._leave(connection)
            return
        self._answering += 1
        self._threads.submit(self._answer_in_thread, connection, is_large=is_large)

    def _answer_in_thread(self, connection: Connection, *, is_large: bool) -> None:
        try:
            answer(self._application, connection, self._server)
        finally:
            if is_large:
                self._large.release()
            self._answered.append(connection)
            self._wake_loop()

    def _wake_loop(self) -> None:
        if not self._is_woken:
            self._is_woken = True
            with suppress(OSError):  # it wakes already, or has ended
                self._wake.send(b"x")

    def _take_back(self) -> None:
        """Go on with the connections whose requests have been answered."""
        with suppress(BlockingIOError):
            self._awake.recv(100)
        self._is_woken = False  # what is handed back from here on wakes the loop once more
        while self._answered:
            connection = self._answered.popleft()
            self._answering -= 1
            self._after_answer(connection)

    def _after_answer(self, connection: Connection) -> None:
        """Send the rest of the answer, then wait for the next request or close the connection."""
        if connection.has_unsent:
            self._wait(connection, selectors.EVENT_WRITE, STALLED)
        elif self._stop_at or not connection.begin_next_request():
            self._leave(connection)
        else:
            self._wait(connection, selectors.EVENT_READ, KEPT_OPEN)
            if connection.arrived:  # behind the last one, which the phone did not wait for
                self._read_on(connection)

    def _send(self, connection: Connection) -> None:
        """Send more of an answer; who reads something has the whole time again."""
        connection.send_some()
        connection.deadline = time.monotonic() + STALLED
        if not connection.has_unsent:
            self._stop_waiting(connection)
            self._after_answer(connection)

    def _leave(self, connection: Connection) -> None:
        """Close a connection after its last answer.

        If the phone is still sending, a close would make its system throw the answer away. So it is
        told that nothing more will come, and has a moment to read.
        """
        try:
            connection.send_some()
            if not connection.has_more:
                connection.sock.close()
                return
            connection.sock.shutdown(socket.SHUT_WR)
        except OSError:
            connection.sock.close()
            return
        connection.drop_unsent()
        connection.is_leaving = True
        self._wait(connection, selectors.EVENT_READ, LEAVING)

    def _discard(self, connection: Connection) -> None:
        if not connection.discard() or connection.discarded > DISCARDED:
            self._close(connection)
