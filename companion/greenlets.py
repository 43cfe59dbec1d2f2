"""The worker that answers with gevent: thousands of open streams in one process. Patch gevent before importing."""

from __future__ import annotations

import time
from typing import Any

import gevent
from gunicorn.http.errors import NoMoreData, ParseException
from gunicorn.workers.ggevent import GeventWorker

STALLED = 30  # seconds a phone may read nothing while there is something for it, before its connection is given up
ARRIVED = 30  # seconds in which the body of a request must have arrived whole


class DeadlineReader:
    """Reads the body of a request for ARRIVED seconds at most: one sent byte by byte would never time out."""

    def __init__(self, reader: Any) -> None:
        self.reader, self.end = reader, time.monotonic() + ARRIVED

    def read(self, size: int) -> bytes:
        """What comes next of it; once the time is up, or where it is no HTTP any more, as if the phone had gone."""
        with gevent.Timeout(max(0, self.end - time.monotonic()), NoMoreData()):
            try:
                return bytes(self.reader.read(size))
            except ParseException as error:
                raise NoMoreData() from error


class GreenletWorker(GeventWorker):
    """Knows how many requests it is answering, and gives up a phone that has stopped reading."""

    answering = 0

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        """Answers a request; the connection of a phone that reads nothing is closed: no stream is held for it."""
        self.answering += 1
        sock.settimeout(STALLED)
        req.body.reader = DeadlineReader(req.body.reader)
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            raise StopIteration from None  # as gunicorn says that the connection is to be closed
        finally:
            sock.settimeout(None)
            self.answering -= 1
