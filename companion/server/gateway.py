"""Hands requests to threads and sends what they answer; ends streams and finishes requests before a stop."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from companion.server.request import Environ, Message, Receive, Request, Scope

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

THREADS = 128  # that answer requests; some of them may wait for a database
STREAM_THREADS = 32  # that make the events of streams: no stream ever takes a thread from a request
LARGE_BODIES = THREADS // 3  # requests with a large body that are answered at the same time
PIECE = 64 * 1024  # bytes of an answer that are sent at a time
STALLED = 30.0  # seconds a phone may read nothing while there is something for it
STOPPED = 5  # seconds after which a server that was told to stop has stopped, whatever it was doing

Send = Callable[[Message], Awaitable[None]]


@runtime_checkable
class EventStream(Protocol):
    """The body of an answer that goes on for as long as somebody listens."""

    patience: float
    """Seconds after which to ask for the next piece although there is no news."""

    has_ended: bool

    def next_piece(self) -> bytes:
        """Return what is to be sent now, b"" for nothing."""

    def call_at_news(self, wake: Callable[[], None]) -> None:
        """Have `wake` called, from any thread, whenever there is news."""

    def close(self) -> None:
        """End the stream."""


@dataclass(slots=True)
class Answer:
    """What the application answers. `rest` is what follows the first piece, None if nothing does."""

    status: int
    headers: list[tuple[bytes, bytes]]
    first: bytes
    rest: Iterator[bytes] | EventStream | None
    body: Iterable[bytes]

    def close(self) -> None:
        """Tell the application that its answer has been sent, or never will be."""
        close = getattr(self.body, "close", None)
        if close is not None:
            close()


class Gateway:
    """The ASGI application that gunicorn serves."""

    def __init__(self, app: WSGIApplication, end_streams: Callable[[], None]) -> None:
        self._app = app
        self._end_streams = end_streams
        self._threads = ThreadPoolExecutor(THREADS, "request")
        self._stream_threads = ThreadPoolExecutor(STREAM_THREADS, "stream")
        self._large_bodies = 0
        self._answering = 0
        self._stopping: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or accompany the life of the worker."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            self._answering += 1
            try:
                await self._serve(Request(scope, receive), send)
            finally:
                self._answering -= 1
        else:
            await send({"type": "websocket.close"})

    async def _live(self, receive: Receive, send: Send) -> None:
        """Take over SIGTERM once the loop runs."""
        await receive()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._begin_to_stop)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def _begin_to_stop(self) -> None:
        if self._stopping is None:
            self._stopping = asyncio.get_running_loop().create_task(self._stop())

    async def _stop(self) -> None:
        """End the streams, wait until every request is answered, then have gunicorn stop at once.

        Left alone, gunicorn would wait until phones close their idle connections.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + STOPPED - 1
        await loop.run_in_executor(None, self._end_streams)
        while self._answering and loop.time() < end:
            await asyncio.sleep(0.02)
        os.kill(os.getpid(), signal.SIGQUIT)

    async def _serve(self, request: Request, send: Send) -> None:
        if not await request.read_beginning():
            raise asyncio.CancelledError  # so gunicorn closes the connection without a word
        if not request.is_large:
            await self._answer(request, send)
        elif self._large_bodies >= LARGE_BODIES:
            await _refuse(send)
        else:
            self._large_bodies += 1
            try:
                await self._answer(request, send)
            finally:
                self._large_bodies -= 1
        await request.finish()

    async def _answer(self, request: Request, send: Send) -> None:
        """Have a thread call the application, and send what it answers."""
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._threads, self._call, request.environ())
        await send(
            {
                "type": "http.response.start",
                "status": answer.status,
                "headers": answer.headers,
            }
        )
        if answer.rest is None:
            await _send_piece(send, answer.first, more=False)
        elif isinstance(answer.rest, EventStream):
            await self._send_stream(answer.rest, request, send)
        else:
            await self._send_pieces(answer, answer.rest, send)

    def _call(self, environ: Environ) -> Answer:
        """Call the application and take the first piece of its answer; this runs in a thread."""
        started: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], object]:
            started[:] = status, headers
            return _write_nothing

        body = self._app(environ, start_response)
        status, headers = started
        encoded = [(name.encode("latin-1"), text.encode("latin-1")) for name, text in headers]
        answer = Answer(int(status[:3]), encoded, b"", None, body)
        if isinstance(body, EventStream):
            answer.rest = body
            return answer
        pieces = iter(body)
        answer.first = _take(pieces)
        if len(answer.first) >= PIECE:
            answer.rest = pieces
        else:
            answer.close()
        return answer

    async def _send_pieces(self, answer: Answer, pieces: Iterator[bytes], send: Send) -> None:
        """Send a long answer; each piece is made once the one before it was taken."""
        loop = asyncio.get_running_loop()
        piece = answer.first
        try:
            while piece:
                await _send_piece(send, piece, more=True)
                piece = await loop.run_in_executor(self._threads, _take, pieces)
            await _send_piece(send, b"", more=False)
        finally:
            await loop.run_in_executor(self._threads, answer.close)

    async def _send_stream(self, stream: EventStream, request: Request, send: Send) -> None:
        """Send the pieces of a stream, each at news or once the stream's patience is over."""
        loop = asyncio.get_running_loop()
        news = asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(news.set)

        gone = asyncio.ensure_future(request.wait_until_gone())
        gone.add_done_callback(lambda _: news.set())
        stream.call_at_news(wake)
        try:
            while not gone.done():
                news.clear()
                piece = await loop.run_in_executor(self._stream_threads, stream.next_piece)
                if piece:
                    await _send_piece(send, piece, more=True)
                del piece  # nothing is kept while waiting
                if stream.has_ended:
                    break
                with suppress(TimeoutError):
                    async with asyncio.timeout(stream.patience):
                        await news.wait()
            await _send_piece(send, b"", more=False)
        finally:
            gone.cancel()
            stream.close()


async def _send_piece(send: Send, piece: bytes, *, more: bool) -> None:
    """Send a piece; give the connection up if the phone does not take it in time."""
    try:
        async with asyncio.timeout(STALLED):
            await send({"type": "http.response.body", "body": piece, "more_body": more})
    except TimeoutError:
        raise asyncio.CancelledError from None  # so gunicorn closes the connection without a word


def _write_nothing(_: bytes) -> None:
    """Raise NotImplementedError: WSGI's old way to answer, which flask does not use."""
    raise NotImplementedError


def _take(pieces: Iterator[bytes]) -> bytes:
    """Return the next PIECE bytes or more, fewer if the answer ends."""
    taken = bytearray()
    for piece in pieces:
        taken += piece
        if len(taken) >= PIECE:
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
