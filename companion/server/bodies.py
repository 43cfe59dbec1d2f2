"""The body of a request that is too large to be read before a thread answers it."""

from __future__ import annotations

import io
import time

import h11

from companion.server.connection import PIECE, Connection

ARRIVED = 30.0  # seconds a large body may take in any case, and for each so many bytes
SLOWEST = 50_000  # bytes a second more
BREATH = 256 * 1024  # bytes after which others are answered


class LargeBody(io.RawIOBase):
    """Reads a body from its connection, as far as the application asks for it.

    Raises TimeoutError, as if the phone had gone, once the body takes too long. Under gevent a
    phone that sends fast would never let anybody else be answered, so there is a pause now and
    then.
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection = connection
        self._rest = bytes(connection.body)
        self._count = 0
        self._end = time.monotonic() + ARRIVED

    def readable(self) -> bool:
        """Return True: this is a file to read from."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read into the buffer what comes next; 0 bytes at the end of the body."""
        if not self._rest:
            self._rest = self._next_piece()
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size

    def _next_piece(self) -> bytes:
        """Return the next piece, b"" at the end.

        Raises OSError for everything that keeps it from coming.
        """
        while True:
            try:
                event = self._connection.next_event()
            except h11.RemoteProtocolError as error:
                raise OSError(str(error)) from error
            if isinstance(event, h11.Data):
                return bytes(event.data)
            if event is not h11.NEED_DATA:
                return b""
            self._receive()

    def _receive(self) -> None:
        connection = self._connection
        if connection.waits_for_continue:
            connection.tell_to_continue()
        allowed = self._end + self._count / SLOWEST - time.monotonic()
        if allowed <= 0:
            raise TimeoutError("the body takes too long")
        connection.sock.settimeout(allowed)
        try:
            data = connection.sock.recv(PIECE)
        finally:
            connection.sock.settimeout(0)
        connection.take_in(data)
        before = self._count // BREATH
        self._count += len(data)
        if self._count // BREATH > before:
            time.sleep(0.001)
