"""The server answers in well-formed HTTP, and no request delays other phones."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event, Semaphore
from typing import Any

import pytest
from flask import Flask, Response, abort
from werkzeug.exceptions import default_exceptions

from companion import serving, tables
from companion.server import gateway, request, streams
from companion.tables import db

FORK = multiprocessing.get_context("fork")
LARGE = b"x" * 3_000_000
BEHIND = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
POST = b"Host: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"


@dataclass
class Site:
    asked: Semaphore = field(default_factory=lambda: FORK.Semaphore(0))
    closed: Semaphore = field(default_factory=lambda: FORK.Semaphore(0))
    going_on: Event = field(default_factory=FORK.Event)

    def __call__(self, environ: dict[str, Any], start: Callable[..., object]) -> Any:
        path = environ["PATH_INFO"]
        if path.startswith("/pieces"):
            start("200 OK", [("Content-Type", "text/plain")])
            return Pieces(self, fails=path.endswith("fail"))
        try:
            body = self.answer(path, environ)
            status = "200 OK"
        except OSError:
            body = b"too slow\n"
            status = "400 Bad Request"
        start(status, [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
        return [body]

    def answer(self, path: str, environ: dict[str, Any]) -> bytes:
        """Return the body of the answer. Raise OSError if the request's body does not arrive."""
        if path == "/large":
            return LARGE
        if path == "/fail":
            raise ValueError("a mistake of ours")
        if path == "/environ":
            told = {name: text for name, text in environ.items() if isinstance(text, str)}
            return json.dumps(told).encode()
        if path == "/read":
            self.asked.release()
            return b"%d" % len(environ["wsgi.input"].read())
        if path == "/slow":
            self.asked.release()
            assert self.going_on.wait(60)
        elif path == "/gone":
            self.wait_until_gone(environ)
        return b"ok\n"

    def wait_until_gone(self, environ: dict[str, Any]) -> None:
        """Wait until the phone has hung up, and then release the semaphore `closed`."""
        assert not environ["companion.has_gone"]()
        self.asked.release()
        end = time.monotonic() + 60
        while not environ["companion.has_gone"]():
            assert time.monotonic() < end
            time.sleep(0.01)
        self.closed.release()


@dataclass
class Pieces:
    """The body of an answer: a gigabyte, in pieces that are made while they are sent.

    `fails`: whether to raise an exception after three pieces.
    """

    site: Site
    fails: bool

    def __iter__(self) -> Iterator[bytes]:
        for _ in range(3 if self.fails else 10_000):
            yield b"x" * 100_000
        raise ValueError("a mistake of ours")

    def close(self) -> None:
        self.site.closed.release()


class Small(serving.Server):
    def print_address(self, _: object) -> None:
        """Print nothing."""

    def start_background_work(self, _: object) -> None:
        """Do nothing: this server has no background work."""

    def end_streams(self) -> None:
        """Do nothing: this server has no streams."""


@contextmanager
def running(kind: type[serving.Server], application: Any) -> Iterator[tuple[str, int]]:
    listener = serving.listen("127.0.0.1", 0, settled=True)
    address = listener.getsockname()

    def serve() -> None:
        serving.allow_many_files()
        kind(application, listener.detach(), *address).run()

    process = FORK.Process(target=serve)
    process.start()
    listener.close()
    try:
        assert is_served(address)
        yield address
    finally:
        process.terminate()
        process.join(60)
        assert process.exitcode == 0


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def address(site: Site) -> Iterator[tuple[str, int]]:
    with running(Small, site) as found:
        yield found
        site.going_on.set()


def heard(address: tuple[str, int], sent: bytes) -> bytes:
    with socket.create_connection(address, timeout=60) as line:
        line.sendall(sent)
        return rest_of(line)


def rest_of(line: socket.socket) -> bytes:
    pieces = []
    with suppress(ConnectionError):
        while piece := line.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


def is_served(address: tuple[str, int]) -> bool:
    return heard(address, BEHIND).endswith(b"ok\n")


# Framing


@dataclass(frozen=True)
class Answer:
    status: int
    names: list[str]
    body: bytes
    rest: bytes


def read(data: bytes, method: str) -> Answer:
    head, _, rest = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    pairs = [line.split(": ", 1) for line in lines]
    names = [name.lower() for name, _ in pairs]
    values = {name.lower(): value for name, value in pairs}
    status = int(first.split()[1])
    length = 0 if method == "HEAD" or status in (204, 304) else int(values["content-length"])
    return Answer(status, names, rest[:length], rest[length:])


@pytest.fixture
def page(app: Flask, match: tables.Match) -> Iterator[Callable[..., Answer]]:
    """Yield a function that sends a request on a real connection and returns the answer.

    A second request is sent together with the first. It must be answered if the connection stays
    open after the first answer.
    """
    app.config["TESTING"] = app.config["PROPAGATE_EXCEPTIONS"] = False

    @app.get("/refuse/<int:status>")
    def refuse(status: int) -> Response:
        abort(status)

    @app.get("/fail")
    def fail() -> Response:
        raise ValueError("a mistake of ours")

    with app.app_context():
        db.engine.dispose()  # a process must not inherit an open connection
    with running(serving.Server, app) as address:

        def ask(method: str, path: str, headers: str = "", body: bytes = b"") -> Answer:
            length = f"Content-Length: {len(body)}\r\n" if body else ""
            head = f"{method} {path} HTTP/1.1\r\n{length}{headers}".encode()
            answer = read(heard(address, head + POST + b"\r\n" + body + BEHIND), method)
            once = [name for name in answer.names if name != "set-cookie"]
            assert sorted(once) == sorted(set(once))
            if "connection" not in answer.names:  # the header would say that the connection ends
                assert read(answer.rest, "GET").body == b"ok\n"
            return answer

        yield ask


REFUSALS = sorted(status for status in default_exceptions if status >= 400)


def test_every_error_answer_has_each_header_once_and_the_right_content_length(page):
    for status in REFUSALS:
        answer = page("GET", f"/refuse/{status}")
        assert answer.status == status
        assert b"</html>" in answer.body[-20:], status
        assert page("GET", f"/refuse/{status}", "HX-Request: true\r\n").status == status
        assert page("HEAD", f"/refuse/{status}").status == status


@pytest.mark.parametrize(
    ("method", "path", "headers", "body", "status"),
    [
        ("GET", "/", "", b"", 200),
        ("HEAD", "/", "", b"", 200),
        ("OPTIONS", "/", "", b"", 200),
        ("GET", "/", "Accept-Encoding: gzip\r\n", b"", 200),
        ("GET", "/fail", "", b"", 500),
        ("GET", "/nowhere", "", b"", 404),
        ("GET", "/tables", "", b"", 405),
        ("HEAD", "/tables", "", b"", 405),
        ("POST", "/nowhere", "", b"x=y", 404),
        ("POST", "/tables", "Sec-Fetch-Site: cross-site\r\n", b"variant=catalan", 403),
        ("POST", "/tables", "", b"variant=catalan", 303),
        ("POST", "/tables", "", b"x" * 70_000, 413),
        ("POST", "/resume", "", b"match=nonsense", 422),
    ],
)
def test_every_answer_has_each_header_once_and_the_right_content_length(
    page, method, path, headers, body, status
):
    assert page(method, path, headers, body).status == status


def test_answers_with_204_or_304_have_no_body(page, app, match, phone):
    anna = phone(0)
    cookies = "; ".join(f"{c.key}={c.value}" for c in anna.client._cookies.values())
    stamp = re.search(r'name="seen" value="(\d+)"', anna.page())[1]
    answer = page("GET", f"{anna.home}/panel?seen={stamp}", f"Cookie: {cookies}\r\n")
    assert (answer.status, answer.body) == (204, b"")
    file = re.search(r'="(/static/[^"]+)"', anna.page())[1]
    with anna.client.get(file) as whole:
        tag = whole.headers["ETag"]
    answer = page("GET", file, f"If-None-Match: {tag}\r\n")
    assert (answer.status, answer.body) == (304, b"")


def test_an_exception_of_the_application_is_answered_with_500(address):
    said = heard(address, b"GET /fail HTTP/1.1\r\nHost: x\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 500 Internal Server Error\r\n")
    assert is_served(address)


def test_an_exception_in_the_middle_of_an_answer_closes_the_connection(site, address):
    said = heard(address, b"GET /pieces/fail HTTP/1.1\r\nHost: x\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 200 OK\r\n")
    assert not said.endswith(b"0\r\n\r\n")
    assert site.closed.acquire(timeout=60)


# Requests


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET //evil.example/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
        (b"GET http://x/there?a=b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
        (b"GET / HTTP/1.0\r\n\r\n", 200),
        (b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", 200),
        (b"GET nowhere HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\nHost: x\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    ],
)
def test_unusual_requests_are_answered_and_malformed_requests_are_refused(address, sent, status):
    with socket.create_connection(address, timeout=60) as line:
        line.sendall(sent)
        assert line.recv(100).split()[1] == b"%d" % status


def environ_of(address: tuple[str, int], start: bytes, more: bytes = b"") -> dict[str, str]:
    said = heard(address, start + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + more)
    return dict(json.loads(said.partition(b"\r\n\r\n")[2]))


def test_the_application_gets_headers_under_their_wsgi_names(address):
    """A header with `_` in its name is left out: X_A would get the same WSGI name as X-A."""
    lines = b"Cookie: a=1\r\nCookie: b=2\r\nX-A: 1\r\nX-A: 2\r\nX_Forwarded_For: 1.2.3.4\r\n"
    asked = environ_of(address, b"GET /envir%6Fn?c=%20d", lines + b"\r\n")
    assert (asked["HTTP_COOKIE"], asked["HTTP_X_A"]) == ("a=1; b=2", "1,2")
    assert "HTTP_X_FORWARDED_FOR" not in asked
    assert (asked["PATH_INFO"], asked["QUERY_STRING"]) == ("/environ", "c=%20d")
    assert asked["SCRIPT_NAME"] == ""
    assert asked["REMOTE_ADDR"] == "127.0.0.1"


def test_an_absolute_url_in_a_request_is_reduced_to_its_path(address):
    asked = environ_of(address, b"GET http://x/environ?a=b", b"\r\n")
    assert (asked["PATH_INFO"], asked["QUERY_STRING"]) == ("/environ", "a=b")


def test_the_application_gets_the_length_of_a_chunked_body(address):
    chunks = b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"
    asked = environ_of(address, b"POST /environ", chunks)
    assert asked["CONTENT_LENGTH"] == "7"
    assert "HTTP_TRANSFER_ENCODING" not in asked


def test_a_websocket_request_is_refused(address):
    lines = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    said = heard(address, b"GET / HTTP/1.1\r\nHost: x\r\n" + lines + key)
    assert said.startswith(b"HTTP/1.1 403 ")
    assert is_served(address)


@pytest.mark.parametrize("size", [7, 200_000])
def test_a_request_with_the_header_expect_100_continue_gets_the_status_100(address, size):
    with socket.create_connection(address, timeout=60) as line:
        line.sendall(
            b"POST /read HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"
            % size
        )
        assert line.recv(100).startswith(b"HTTP/1.1 100 ")
        line.sendall(b"x" * size + BEHIND)
        assert b"\r\n\r\n%d" % size in rest_of(line)


def test_the_application_can_read_the_whole_of_a_large_body(address):
    head = (
        b"POST /read HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
        % len(LARGE)
    )
    assert heard(address, head + LARGE).endswith(b"\r\n\r\n%d" % len(LARGE))


# Attacks


@pytest.mark.parametrize(
    "framing", [b"Content-Length: 3000000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n"]
)
def test_the_server_reads_little_of_a_large_body_that_the_application_does_not_read(
    address, framing
):
    piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    sent = 0
    with socket.create_connection(address, timeout=60) as line:
        line.sendall(b"POST /nowhere HTTP/1.1\r\nHost: x\r\n" + framing)
        with suppress(ConnectionError):
            while sent < 100_000_000:
                line.sendall(piece)
                sent += len(piece)
        answer = rest_of(line)
    assert sent < 20_000_000  # most of these bytes are still in the buffers of the system
    assert answer == b"" or b"connection: close" in answer


def test_a_body_in_tiny_chunks_is_refused_before_it_costs_much(address):
    for path, size in ((b"/read", 60_000), (b"/read", 200_000)):
        head = b"POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" % path
        first = b"%x\r\n%b\r\n" % (size, b"x" * size)
        said = heard(address, head + first + b"1\r\nx\r\n" * 20_000)
        assert said[:13] in (b"", b"HTTP/1.1 400 ")


def test_a_phone_receives_its_answer_while_it_still_sends_its_request(address):
    with socket.create_connection(address, timeout=60) as line:
        line.sendall(
            b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000000\r\n\r\n"
            + b"x" * 100_000
        )
        assert b"ok\n" in rest_of(line)


def test_incomplete_requests_hold_no_thread(address):
    halves = (
        b"POST /t/x/taps HTTP/1.1\r\nHost: x\r\nContent-Le",
        b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\nabc",
        b"POST /read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\nabc",
        b"",
    )
    with ExitStack() as stack:
        for number in range(5 * gateway.THREADS):
            line = stack.enter_context(socket.create_connection(address))
            line.sendall(halves[number % len(halves)])
        assert is_served(address)


def test_two_thousand_endless_request_heads_delay_nobody(address):
    serving.allow_many_files()
    with ExitStack() as stack:
        for _ in range(2000):
            line = stack.enter_context(socket.create_connection(address))
            line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nCookie: " + b"x" * 4000)
        for _ in range(10):
            assert is_served(address)


def test_the_oldest_of_too_many_incomplete_bodies_is_dropped(site, monkeypatch):
    monkeypatch.setattr(gateway, "MOST_ARRIVING", 2)
    half = b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc"
    with running(Small, site) as address, ExitStack() as stack:
        lines = []
        for _ in range(4):
            lines.append(stack.enter_context(socket.create_connection(address, timeout=60)))
            lines[-1].sendall(half)
            assert is_served(address)  # the server has received this body before the next
        assert [line.recv(1) for line in lines[:2]] == [b"", b""]
        for line in lines[2:]:
            line.sendall(b"def" + BEHIND)
            assert rest_of(line).endswith(b"ok\n")


def test_large_incomplete_bodies_hold_few_threads(site, monkeypatch):
    """At most MOST_LARGE_BODIES bodies hold a thread; the next request is answered with 503."""
    monkeypatch.setattr(gateway, "MOST_LARGE_BODIES", 2)
    half = b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\nabc"
    with running(Small, site) as address, ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(socket.create_connection(address)).sendall(half)
        assert site.asked.acquire(timeout=60)
        assert site.asked.acquire(timeout=60)
        assert heard(address, half).startswith(b"HTTP/1.1 503 ")
        assert is_served(address)


@pytest.mark.parametrize(("size", "said"), [(500_000, b"HTTP/1.1 400 "), (500, b"")])
def test_a_body_that_takes_too_long_to_arrive_is_dropped(site, monkeypatch, size, said):
    monkeypatch.setattr(request, "BODY_TIMEOUT", 0.2)
    with running(Small, site) as address:
        head = b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\nabc" % size
        assert heard(address, head)[:13] == said


@pytest.mark.parametrize("framing", [b"Content-Length: 500", b"Transfer-Encoding: chunked"])
def test_a_connection_is_closed_without_an_answer_if_the_body_arrives_too_slowly(
    site, monkeypatch, framing
):
    monkeypatch.setattr(request, "BODY_TIMEOUT", 0.2)
    with running(Small, site) as address, socket.create_connection(address, timeout=60) as line:
        line.sendall(b"POST /read HTTP/1.1\r\nHost: x\r\n%b\r\n\r\n100\r\n" % framing)
        line.settimeout(0.02)
        end = time.monotonic() + 60
        heard = None
        with suppress(ConnectionError):
            while heard is None and time.monotonic() < end:
                line.sendall(b"x")
                with suppress(TimeoutError):
                    heard = line.recv(100)
        assert not heard
        assert time.monotonic() < end


def test_a_slow_body_that_arrives_in_time_is_read(address):
    with socket.create_connection(address, timeout=60) as line:
        line.sendall(b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
        for byte in b"abcde":
            time.sleep(0.05)
            line.sendall(bytes((byte,)))
        line.sendall(BEHIND)
        assert b"\r\n\r\n5" in rest_of(line)


def test_phones_that_read_nothing_hold_no_thread(address):
    with ExitStack() as stack:
        for _ in range(20):
            line = stack.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(address)
            line.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        assert is_served(address)
        assert is_served(address)


def test_a_slow_reader_gets_the_whole_answer(address):
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(address)
        line.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert rest_of(line).endswith(LARGE)


def test_an_answer_is_closed_if_the_phone_disconnects_before_the_end(site, address, capfd):
    with socket.create_connection(address, timeout=60) as line:
        line.sendall(b"GET /pieces HTTP/1.1\r\nHost: x\r\n\r\n")
        assert line.recv(1000)
    assert site.closed.acquire(timeout=60)
    assert is_served(address)
    assert capfd.readouterr().err == ""


def test_the_thread_that_answers_a_phone_learns_if_the_phone_hangs_up(site, address):
    with socket.create_connection(address, timeout=60) as line:
        line.sendall(b"POST /gone HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        assert site.asked.acquire(timeout=60)
    assert site.closed.acquire(timeout=60)


# Streams


@dataclass
class Events:
    """A stream that stands for the stream of a table.

    * `group`: a name of the table. The stream sends this text again and again.
    * `slow`: if given, the stream sends nothing before this event is set.
    * `broken`: if given, the stream raises this exception instead of sending.
    """

    group: str
    slow: threading.Event | None = None
    broken: type[Exception] | None = None
    patience: float = 60
    has_ended: bool = False

    def next_piece(self) -> bytes:
        if self.slow is not None:
            assert self.slow.wait(60)
        if self.broken is not None:
            raise self.broken
        return self.group.encode()

    def call_at_change(self, wake: Callable[[], None]) -> None:
        """Do nothing: this table never changes."""

    def close(self) -> None:
        """Do nothing: the stream holds nothing open."""


def test_one_thread_makes_the_next_pieces_of_all_streams_of_a_table(monkeypatch):
    asked: list[Any] = []

    async def listen() -> None:
        threads = streams.PieceThreads()
        monkeypatch.setattr(threads._threads, "submit", lambda *work: asked.append(work))
        feeds = [streams.Feed(Events(table), threads) for table in ("a", "a", "b")]
        pieces = asyncio.gather(*(feed.next_piece() for feed in feeds))
        await asyncio.sleep(0)
        assert len(asked) == 2
        for work, group in asked:
            work(group)
        assert await pieces == [b"a", b"a", b"b"]

    asyncio.run(listen())


@pytest.mark.parametrize("broken", [ValueError, StopIteration])
def test_an_exception_in_one_stream_does_not_affect_another_stream_of_the_table(broken):
    async def listen() -> None:
        threads = streams.PieceThreads()
        bodies = [Events("table", broken=broken), Events("table")]
        feeds = [streams.Feed(body, threads) for body in bodies]
        for feed in feeds:
            feed.make_piece()
        streams._hand_over(feeds)  # a future of asyncio takes no StopIteration
        assert await feeds[1]._made == b"table"

    asyncio.run(listen())


def test_a_slow_stream_delays_no_other_table():
    going_on = threading.Event()

    async def listen() -> None:
        threads = streams.PieceThreads()
        slow = asyncio.ensure_future(streams.Feed(Events("a", going_on), threads).next_piece())
        other = streams.Feed(Events("b"), threads)
        assert await other.next_piece() == b"b"
        other.wake()
        assert await other.next_piece() == b"b"
        assert not slow.done()
        going_on.set()
        assert await slow == b"a"

    asyncio.run(listen())


def test_a_stream_that_waits_ends_at_once_if_its_phone_hangs_up():
    async def listen() -> None:
        feed = streams.Feed(Events("table"), streams.PieceThreads())
        assert await feed.next_piece()
        waiting = asyncio.ensure_future(feed.next_piece())
        await asyncio.sleep(0)
        feed.stop()
        assert await waiting == b""

    asyncio.run(listen())


# Stopping


def test_a_request_that_is_being_answered_is_finished_when_the_server_stops(site):
    with ExitStack() as stack:
        served = stack.enter_context(ExitStack())
        address = served.enter_context(running(Small, site))
        line = stack.enter_context(socket.create_connection(address, timeout=60))
        line.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        assert site.asked.acquire(timeout=60)
        threading.Timer(0.2, site.going_on.set).start()
        served.close()
        assert rest_of(line).endswith(b"ok\n")


def test_a_silent_connection_does_not_delay_the_stop_of_the_server(site, monkeypatch):
    monkeypatch.setattr(gateway, "FINISH_TIMEOUT", 600.0)  # `running` waits only 60 s
    with ExitStack() as stack:
        served = stack.enter_context(ExitStack())
        address = served.enter_context(running(Small, site))
        line = stack.enter_context(socket.create_connection(address, timeout=60))
        assert is_served(address)
        served.close()
        assert rest_of(line) == b""
