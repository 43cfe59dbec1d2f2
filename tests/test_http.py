"""HTTP as it is on the wire: answers are framed rightly, and nothing that is sent holds up anybody else."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field

import pytest
from flask import Flask, Response, abort
from werkzeug.exceptions import default_exceptions

from companion import tables
from companion.server import bodies, worker
from companion.server.worker import Limits, Worker
from tests.server import wait_until

LARGE = b"x" * 3_000_000
BEHIND = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
POST = b"Host: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"


@dataclass
class Site:
    """A small application, and what it was asked."""

    asked: list[dict[str, object]] = field(default_factory=list)
    going_on: threading.Event = field(default_factory=threading.Event)

    def __call__(self, environ: dict[str, object], start: Callable[..., object]) -> list[bytes]:
        self.asked.append(environ)
        path = environ["PATH_INFO"]
        body = b"ok\n"
        if path == "/large":
            body = LARGE
        elif path == "/slow":
            assert self.going_on.wait(20)
        elif path == "/read":
            body = b"%d" % len(environ["wsgi.input"].read())
        elif path == "/lie":
            start("200 OK", [("Content-Length", "2"), ("Content-Length", "3")])
            return [body]
        elif path == "/fail":
            raise ValueError("a mistake of ours")
        start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
        return [body]


FEW = Limits(threads=4, connections=500)


@contextmanager
def serving(application: object, limits: Limits = FEW) -> Iterator[tuple[str, int]]:
    """An application on a port, in this process; the address."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=500)
    address = listener.getsockname()
    served = Worker(application, listener, limits)
    thread = threading.Thread(target=served.run, args=(int, int, 2))
    thread.start()
    try:
        yield address
    finally:
        served.stop()
        thread.join()


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def address(site: Site) -> Iterator[tuple[str, int]]:
    """Where it is served, by four threads."""
    with serving(site) as found:
        yield found
        site.going_on.set()


def heard(address: tuple[str, int], sent: bytes) -> bytes:
    """All that is answered until the server closes the connection."""
    with socket.create_connection(address, timeout=20) as line:
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
    """An answer as it is read by those who trust its headers: `rest` is what came behind it."""

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
    """What this application answers on a real connection, and behind it to a second request sent at the same time."""
    app.config["TESTING"] = app.config["PROPAGATE_EXCEPTIONS"] = False

    @app.get("/refuse/<int:status>")
    def refuse(status: int) -> Response:
        abort(status)

    @app.get("/fail")
    def fail() -> Response:
        raise ValueError("a mistake of ours")

    with serving(app) as address:

        def ask(method: str, path: str, headers: str = "", body: bytes = b"") -> Answer:
            length = f"Content-Length: {len(body)}\r\n" if body else ""
            head = f"{method} {path} HTTP/1.1\r\n{length}{headers}".encode()
            answer = read(heard(address, head + POST + b"\r\n" + body + BEHIND), method)
            once = [name for name in answer.names if name != "set-cookie"]
            assert sorted(once) == sorted(set(once))
            if "connection" not in answer.names:  # which says that it ends here
                assert read(answer.rest, "GET").body == b"ok\n"
            return answer

        yield ask


REFUSALS = sorted(status for status in default_exceptions if status >= 400)


@pytest.mark.parametrize("status", REFUSALS)
def test_every_refusal_has_each_header_once_and_its_own_length(page: Callable[..., Answer], status: int) -> None:
    answer = page("GET", f"/refuse/{status}")
    assert answer.status == status
    assert b"</html>" in answer.body[-20:]
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
        ("POST", "/tables", "", b"x" * 65_000, 303),
        ("POST", "/tables", "", b"x" * 70_000, 413),
        ("POST", "/resume", "", b"match=nonsense", 422),
    ],
)
def test_every_answer_has_each_header_once_and_its_own_length(
    page: Callable[..., Answer], method: str, path: str, headers: str, body: bytes, status: int
) -> None:
    assert page(method, path, headers, body).status == status


def test_answers_without_a_body_have_none(page: Callable[..., Answer], app: Flask, match: tables.Match, phone) -> None:
    anna = phone(0)
    cookies = "; ".join(f"{c.key}={c.value}" for c in anna.client._cookies.values())
    stamp = re.search(r'name="seen" value="(\d+)"', anna.page())[1]
    answer = page("GET", f"{anna.home}/panel?seen={stamp}", f"Cookie: {cookies}\r\n")
    assert (answer.status, answer.body) == (204, b"")
    file = re.search(r'="(/static/[^"]+)"', anna.page())[1]
    tag = anna.client.get(file).headers["ETag"]
    answer = page("GET", file, f"If-None-Match: {tag}\r\n")
    assert (answer.status, answer.body) == (304, b"")


def test_an_answer_that_says_two_lengths_is_never_sent(address: tuple[str, int]) -> None:
    assert heard(address, b"GET /lie HTTP/1.1\r\nHost: x\r\n\r\n").startswith(b"HTTP/1.1 500 ")


def test_a_fault_of_ours_is_answered_and_ends_the_connection(address: tuple[str, int]) -> None:
    said = heard(address, b"GET /fail HTTP/1.1\r\nHost: x\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 500 Internal Server Error\r\n")
    assert is_served(address)


# Requests


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET //evil.example/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
        (b"GET http://x/there?a=b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
        (b"GET / HTTP/1.0\r\n\r\n", 200),
        (b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", 200),
        (b"CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET nowhere HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n", 400),  # and then nothing more
    ],
)
def test_what_is_no_request_is_refused(address: tuple[str, int], sent: bytes, status: int) -> None:
    with socket.create_connection(address, timeout=20) as line:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        assert rest_of(line).startswith(b"HTTP/1.1 %d " % status)


def test_headers_come_as_wsgi_names_them(site: Site, address: tuple[str, int]) -> None:
    """One with `_` is left out: only a proxy may say what begins with X-Forwarded."""
    lines = b"Cookie: a=1\r\nCookie: b=2\r\nX-A: 1\r\nX-A: 2\r\nX_Forwarded_For: 1.2.3.4\r\n"
    heard(address, b"GET /a%20b?c=%20d HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + lines + b"\r\n")
    (asked,) = site.asked
    assert (asked["HTTP_COOKIE"], asked["HTTP_X_A"]) == ("a=1; b=2", "1,2")
    assert "HTTP_X_FORWARDED_FOR" not in asked
    assert (asked["PATH_INFO"], asked["QUERY_STRING"], asked["SCRIPT_NAME"]) == ("/a b", "c=%20d", "")
    assert asked["REMOTE_ADDR"] == "127.0.0.1"


def test_a_body_in_chunks_has_a_length_like_any_other(site: Site, address: tuple[str, int]) -> None:
    chunks = b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"
    assert heard(address, b"POST /read HTTP/1.1\r\nHost: x\r\n" + chunks).endswith(b"\r\n\r\n7")
    assert site.asked[0]["CONTENT_LENGTH"] == "7"
    assert "HTTP_TRANSFER_ENCODING" not in site.asked[0]


@pytest.mark.parametrize("size", [7, 200_000])
def test_a_phone_that_asks_before_it_sends_is_told_to_go_on(address: tuple[str, int], size: int) -> None:
    with socket.create_connection(address, timeout=20) as line:
        line.sendall(b"POST /read HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n" % size)
        assert line.recv(100).startswith(b"HTTP/1.1 100 ")
        line.sendall(b"x" * size + BEHIND)
        assert b"\r\n\r\n%d" % size in rest_of(line)


def test_a_large_body_is_read_as_far_as_the_application_asks(address: tuple[str, int]) -> None:
    head = b"POST /read HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(LARGE)
    assert heard(address, head + LARGE).endswith(b"\r\n\r\n%d" % len(LARGE))


# Attacks


@pytest.mark.parametrize("framing", [b"Content-Length: 3000000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n"])
def test_of_a_large_refused_body_little_is_read_and_the_connection_closed(
    address: tuple[str, int], framing: bytes
) -> None:
    """Gunicorn read all of it after it had answered, and let nobody else be answered meanwhile."""
    piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    sent = 0
    with socket.create_connection(address, timeout=20) as line:
        line.sendall(b"POST /nowhere HTTP/1.1\r\nHost: x\r\n" + framing)
        with suppress(ConnectionError):
            while sent < 100_000_000:
                line.sendall(piece)
                sent += len(piece)
        answer = rest_of(line)
    assert sent < 20_000_000  # most of it in the buffers of the system
    assert answer == b"" or b"Connection: close" in answer


def test_a_body_in_tiny_chunks_is_refused_before_it_costs_much(address: tuple[str, int]) -> None:
    for path, size in ((b"/read", 60_000), (b"/read", 200_000)):
        head = b"POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" % path
        first = b"%x\r\n%b\r\n" % (size, b"x" * size)
        said = heard(address, head + first + b"1\r\nx\r\n" * 20_000)
        assert said[:13] in (b"HTTP/1.1 413 ", b"HTTP/1.1 500 ")  # our pages say 400


def test_a_phone_reads_its_answer_although_it_still_sends(address: tuple[str, int]) -> None:
    with socket.create_connection(address, timeout=20) as line:
        line.sendall(b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000000\r\n\r\n" + b"x" * 100_000)
        assert b"ok\n" in rest_of(line)


def test_half_requests_hold_no_thread(address: tuple[str, int]) -> None:
    """Each kind of half: a part of the head, of a body, of chunks; many more than there are threads."""
    halves = (
        b"POST /t/x/taps HTTP/1.1\r\nHost: x\r\nContent-Le",
        b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\nabc",
        b"POST /read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\nabc",
        b"",
    )
    with ExitStack() as stack:
        for number in range(120):
            line = stack.enter_context(socket.create_connection(address))
            line.sendall(halves[number % len(halves)])
        assert is_served(address)


def test_half_bodies_that_are_large_hold_few_threads(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as LARGE_AT_ONCE; the next one is told to come again."""
    monkeypatch.setattr(worker, "LARGE_AT_ONCE", 2)
    half = b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\nabc"
    with serving(site) as address, ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(socket.create_connection(address)).sendall(half)
        wait_until(lambda: len(site.asked) == 2, "they are not asked for")
        assert heard(address, half).startswith(b"HTTP/1.1 503 ")
        assert is_served(address)


def test_a_large_body_that_takes_too_long_is_given_up(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "ARRIVED", 0.2)
    said = heard(address, b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\nabc")
    assert said.startswith(b"HTTP/1.1 500 ")  # our pages say 400


def test_phones_that_read_nothing_hold_no_thread(address: tuple[str, int]) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            line = stack.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(address)
            line.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        assert is_served(address)
        assert is_served(address)


def test_a_slow_reader_gets_all_of_it(address: tuple[str, int]) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(address)
        line.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert rest_of(line).endswith(LARGE)


def test_where_connections_run_out_the_one_that_waits_longest_makes_room(site: Site) -> None:
    with serving(site, Limits(threads=2, connections=10)) as address, ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(address, timeout=20)) for _ in range(30)]
        assert lines[0].recv(1) == b""
        assert is_served(address)
        lines[-1].sendall(BEHIND)
        assert rest_of(lines[-1]).endswith(b"ok\n")


def test_where_half_requests_take_too_much_memory_the_oldest_makes_room(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "HALF_BYTES", 100_000)
    half = b"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n" + b"x" * 30_000
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(address, timeout=20)) for _ in range(5)]
        for line in lines:
            line.sendall(half)
        assert lines[0].recv(1) == b""
        lines[-1].sendall(b"x" * 30_000 + BEHIND)
        assert rest_of(lines[-1]).endswith(b"ok\n")


# Stopping


def test_a_request_that_is_being_answered_is_finished_when_the_server_stops(site: Site) -> None:
    with ExitStack() as stack:
        served = stack.enter_context(ExitStack())
        address = served.enter_context(serving(site))
        line = stack.enter_context(socket.create_connection(address, timeout=20))
        line.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: bool(site.asked), "it is not asked for")
        threading.Timer(0.2, site.going_on.set).start()
        served.close()
        assert rest_of(line).endswith(b"ok\n")


def test_a_silent_connection_does_not_delay_the_stop(site: Site) -> None:
    with ExitStack() as stack:
        served = stack.enter_context(ExitStack())
        address = served.enter_context(serving(site))
        line = stack.enter_context(socket.create_connection(address, timeout=20))
        assert is_served(address)
        begun = time.monotonic()
        served.close()
        assert rest_of(line) == b""
        assert time.monotonic() - begun < 2
