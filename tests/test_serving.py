"""The real server listens at the right address, prints it, stops, and starts again."""

from __future__ import annotations

import os
import re
import resource
import signal
import socket
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from errno import EADDRINUSE
from http.client import HTTPConnection, HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest

from companion import __version__, cli, config, serving
from tests.forks import Run
from tests.server import FROM_SHELL, Server, free_port, wait_until

READY = "Ctrl-C stops the server"
PATCHED = "from companion import cli, serving; from companion.server import gateway; "
USUAL = (
    PATCHED + "import sys; del sys.argv[-2:]; serving.USUAL_PORT = {}; raise SystemExit(cli.main())"
)  # as if --port was not given
# This server waits up to ten minutes for requests and streams before it stops.
PATIENT = PATCHED + (
    "gateway.FINISH_TIMEOUT = gateway.STOP_TIMEOUT = 600; raise SystemExit(cli.main())"
)
HURRIED = PATCHED + "serving.WORKER_TIMEOUT = 2; raise SystemExit(cli.main())"


class Phone:
    def __init__(self, server: Server, link: str) -> None:
        self.server = server
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        with self.opener.open(Request(link, b"", {"Sec-Fetch-Site": "same-origin"})) as page:
            self.table = page.url

    def page(self) -> str:
        with self.opener.open(self.table) as page:
            return str(page.read().decode())

    def version(self) -> str:
        found = re.search(r'name="seen" value="(\d+)"', self.page())
        assert found
        return found[1]

    def score(self) -> str:
        found = re.search(r'data-score="([^"]*)"', self.page())
        assert found
        return found[1]

    def tap(self, tap: str, key: str) -> int:
        body = urlencode({"tap": tap, "seen": self.version(), "key": key}).encode()
        request = Request(f"{self.table}/taps", body, {"Sec-Fetch-Site": "same-origin"})
        try:
            with self.opener.open(request) as answer:
                return int(answer.status)
        except HTTPError as refused:
            return refused.code


def children(server: Server) -> set[int]:
    found = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    return set(map(int, found.split()))


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_the_server_prints_its_address(tmp_path, host):
    server = Server(tmp_path)
    server.program = FROM_SHELL
    server.launch("--host", host)
    try:
        wait_until(lambda: READY in server.log(), "the server printed nothing")
        (url,) = re.findall(r"open at (http://\S+/)", server.log())
        with build_opener().open(url) as page:
            assert page.status == 200
        code = "█▀▀|▄▄▄"
        assert re.search(code, server.log()) or "No network yet" in server.log()
        assert f"Truc Companion {__version__} has started." in server.log()
    finally:
        server.kill()


def test_the_server_prints_no_qr_code_if_only_this_machine_can_reach_it(server):
    wait_until(lambda: READY in server.log(), "the server printed nothing")
    assert f"open at {server.url}/, for this machine only." in server.log()
    assert "Scan" not in server.log()


def test_the_server_takes_its_port_from_the_environment_variable_port(tmp_path, monkeypatch):
    monkeypatch.setenv("PORT", "9123")
    assert cli.parser().parse_args(["serve"]).port == 9123
    monkeypatch.setenv("PORT", "many")
    with pytest.raises(SystemExit, match="2"):
        cli.parser().parse_args(["serve"])


@pytest.mark.parametrize(("chosen", "proxies"), [(False, ""), (False, "1"), (True, "")])
def test_a_server_without_a_chosen_port_takes_the_next_port_if_the_usual_one_is_used(
    server, tmp_path, *, chosen, proxies
):
    second = Server(tmp_path, port=server.port)
    second.code = "" if chosen else USUAL.format(server.port)
    second.environment["COMPANION_PROXIES"] = proxies
    second.launch()
    if chosen or proxies:
        assert second.process.wait(timeout=60) == 2
        assert f"companion serve: port {server.port} is in use by another program" in second.log()
        return
    wait_until(lambda: READY in second.log(), "the server printed nothing")
    assert second.stop() == 0
    assert f"Port {server.port} is in use, so the server uses port" in second.log()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_if_all_usual_ports_are_used_the_system_chooses_a_port(monkeypatch, host):
    monkeypatch.setattr(serving, "PORT_TRIES", 1)
    begin = free_port()
    really = socket.create_server

    def create_server(address: tuple[str, int], **options: Any) -> socket.socket:
        if address[1]:
            raise OSError(EADDRINUSE, "used")
        return really(address, **options)

    monkeypatch.setattr(socket, "create_server", create_server)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    with serving.listen(host, begin, settled=False) as found:
        assert found.getsockname()[1] not in range(begin, begin + 20)
        assert found.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * serving.SEND_BUFFER


@pytest.mark.parametrize(("allowed", "asked"), [(65_536, 65_536), (61_440, 10_240), (256, None)])
def test_a_system_that_allows_fewer_files_than_its_limit_says_does_not_stop_the_server(
    monkeypatch, allowed, asked
):
    """macOS says that there is no limit, but refuses more files than the kernel allows."""
    chosen = []

    def setrlimit(_: int, limits: tuple[int, int]) -> None:
        if not 0 <= limits[0] <= allowed:
            raise ValueError("current limit exceeds maximum limit")
        chosen.append(limits)

    unlimited = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, unlimited))
    monkeypatch.setattr(resource, "setrlimit", setrlimit)
    serving.allow_many_files()
    assert chosen == ([(asked, unlimited)] if asked else [])


@pytest.fixture
def hurried(tmp_path: Path) -> Iterator[Server]:
    yield from changed(tmp_path, HURRIED)


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Server]:
    yield from changed(tmp_path, PATIENT)


def changed(folder: Path, program: str) -> Iterator[Server]:
    server = Server(folder)
    server.code = program
    server.start()
    yield server
    server.kill()


def test_a_suspended_server_loses_no_tap(hurried):
    host = Phone(hurried, hurried.open_table()["host"])
    assert host.tap("truc@1", "one") == 200
    os.killpg(hurried.process.pid, signal.SIGSTOP)
    time.sleep(2.5)
    os.killpg(hurried.process.pid, signal.SIGCONT)

    def is_recorded() -> bool:
        with suppress(OSError, HTTPException):
            return host.tap("yes@2", "two") == 200
        return False

    wait_until(is_recorded, "the tap is not recorded")
    assert host.version() == "2"


def test_a_hanging_worker_is_replaced(hurried):
    host = Phone(hurried, hurried.open_table()["host"])
    (hanging,) = children(hurried)
    os.kill(hanging, signal.SIGSTOP)
    wait_until(lambda: bool(children(hurried) - {hanging}), "the hanging worker was not replaced")
    assert host.tap("truc@1", "one") == 200


def test_the_secret_of_the_server_can_be_read_only_by_its_owner(server):
    secret = server.folder / "secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert len(secret.read_text()) == 64


def test_two_servers_that_first_start_at_the_same_time_use_the_same_secret(tmp_path):
    config._make_secret(tmp_path / "secret")
    first = config.secret(tmp_path)
    config._make_secret(tmp_path / "secret")
    assert config.secret(tmp_path) == first


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe"])
def test_a_secret_that_anyone_could_guess_is_refused(tmp_path, content):
    (tmp_path / "secret").write_bytes(content)
    with pytest.raises(ValueError, match="does not contain a key: delete it"):
        config.secret(tmp_path)


def test_the_server_stops_at_once_with_streams_open(patient):
    """SIGTERM ends open streams and silent connections. The exit status is 0. No tap is lost."""
    host = Phone(patient, patient.open_table()["host"])
    with host.opener.open(f"{host.table}/stream") as stream, patient.connection() as silent:
        assert host.tap("hand@1", "one") == 200
        assert patient.stop() == 0
        assert stream.read().endswith(b"\n")
        assert silent.recv(1) == b""
    patient.start()
    assert host.score() == "0-1"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stopping_all_processes_at_once_logs_nothing(mortal, number):
    host = Phone(mortal, mortal.open_table()["host"])
    wait_until(lambda: READY in mortal.log(), "the server did not start")
    before = mortal.log()
    with host.opener.open(f"{host.table}/stream"):
        os.killpg(mortal.process.pid, number)
        assert mortal.process.wait(timeout=60) == 0
    assert mortal.log() == before


def test_a_server_under_a_path_prints_the_path_and_shows_pages_only_below_it(tmp_path):
    server = Server(tmp_path)
    server.program = FROM_SHELL
    server.environment |= {"SCRIPT_NAME": "/truc", "COMPANION_PROXIES": "1"}
    server.start()
    try:
        wait_until(lambda: READY in server.log(), "the server printed nothing")
        assert f"open at {server.url}/truc/, for the proxy in front of it." in server.log()
        statuses = {}
        for path in ("/healthz", "/truc/healthz", "/truc/", "/", "/nowhere"):
            with closing(HTTPConnection("127.0.0.1", server.port)) as line:
                line.request("GET", path)
                statuses[path] = line.getresponse().status
        assert statuses == {
            "/healthz": 200,
            "/truc/healthz": 200,
            "/truc/": 200,
            "/": 404,
            "/nowhere": 404,
        }
    finally:
        server.kill()


def test_a_server_that_fails_to_start_exits_and_logs_the_reason(tmp_path):
    server = Server(tmp_path)
    broken = (
        "from companion import cli, tables; tables.listen_to_other_processes = lambda app: 1 / 0; "
        "raise SystemExit(cli.main())"
    )
    server.code = broken
    server.launch()
    assert server.process.wait(timeout=60) not in (0, None)
    assert "ZeroDivisionError" in server.log()


def test_a_server_notices_that_its_database_file_was_replaced(mortal):
    database = mortal.folder / "companion.sqlite3"
    backup = mortal.folder / "backup"
    host = Phone(mortal, mortal.open_table()["host"])
    assert host.tap("truc@1", "one") == 200
    assert Run(["backup", str(backup)], mortal.environment).done().returncode == 0
    assert [host.tap("yes@2", "two"), host.tap("hand@1", "three")] == [200, 200]
    backup.replace(database)
    wait_until(lambda: host.version() == "1", "the old file is still shown")
    assert host.tap("no@2", "four") == 200
    assert host.score() == "0-1"
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT text FROM tap ORDER BY seq").fetchall() == [
            ("truc@1",),
            ("no@2",),
        ]
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert "Traceback" not in mortal.log()


def test_a_dead_worker_is_replaced(mortal):
    host = Phone(mortal, mortal.open_table()["host"])
    assert host.tap("hand@1", "one") == 200
    before = children(mortal)
    for worker in before:
        os.kill(worker, signal.SIGKILL)
    wait_until(lambda: bool(children(mortal) - before), "the dead worker was not replaced")
    assert host.score() == "0-1"


def test_many_connections_may_wait_to_be_accepted(mortal):
    wait_until(lambda: READY in mortal.log(), "the server did not start")
    time.sleep(2)
    (worker,) = children(mortal)
    os.kill(worker, signal.SIGSTOP)
    with ExitStack() as stack:
        for _ in range(500):
            stack.enter_context(socket.create_connection(("127.0.0.1", mortal.port), timeout=2))
        os.kill(worker, signal.SIGCONT)
        assert Phone(mortal, mortal.open_table()["host"]).version() == "0"


def test_a_worker_ends_if_the_master_process_is_killed(mortal):
    wait_until(lambda: READY in mortal.log(), "the server did not start")
    os.kill(mortal.process.pid, signal.SIGKILL)
    mortal.process.wait()
    mortal.launch()
    wait_until(lambda: mortal.log().count(READY) == 2, "the server did not start again")
    assert "is in use" not in mortal.log()


@pytest.mark.parametrize("host", ["999.1.2.3", "192.0.2.77"])
def test_the_server_refuses_an_address_that_this_machine_does_not_have(tmp_path, host):
    words = ["serve", "--host", host, "--port", str(free_port())]
    done = Run(words, Server(tmp_path).environment).done()
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("companion serve: cannot listen")
