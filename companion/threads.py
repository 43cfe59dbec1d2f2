"""The worker that answers with threads, where gevent is not installed: nothing of it was compiled.

An open stream keeps a thread for itself. So there is an end to the streams, far enough from the number of threads that
taps and pages always find one: a phone that finds no place asks every few seconds instead, and tries again later.
"""

from __future__ import annotations

import socket
import time
from threading import Lock
from typing import Any

from gunicorn.http.errors import NoMoreData, ParseException
from gunicorn.workers import gthread
from gunicorn.workers.gthread import TConn, ThreadWorker

THREADS = 128
STREAMS = 96
STALLED = 30.0  # seconds a phone may read nothing while there is something for it, before its connection is given up
ARRIVED = 30.0  # seconds in which a request must have arrived whole
BRIEFLY = 0.1  # seconds a thread waits for the first word on a new connection; browsers open some for later


class PhoneSocket(socket.socket):
    """Waits for a phone until a moment, where gunicorn would wait for ever."""

    until = 0.0

    def setblocking(self, flag: bool) -> None:  # noqa: FBT001  # as socket has it
        """Set a timeout where gunicorn asks for none."""
        self.settimeout(STALLED if flag else 0.0)

    def recv(self, size: int, flags: int = 0) -> bytes:
        """What comes next, nothing once the time is up: as if the phone had gone."""
        self.settimeout(max(0.01, self.until - time.monotonic()))
        try:
            return super().recv(size, flags)
        except TimeoutError:
            return b""
        finally:
            self.settimeout(STALLED)


class WholeReader:
    """Reads the body of a request; one that is not complete in time raises NoMoreData."""

    def __init__(self, reader: Any, until: float) -> None:
        self.reader, self.until = reader, until

    def read(self, size: int) -> bytes:
        """What comes next of it."""
        try:
            data = bytes(self.reader.read(size))
        except ParseException as error:
            raise NoMoreData() from error
        if time.monotonic() > self.until:
            raise NoMoreData()
        return data


class PooledWorker(ThreadWorker):
    """Knows how many requests it is answering, and gives up a phone that has stopped sending or reading."""

    answering = 0
    counting = Lock()

    def handle(self, conn: TConn) -> Any:
        """Answers what comes next on a connection."""
        phone = conn.sock if isinstance(conn.sock, PhoneSocket) else PhoneSocket(fileno=conn.sock.detach())
        conn.sock, phone.until = phone, time.monotonic() + ARRIVED
        if not conn.initialized and not conn.wait_for_data(BRIEFLY):
            return gthread._DEFER  # type: ignore[attr-defined]  # as gunicorn says: back to those that are waited for
        return super().handle(conn)

    def handle_request(self, req: Any, conn: TConn) -> bool:
        """Answers a request; the connection of a phone that reads nothing is closed: no stream is held for it."""
        self._count(1)
        req.body.reader = WholeReader(req.body.reader, time.monotonic() + ARRIVED)
        try:
            return bool(super().handle_request(req, conn))
        except TimeoutError:
            raise StopIteration from None  # as gunicorn says that the connection is to be closed
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        with self.counting:
            self.answering += more
