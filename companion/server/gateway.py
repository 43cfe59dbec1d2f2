"""One request as WSGI (PEP 3333) describes it, and its answer."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from email.utils import formatdate
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import h11

from companion.server.bodies import LargeBody
from companion.server.connection import Connection

STALLED = 30.0  # seconds a phone may read nothing of a stream before it is given up
TO_CLOSE = ("Connection", "close")

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_log = logging.getLogger("companion.server")


def environ_of(connection: Connection, server: tuple[str, int]) -> Environ:
    """Return what WSGI calls the environment of a request. ValueError if its address is none."""
    head = connection.request
    path, query = split_target(head.target)
    body: io.BufferedIOBase = io.BytesIO(connection.body)
    if not connection.is_whole:
        body = io.BufferedReader(LargeBody(connection))
    return headers_of(connection, head) | {
        "REQUEST_METHOD": head.method.decode("ascii"),
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query,
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{head.http_version.decode('ascii')}",
        "REMOTE_ADDR": connection.address[0] if connection.address else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "companion.has_gone": lambda: connection.has_gone,
    }


def split_target(target: bytes) -> tuple[bytes, str]:
    """Return path and query of what a request asks for.

    ValueError if it is neither a path nor a whole address.
    """
    if not target.startswith(b"/"):
        parts = urlsplit(target)
        if parts.scheme not in (b"http", b"https"):
            raise ValueError("no address")
        target = (parts.path or b"/") + (b"?" + parts.query if parts.query else b"")
    path, _, query = target.partition(b"?")
    return path, query.decode("latin-1")


def headers_of(connection: Connection, head: h11.Request) -> Environ:
    """Return the headers by the names WSGI gives them.

    One with `_` in its name is left out: it could not be told from one with `-`, which a proxy may
    have set. A body that came in chunks and is whole has a length like any other.
    """
    found: Environ = {}
    for name, value in head.headers:
        if b"_" in name:
            continue
        key = f"HTTP_{name.decode('ascii').upper().replace('-', '_')}"
        text = value.decode("latin-1")
        between = "; " if key == "HTTP_COOKIE" else ","
        found[key] = f"{found[key]}{between}{text}" if key in found else text
    for key in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if (given := found.pop(f"HTTP_{key}", None)) is not None:
            found[key] = given
    if connection.is_whole and found.pop("HTTP_TRANSFER_ENCODING", None):
        found["CONTENT_LENGTH"] = str(len(connection.body))
    return found


class PhoneGone(Exception):
    """Raised when a phone has hung up, or reads nothing of a stream for too long."""


class Reply:
    """The answer to one request, written into its connection.

    An answer that names its length is put together and sent at the end, as much of it as the phone
    takes; the loop sends the rest. One that does not is a stream: each piece is sent at once, and
    waits for the phone.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._response: h11.Response | None = None
        self._is_begun = False
        self._is_stream = False

    def begin(self, status: str, headers: Headers, error: Any = None) -> Callable[[bytes], None]:
        """Note status and headers: WSGI's `start_response`."""
        if error and self._is_begun:
            raise error[1].with_traceback(error[2])
        names = {name.lower() for name, _ in headers}
        own = [] if "date" in names else [("Date", formatdate(usegmt=True))]
        if self._connection.http.their_state is h11.SEND_BODY:
            own.append(TO_CLOSE)  # nobody is going to read the rest of the body
        number, _, reason = status.partition(" ")
        self._response = h11.Response(
            status_code=int(number), reason=reason.encode("latin-1"), headers=[*headers, *own]
        )
        self._is_stream = "content-length" not in names and int(number) not in (204, 304)
        return self.write

    def write(self, piece: bytes) -> None:
        """Write a piece of the body; a stream's is sent at once."""
        self._begin()
        if piece:
            self._connection.add(h11.Data(data=piece))
        if self._is_stream:
            with phone_may_go():
                self._connection.send_all(STALLED)

    def end(self) -> None:
        """Say that this was all, and send what the phone takes now."""
        self._begin()
        self._connection.add(h11.EndOfMessage())
        with phone_may_go():
            self._connection.send_some()

    def fail(self) -> None:
        """Answer that there is a fault, if nothing has been sent yet."""
        if self._is_begun:
            self._connection.give_up()
        else:
            self._connection.answer_plainly(500, "Something went wrong on the server.")

    def _begin(self) -> None:
        if not self._is_begun:
            if self._response is None:
                raise RuntimeError("the application sends before it has begun its answer")
            self._is_begun = True
            self._connection.add(self._response)


def answer(application: Application, connection: Connection, server: tuple[str, int]) -> None:
    """Have the application answer the request of a connection.

    What goes wrong is logged; nothing is raised.
    """
    try:
        environ = environ_of(connection, server)
    except ValueError:
        connection.answer_plainly(400, "This address is none.")
        return
    reply = Reply(connection)
    try:
        pieces = application(environ, reply.begin)
        try:
            for piece in pieces:
                reply.write(piece)
            reply.end()
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
    except PhoneGone:
        connection.give_up()
    except Exception:
        _log.exception("A request could not be answered")
        reply.fail()


@contextmanager
def phone_may_go() -> Iterator[None]:
    """Raise PhoneGone for whatever the system says about a connection that is written to."""
    try:
        yield
    except OSError as error:
        raise PhoneGone from error
