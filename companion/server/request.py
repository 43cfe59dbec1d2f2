"""Read one request as it arrives, and make its WSGI environment (PEP 3333).

This is needed because Flask waits while it reads a body, and a phone may send its body slowly or
never. A small body is therefore read in gunicorn's loop before a thread is used. Every body must
arrive within a time that depends on its length.

This module relies on the following behaviour of gunicorn's ASGI worker:

* It has read and checked the request line and the headers, and passes them as `scope`. The names of
  headers are in lower case. `raw_path` is the path as the phone sent it.
* It reads the body only when `receive()` is called, so the sender of a body must wait if nobody
  reads it.
* If the body was not read to its end, it closes the connection after the answer.
"""

from __future__ import annotations

import asyncio
import io
import sys
import time
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import Future
from contextlib import suppress
from typing import Any
from urllib.parse import unquote_to_bytes

SMALL_BODY = 64 * 1024  # bytes of a body that are read before a thread answers
# A body must arrive within BODY_TIMEOUT seconds, and one second more for each SLOWEST_RATE bytes.
BODY_TIMEOUT = 30.0
SLOWEST_RATE = 50_000
# A body may have so many chunks, and one more for each kilobyte: a chunk costs as much processor
# time as a small request.
MOST_CHUNKS = 1000
# What is read of a refused body at most, so that its sender reads the answer: bytes and seconds.
DISCARD_LIMIT = 1024 * 1024
DISCARD_TIMEOUT = 2.0

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Environ = dict[str, Any]


class HttpRequest:
    """A request. gunicorn has read its headers, but not its body.

    A body of up to SMALL_BODY bytes is read before a thread answers the request. A larger body is
    read by the thread when the application asks for it. So the application can refuse a large body
    without reading it.
    """

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self._scope = scope
        self._receive = receive
        self._loop = asyncio.get_running_loop()
        self._end = time.monotonic() + BODY_TIMEOUT
        self._count = 0  # bytes that have arrived
        self._chunks = 0
        self._length = announced_length(scope)
        self._is_chunked = any(name == b"transfer-encoding" for name, _ in scope["headers"])
        self._disconnect: Future[Message] | None = None
        self.beginning = bytearray()
        self.is_whole = False

    @property
    def has_body(self) -> bool:
        """Return whether the headers announce a body."""
        return self._length > 0 or self._is_chunked

    @property
    def is_large(self) -> bool:
        """Return whether the body is larger than SMALL_BODY. Await `read_beginning` first."""
        return not self.is_whole

    async def read_beginning(self) -> bool:
        """Read up to SMALL_BODY bytes of the body. Return False if they do not arrive in time.

        If the headers announce a longer body, read nothing and return True.
        """
        if self._length > SMALL_BODY:
            return True
        while not self.is_whole and len(self.beginning) <= SMALL_BODY:
            with suppress(OSError):
                self.beginning += await self._next_piece()
                continue
            return False
        return True

    async def _next_piece(self) -> bytes:
        """Return the next piece of the body, or b"" at its end.

        Raises OSError if the piece does not arrive in time, or if the body has too many chunks.
        """
        if self.is_whole:
            return b""
        allowed = self._end + self._count / SLOWEST_RATE - time.monotonic()
        async with asyncio.timeout(max(0.0, allowed)):
            message = await self._receive()
        if message["type"] != "http.request":
            raise ConnectionError("the phone has hung up")
        self.is_whole = not message.get("more_body", False)
        piece = bytes(message.get("body", b""))
        self._count += len(piece)
        self._chunks += self._is_chunked
        if self._chunks > MOST_CHUNKS + self._count // 1000:
            raise ConnectionError("the chunks are too small")
        return piece

    def read_piece(self) -> bytes:
        """Return the next piece of the body. The thread that answers the request calls this."""
        return asyncio.run_coroutine_threadsafe(self._next_piece(), self._loop).result()

    async def wait_until_gone(self) -> None:
        """Wait until the phone disconnects. The body must have been read."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    def has_gone(self) -> bool:
        """Return whether the phone has disconnected.

        Before the body has been read, this is always False. The first call after that begins to
        watch the connection, and returns False too. Only the thread that answers the request may
        call this function.
        """
        if self.is_whole and self._disconnect is None:
            self._disconnect = asyncio.run_coroutine_threadsafe(
                _receive_from(self._receive), self._loop
            )
        return self._disconnect is not None and self._disconnect.done()

    async def finish(self) -> None:
        """Read and discard the rest of a body that the application has not read, up to a limit.

        Otherwise the connection would be closed while the phone still sends, and the phone would
        see an error instead of the answer.
        """
        if self._disconnect is not None:
            self._disconnect.cancel()
        if not self.is_whole:
            await self._discard()

    async def _discard(self) -> None:
        enough = self._count + DISCARD_LIMIT
        with suppress(OSError):
            async with asyncio.timeout(DISCARD_TIMEOUT):
                while not self.is_whole and self._count < enough:
                    await self._next_piece()

    def environ(self) -> Environ:
        """Return the WSGI environment of this request."""
        scope = self._scope
        host, port = scope.get("server") or ("", 0)
        client = scope.get("client") or ("", 0)
        body: io.BufferedIOBase = io.BytesIO(self.beginning)
        if self.is_large:
            body = io.BufferedReader(LargeBody(self))
        found = _headers(scope)
        if self.is_whole and found.pop("HTTP_TRANSFER_ENCODING", ""):
            found["CONTENT_LENGTH"] = str(len(self.beginning))
        return found | {
            "REQUEST_METHOD": scope["method"],
            "SCRIPT_NAME": "",
            "PATH_INFO": _path(scope["raw_path"]),
            "QUERY_STRING": scope["query_string"].decode("latin-1"),
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
            "REMOTE_ADDR": client[0],
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": body,
            "wsgi.input_terminated": True,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            "companion.has_gone": self.has_gone,
        }


class LargeBody(io.RawIOBase):
    """The body of a large request as a file.

    Reading raises OSError if the body does not arrive in time.
    """

    def __init__(self, request: HttpRequest) -> None:
        super().__init__()
        self._request = request
        self._rest = bytes(request.beginning)

    def readable(self) -> bool:
        """Return True, because this file can be read."""
        return True

    # The parameter is what io.BufferedReader passes.
    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read the next bytes into the buffer. Return how many, 0 at the end of the body."""
        while not self._rest and not self._request.is_whole:
            self._rest = self._request.read_piece()
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size


def _path(target: bytes) -> str:
    """Return the path of a request as WSGI needs it, with percent escapes decoded.

    `target` is the address in the request: `/path`, or `http://host/path` if a proxy has sent the
    whole URL.
    """
    if not target.startswith(b"/"):
        _, _, after_scheme = target.partition(b"://")
        target = b"/" + after_scheme.partition(b"/")[2]
    return unquote_to_bytes(target).decode("latin-1")


async def _receive_from(receive: Receive) -> Message:
    return await receive()


def announced_length(scope: Scope) -> int:
    """Return the length in bytes that a request announces for its body, 0 if it announces none."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value)
    return 0


def _headers(scope: Scope) -> Environ:
    """Return the headers by their WSGI names.

    A header with `_` in its name is left out. WSGI gives `X_Real_IP` and `X-Real-IP` the same name,
    so a phone could replace a header that only a proxy may set.
    """
    found: Environ = {}
    for name, value in scope["headers"]:
        if b"_" in name:
            continue
        key = f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}"
        text = value.decode("latin-1")
        between = "; " if key == "HTTP_COOKIE" else ","
        found[key] = f"{found[key]}{between}{text}" if key in found else text
    for key in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        given = found.pop(f"HTTP_{key}", None)
        if given is not None:
            found[key] = given
    return found
