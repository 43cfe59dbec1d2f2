"""Phones that behave badly do not disturb other phones."""

from __future__ import annotations

import re
import socket
import sqlite3
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from itertools import product
from pathlib import Path

import pytest

from tests.bench.tap import Phone, phones
from tests.phones import Phone as Insisting
from tests.server import Server, wait_until

HASTY = (
    "from companion import cli, serving; from companion.server import gateway; "
    "gateway.SEND_TIMEOUT = 2; "
    "serving.SEND_TIMEOUT = serving.KEEPALIVE = 2; "
    "raise SystemExit(cli.main())"
)
FEW_FILES = (
    "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)); "
    "from companion import cli; "
    "from companion.web import templates; templates.compiling = lambda app: (); "
    "raise SystemExit(cli.main())"
)
TAPS = ("truc@1", "undo") * 100
FORM = b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = FORM + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.code = HASTY
    server.start()
    yield server
    server.kill()


@pytest.fixture
def connected(hasty: Server) -> Iterator[list[Phone]]:
    there = [*phones(hasty)]
    yield there
    for phone in there:
        phone.line.close()


def worker_memory(server: Server) -> int:
    pid = (
        Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        .read_text()
        .split()[0]
    )
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) * 1024


def deaf(server: Server, phone: Phone) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(
        f"GET {phone.table}/stream HTTP/1.1\r\nHost: x\r\nCookie: {phone.cookie}\r\n\r\n".encode()
    )
    return line


def rest(line: socket.socket) -> int:
    line.settimeout(60)
    total = 0
    with suppress(ConnectionError):
        while piece := line.recv(65536):
            total += len(piece)
    return total


def test_a_phone_that_stops_reading_is_dropped_and_delays_nobody(hasty, connected):
    host, hearing, *_ = connected
    threading.Thread(target=hearing.listen, daemon=True).start()
    assert hearing.listening.wait(60)
    lines = [deaf(hasty, host) for _ in range(10)]
    host.ask("GET", host.table)
    before = worker_memory(hasty)
    took = []
    for text in TAPS:
        begun = time.perf_counter()
        assert host.tap(text) == 200
        took.append(time.perf_counter() - begun)
    time.sleep(3)
    assert worker_memory(hasty) - before < 30 * 1024 * 1024
    assert statistics.median(took) < 1
    assert len(hearing.heard) > len(TAPS) / 2
    for line in lines:
        with closing(line):
            assert rest(line) < 400_000  # a phone that reads gets some two megabytes
    assert "Traceback" not in hasty.log()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-A: b\r\n" * 200 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"b" * 20_000 + b"\r\n\r\n", 431),
        (b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n", 413),
        (b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", 400),
        (b"POST /tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: magic\r\n\r\n", 501),
        (b"G\x00T /j/abcdefghijklmnopqrstuv HTTP/1.1\r\n\r\n", 400),
        (b"GET /j/abcdefghijklmnopqrstuv HTTP/9.9\r\nHost: x\r\n\r\n", 400),
        (CHUNKED + b"-5\r\nabcde\r\n", 400),
        (CHUNKED + b"many\r\n", 400),
        (CHUNKED + b"\r\n", 400),
        (CHUNKED + b"5\r\nabcdefgh\r\n0\r\n\r\n", 400),
    ],
)
def test_oversized_and_malformed_requests_are_refused_and_not_logged(server, sent, status):
    wait_until(lambda: "Ctrl-C" in server.log(), "the server did not start")
    before = server.log()
    with server.connection() as line:
        line.settimeout(60)
        line.sendall(sent)
        assert line.recv(12) in (b"HTTP/1.1 %d" % status, b"HTTP/1.0 %d" % status)
    assert server.log() == before


@pytest.mark.parametrize(("more", "status"), [(0, 303), (1, 413)])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_over_the_limit_is_refused_instead_of_being_cut(server, more, status, *, chunked):
    body = b"variant=catalan&x=".ljust(64 * 1024 + more, b"x")
    length = FORM + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as line:
        pieces = FORM + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        pieces += b"%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n"
        line.sendall(pieces if chunked else length)
        answer = line.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 %d" % status)
    assert (b"That text is too long." in answer) == bool(more)


@pytest.fixture
def poor(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.code = FEW_FILES
    server.start()
    yield server
    server.kill()


def test_phones_play_on_if_the_server_has_no_file_descriptors_left(poor, request):
    host = next(iter(phones(poor)))
    request.addfinalizer(host.line.close)
    for text in (*TAPS[:4], "truc@1"):
        host.ask("GET", host.table)
        assert host.tap(text) == 200
    wait_until(lambda: "Ctrl-C" in poor.log(), "the server did not start")
    before = poor.log()
    with ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(poor.connection())
        wait_until(lambda: poor.log() != before, "the server logs nothing")
        for text in ("undo", *TAPS[:4]):
            host.ask("GET", host.table)
            assert host.tap(text) == 200
        time.sleep(1)
    said = poor.log().removeprefix(before)
    assert said.count("\n") == 1
    assert "No more connections can be accepted" in said
    with poor.connection() as line:
        line.settimeout(60)
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 200"


def test_a_program_that_locks_the_database_does_not_block_readers(mortal):
    played = [Insisting(mortal, mortal.open_table()["host"]) for _ in range(8)]
    reader = Insisting(mortal, mortal.open_table()["host"])
    answered = []

    def tap(phone: Insisting, key: str) -> None:
        answered.append(phone.insist("truc@1", 0, key))

    database = mortal.folder / "companion.sqlite3"
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writers = []
        for key, phone in product("abcde", played):
            writers.append(threading.Thread(target=tap, args=(phone, key)))
            writers[-1].start()
        time.sleep(0.5)  # until all writers have sent their taps
        for _ in range(20):
            assert reader.ask("GET", f"{reader.table}/log")[0] == 200
            assert reader.ask("GET", "/")[0] == 200
        assert answered == []
    for writer in writers:
        writer.join(60)
    assert sorted(answered) == [200] * 8 + [409] * 32
