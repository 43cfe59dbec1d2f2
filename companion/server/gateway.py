"""Pass requests to threads, and send their answers. When the server stops, end streams first.

`Gateway` is the ASGI application that gunicorn's worker calls. It is needed because a call of Flask
may wait, while the worker's loop must never wait. It also sets two limits: for how long a phone may
read nothing of its answer, and how many requests may be arriving at the same time.

This module relies on the following behaviour of gunicorn's ASGI worker:

* It calls `Gateway` once for the start and stop of the worker ("lifespan"), and then once for each
  request, in a task of its own.
* `receive()` returns the next piece of the body. After the end of the body, it waits until the
  phone disconnects.
* Three seconds after a phone has disconnected, the worker cancels its task.
* If a task raises CancelledError before it has answered, the worker closes the connection without
  an answer.
* On SIGTERM the worker would wait until idle connections are closed. On SIGQUIT it ends at once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from companion.server.request import Environ, HttpRequest, Message, Receive, Scope
from companion.server.streams import EventStream, Feed, PieceThreads, is_event_stream

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

THREADS = 128  # threads that answer requests; some of them may wait for a database
MOST_LARGE_BODIES = THREADS // 3  # requests with a large body that are answered at the same time
MOST_ARRIVING = 1000  # requests whose small body is arriving; if there are more, the oldest ends
PIECE_SIZE = 64 * 1024  # bytes of a long answer that are sent at a time
SEND_TIMEOUT = 30.0  # seconds a phone may read nothing while there is something for it
FINISH_TIMEOUT = 3.0  # seconds in which requests are finished after the signal to stop
STOP_TIMEOUT = 8  # seconds after which gunicorn kills a worker that has not stopped
LOG_INTERVAL = 60.0  # seconds between two log lines that no connection can be accepted

Send = Callable[[Message], Awaitable[None]]
Ts = TypeVarTuple("Ts")
T = TypeVar("T")


class WsgiAnswer:
    """The application's answer to one request.

    * `first`: the first piece of its body, b"" if the answer is a stream.
    * `rest`: the pieces after the first, None if there are none or the answer is a stream.
    * `stream`: the body if it is a stream, otherwise None.
    """

    def __init__(self) -> None:
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.first = b""
        self.rest: Iterator[bytes] | None = None
        self.stream: EventStream | None = None
        self.is_closed = False
        self._body: Iterable[bytes] = ()

    def begin(self, app: WSGIApplication, environ: Environ) -> None:
        """Call the application and store the first piece of its answer. This runs in a thread."""
        self._body = app(environ, self._start)
        if is_event_stream(self._body):
            self.stream = self._body
            return
        pieces = iter(self._body)
        self.first = take_piece(pieces)
        if len(self.first) >= PIECE_SIZE:
            self.rest = pieces
        else:
            self.close()

    def _start(
        self, status: str, headers: list[tuple[str, str]], _: object = None
    ) -> Callable[[bytes], object]:
        """Store status and headers. The application calls this as the `start_response` of WSGI."""
        self.status = int(status[:3])
        self.headers = [(n.encode("latin-1"), text.encode("latin-1")) for n, text in headers]
        return _refuse_to_write

    def close(self) -> None:
        """Tell the application that its answer has been sent, or that it cannot be sent."""
        self.is_closed = True
        close = getattr(self._body, "close", None)
        if close is not None:
            close()


class Gateway:
    """The ASGI application that gunicorn serves."""

    def __init__(self, app: WSGIApplication, end_streams: Callable[[], None]) -> None:
        self._app = app
        self._end_streams = end_streams
        self._threads = ThreadPoolExecutor(THREADS, "request")
        self._piece_threads = PieceThreads()
        self._large_bodies = 0
        self._answering = 0
        self._arriving: dict[asyncio.Task[Any] | None, None] = {}  # the oldest first
        self._stopping: asyncio.Task[None] | None = None
        self._logged_at = -LOG_INTERVAL
        self._log = logging.getLogger("gunicorn.error")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or handle the start and stop of the worker (ASGI "lifespan").

        A websocket is refused.
        """
        if scope["type"] == "lifespan":
            await self._accompany_worker(receive, send)
        elif scope["type"] == "http":
            await self._serve(HttpRequest(scope, receive), send)
        else:
            await send({"type": "websocket.close"})

    async def _accompany_worker(self, receive: Receive, send: Send) -> None:
        """Tell gunicorn when the application is ready, and when it has stopped.

        At the start, register handlers for SIGTERM and for errors that the loop reports.
        """
        await receive()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._log_fault)
        loop.add_signal_handler(signal.SIGTERM, self._begin_to_stop)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def _log_fault(self, loop: asyncio.AbstractEventLoop, fault: dict[str, Any]) -> None:
        """Log an error that the loop reports.

        While the process can open no more files, asyncio reports a hundred errors a second. Only
        one of these a minute is logged.
        """
        if "accept" not in fault["message"]:
            loop.default_exception_handler(fault)
        elif time.monotonic() - self._logged_at >= LOG_INTERVAL:
            self._logged_at = time.monotonic()
            error = fault.get("exception")
            self._log.error("No more connections can be accepted: %s", error)

    def _begin_to_stop(self) -> None:
        if self._stopping is None:
            self._stopping = asyncio.get_running_loop().create_task(self._stop())

    async def _stop(self) -> None:
        """End the streams, wait until all requests are answered, and then stop gunicorn at once.

        The wait ends after FINISH_TIMEOUT seconds, even if some requests are not answered. Without
        this function, gunicorn would wait until phones close their idle connections.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + FINISH_TIMEOUT
        self._end_streams()
        while self._answering and loop.time() < end:
            await asyncio.sleep(0.02)
        os.kill(os.getpid(), signal.SIGQUIT)

    async def _serve(self, request: HttpRequest, send: Send) -> None:
        if not await self._arrives(request) or self._stopping is not None:
            raise asyncio.CancelledError  # gunicorn then closes the connection without an answer
        self._answering += 1
        try:
            await self._serve_arrived(request, send)
        finally:
            self._answering -= 1
        await request.finish()

    async def _arrives(self, request: HttpRequest) -> bool:
        """Wait until the body, or the first SMALL_BODY bytes of it, have arrived.

        Return False if they do not arrive in time. Return True at once if the headers announce a
        large body. Bodies that are still arriving take memory, so their number is limited. If there
        are too many, the request that began first gets no answer.
        """
        if not request.has_body:
            return await request.read_beginning()
        task = asyncio.current_task()
        self._arriving[task] = None
        if len(self._arriving) > MOST_ARRIVING:
            oldest = next(iter(self._arriving))
            del self._arriving[oldest]
            if oldest is not None:
                oldest.cancel()
        try:
            return await request.read_beginning()
        finally:
            self._arriving.pop(task, None)

    async def _serve_arrived(self, request: HttpRequest, send: Send) -> None:
        if not request.is_large:
            await self._answer(request, send)
        elif self._large_bodies >= MOST_LARGE_BODIES:
            await _refuse(send)
        else:
            self._large_bodies += 1
            try:
                await self._answer(request, send)
            finally:
                self._large_bodies -= 1

    async def _answer(self, request: HttpRequest, send: Send) -> None:
        """Call the application in a thread, and send its answer."""
        answer = WsgiAnswer()
        try:
            await in_thread(self._threads, answer.begin, self._app, request.environ())
            if not request.is_whole:
                answer.headers.append((b"connection", b"close"))  # gunicorn will close it
            await send(
                {
                    "type": "http.response.start",
                    "status": answer.status,
                    "headers": answer.headers,
                }
            )
            if answer.stream is not None:
                await self._send_stream(answer.stream, request, send)
            elif answer.rest is None:
                await _send_piece(send, answer.first, more=False)
            else:
                await self._send_pieces(answer.first, answer.rest, send)
        finally:
            if not answer.is_closed:
                await in_thread(self._threads, answer.close)

    async def _send_pieces(self, first: bytes, rest: Iterator[bytes], send: Send) -> None:
        """Send a long answer. Each piece is made after the previous piece has been sent."""
        piece = first
        while piece:
            await _send_piece(send, piece, more=True)
            piece = await in_thread(self._threads, take_piece, rest)
        await _send_piece(send, b"", more=False)

    async def _send_stream(self, stream: EventStream, request: HttpRequest, send: Send) -> None:
        """Send the pieces of a stream.

        A piece is made when the stream has something to send, and after `EventStream.patience`
        seconds without a piece.
        """
        feed = Feed(stream, self._piece_threads)
        gone = asyncio.ensure_future(request.wait_until_gone())
        gone.add_done_callback(lambda _: feed.stop())
        stream.call_at_change(feed.wake)
        try:
            while not gone.done() and not stream.has_ended:
                piece = await feed.next_piece()
                if piece:
                    await _send_piece(send, piece, more=True)
                del piece  # a waiting stream keeps no text in memory
            await _send_piece(send, b"", more=False)
        finally:
            gone.cancel()


async def in_thread(threads: Executor, work: Callable[[*Ts], T], *args: *Ts) -> T:
    """Run `work` in a thread and return its result.

    If the phone disconnects, the task is cancelled. Then CancelledError is raised only after `work`
    has ended, because the caller closes what `work` uses.
    """
    doing = asyncio.get_running_loop().run_in_executor(threads, work, *args)
    try:
        return await asyncio.shield(doing)
    except asyncio.CancelledError:
        await asyncio.wait([doing])
        raise


async def _send_piece(send: Send, piece: bytes, *, more: bool) -> None:
    """Send a piece of an answer. `more` says whether another piece follows.

    If the phone does not read the piece within SEND_TIMEOUT seconds, close the connection.
    """
    try:
        async with asyncio.timeout(SEND_TIMEOUT):
            await send({"type": "http.response.body", "body": piece, "more_body": more})
    except TimeoutError:
        raise asyncio.CancelledError from None  # gunicorn then closes the connection


def _refuse_to_write(_: bytes) -> None:
    """Raise RuntimeError: applications must not write their answer with this function of WSGI."""
    raise RuntimeError("this server takes the body as an iterable only")


def take_piece(pieces: Iterator[bytes]) -> bytes:
    """Return the next bytes of an answer: at least PIECE_SIZE bytes, fewer only at its end."""
    taken = bytearray()
    for piece in pieces:
        taken += piece
        if len(taken) >= PIECE_SIZE:
            break
    return bytes(taken)


async def _refuse(send: Send) -> None:
    text = b"The server is busy with other large requests. Try again in a minute.\n"
    headers = [
        (b"content-type", b"text/plain"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await _send_piece(send, text, more=False)
