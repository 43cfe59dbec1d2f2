"""The files and commands of HOSTING.md do what the document says."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion import cli
from tests.hosting import ROOT, block, blocks
from tests.nginx import Nginx
from tests.phones import Phone
from tests.pooler import find
from tests.server import Server, free_port, port_is_open, wait_until

PAGE = "companion/HOSTING.md"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.environment["COMPANION_PROXIES"] = "1"
    server.start()
    yield server
    server.kill()


@pytest.fixture
def nginx(behind: Server, tmp_path: Path) -> Iterator[Callable[..., Nginx]]:
    with ExitStack() as stack:

        def start(**how: Any) -> Nginx:
            made = Nginx(tmp_path / "nginx", behind.port, **how)
            made.start()
            stack.callback(made.stop)
            return made

        yield start


def test_a_phone_behind_nginx_can_join_tap_and_receive_its_tap_over_a_stream(nginx, behind):
    front = nginx()
    links = behind.open_table()
    ours = FORM | {"Origin": f"https://127.0.0.1:{front.port}"}
    with closing(front.line()) as line, closing(front.line()) as listening:
        status, headers = asked(line, links["join"].partition(str(behind.port))[2], "seat=1", ours)
        cookies = headers.get_all("Set-Cookie")
        table = headers["Location"]
        assert (status, all("Secure" in cookie for cookie in cookies)) == (303, True)
        phone = {"Cookie": "; ".join(cookie.partition(";")[0] for cookie in cookies)}
        listening.request("GET", f"{table}/stream", headers=phone)
        stream = listening.getresponse()
        assert asked(line, f"{table}/taps", "tap=truc@1&seen=0&key=one", ours | phone)[0] == 303
        while not (said := stream.readline()).startswith(b"id: 1."):
            assert said
    with closing(HTTPConnection("127.0.0.1", front.plain)) as plain:
        plain.request("GET", "/privacy")
        assert plain.getresponse().headers["Location"] == "https://127.0.0.1/privacy"


def test_a_phone_behind_nginx_gets_no_more_guesses_by_forging_x_forwarded_for(nginx):
    with closing(nginx().line()) as line:
        found = []
        for n in range(12):
            line.request("GET", "/c?code=00000000", headers={"X-Forwarded-For": f"203.0.{n}.1"})
            with line.getresponse() as answer:
                answer.read()
                found.append(answer.status)
    assert found == [404] * 10 + [429] * 2


def test_nginx_sends_all_phones_of_a_table_to_one_process(tmp_path, database):
    with ExitStack() as stack:
        servers = [Server(folder(tmp_path, name), database=database) for name in ("one", "two")]
        for server in servers:
            server.start()
            stack.callback(server.kill)
        off = "proxy_buffering off;"
        said = {off: f"{off} add_header X-Process $upstream_addr always;"}
        front = Nginx(tmp_path / "nginx", servers[0].port, others=[servers[1].port], changes=said)
        front.start()
        stack.callback(front.stop)
        reached = set()
        for _ in range(12):
            links = servers[0].open_table()
            paths = [urlsplit(links[name]).path for name in ("host", "join", "watch", "code")]
            ways = {process(front, path) for path in paths}
            assert len(ways) == 1
            reached |= ways
        assert len(reached) == 2


def folder(parent: Path, name: str) -> Path:
    made = parent / name
    made.mkdir()
    return made


def process(front: Nginx, path: str) -> str:
    with closing(front.line()) as line:
        line.request("GET", path if path.startswith("/") else f"/t/{path}")
        return str(line.getresponse().headers["X-Process"])


def asked(
    line: HTTPConnection, path: str, body: str, headers: dict[str, str]
) -> tuple[int, HTTPMessage]:
    line.request("POST", path, body, headers)
    with line.getresponse() as answer:
        answer.read()
        return answer.status, answer.headers


def test_nginx_serves_pages_over_http_2(nginx):
    front = nginx()
    ask = (
        "curl",
        "--silent",
        "--insecure",
        "--output",
        "/dev/null",
        "--write-out",
        "%{http_version} %{http_code}",
    )
    page = f"https://127.0.0.1:{front.port}/privacy"
    assert subprocess.check_output((*ask, "--http2", page), text=True) == "2 200"
    assert subprocess.check_output((*ask, "--http1.1", page), text=True) == "1.1 200"
    assert front.written() == "" or "warn" not in front.written()


@pytest.fixture
def caddy(behind: Server, tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """Start a Caddy with our Caddyfile, without https. Yield its port and its output file."""
    port = free_port()
    said = tmp_path / "caddy.log"
    names = {"TRUC_NAME": f"http://127.0.0.1:{port}", "TRUC_SERVER": f"127.0.0.1:{behind.port}"}
    environment = os.environ | names | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    command = (
        find("caddy"),
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        str(ROOT / "companion/hosting/Caddyfile"),
    )
    with (
        said.open("w") as log,
        subprocess.Popen(command, env=environment, stdout=log, stderr=log) as process,
    ):
        wait_until(lambda: port_is_open(port) or process.poll() is not None, "Caddy did not start")
        yield port, said
        process.terminate()


def test_a_phone_behind_caddy_receives_taps_at_once_and_no_secret_is_logged(caddy, behind):
    port, said = caddy
    links = behind.open_table()
    front = Server.__new__(Server)
    front.port = port
    phone = Phone(front, links["join"], 1).listen()
    wait_until(lambda: phone.version == 0, "the stream sends nothing")
    assert phone.tap("truc@1", 0, "one") == 200
    wait_until(lambda: phone.version == 1, "Caddy holds an event back")
    behind.kill()
    assert phone.ask("GET", "/j/nobody-there")[0] == 502
    assert "nobody-there" not in said.read_text()


@pytest.mark.parametrize("quiet", [True, False])
def test_nginx_logs_no_secret_at_the_documented_level_of_its_error_log(nginx, behind, *, quiet):
    """The documented level of the error log is needed: at the usual level tokens are logged.

    The log has the documented level if `quiet` is true, otherwise the usual level `error`.
    """
    front = nginx(connections=20, changes={} if quiet else {" emerg;": " error;"})
    refused(front, "POST", "/h/too-much", "x" * 2_000_000)
    crowd(front, behind, "/j/crowded")
    behind.kill()
    refused(front, "GET", "/j/nobody-there")
    refused(front, "POST", "/t/SECRET/taps", "tap=truc@1")
    refused(front, "GET", "/", referrer="https://truc.example/w/came-from-there")
    found = set(re.findall("too-much|crowded|nobody-there|SECRET|came-from-there", front.written()))
    assert found == (
        set() if quiet else {"too-much", "crowded", "nobody-there", "SECRET", "came-from-there"}
    )
    assert " 502 " in (front.folder / "truc.log").read_text()


def crowd(front: Nginx, behind: Server, path: str) -> None:
    """Suspend the server, and open more connections than nginx is allowed to have."""
    os.killpg(behind.process.pid, signal.SIGSTOP)
    with ExitStack() as stack:
        stack.callback(os.killpg, behind.process.pid, signal.SIGCONT)
        for _ in range(16):
            with suppress(OSError):
                stack.enter_context(closing(front.line(timeout=5))).request("GET", path)
        wait_until(
            lambda: " 500 " in (front.folder / "truc.log").read_text(),
            "nginx did not run out of connections",
        )


def refused(front: Nginx, method: str, path: str, body: str = "", *, referrer: str = "") -> None:
    with closing(front.line(timeout=5)) as line, suppress(OSError, HTTPException):
        line.request(method, path, body or None, FORM | {"Referer": referrer})
        with line.getresponse() as answer:
            assert answer.status >= 400


def settings(tmp_path: Path) -> Path:
    """Write the documented settings, with the database of this test. Return their file."""
    (make,) = re.findall("`(install -m 600 .*?)`", (ROOT / PAGE).read_text())
    file = tmp_path / "truc.env"
    subprocess.run(
        shlex.split(make.replace("-o truc ", "").replace("/etc/truc.env", str(file))), check=True
    )
    text = block(PAGE, "COMPANION_INSTANCE").replace("/var/lib/truc", str(tmp_path / "instance"))
    with file.open("a") as opened:
        opened.write(re.sub("postgresql.*/truc", f"sqlite:///{tmp_path / 'truc.sqlite3'}", text))
    return file


class Machine:
    """A machine that is set up as HOSTING.md says, with its settings and the command `truc`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = settings(folder)
        self.command = folder / "truc"
        text = (ROOT / "companion/hosting/truc").read_text()
        program = folder / "companion"
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -m companion.cli "$@"\n')
        program.chmod(0o755)
        for told, here in (
            ("/etc/truc.env", str(self.settings)),
            ("/opt/truc/bin/companion", str(program)),
        ):
            assert told in text
            text = text.replace(told, here)
        self.command.write_text(text)
        self.command.chmod(0o755)
        runuser = folder / "runuser"
        runuser.write_text('#!/bin/sh\nshift 3\nexec "$@"\n')
        runuser.chmod(0o755)
        self.environment = {"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False
        )

    def play(self) -> Path:
        """Open a table in the database of the settings, and return the database file."""
        database = self.folder / "truc.sqlite3"
        assert cli.main(["open", "--variant", "put", "--database", f"sqlite:///{database}"]) == 0
        return database


def test_the_truc_command_reads_the_settings_of_the_server(tmp_path):
    machine = Machine(tmp_path)
    database = machine.play()
    done = machine.run(str(machine.command), "backup", str(tmp_path / "a backup"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Copied 1 table from {database} into {tmp_path / 'a backup'}.\n"
    looked = machine.run(str(machine.command), "doctor")
    assert f"database {database}." in looked.stdout
    assert looked.returncode == 0, looked.stdout


def test_the_truc_command_says_if_it_may_not_read_the_settings(tmp_path):
    machine = Machine(tmp_path)
    machine.settings.unlink()
    done = machine.run(str(machine.command), "backup", str(tmp_path / "backup"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be read: run this as root, or as the user truc" in done.stderr


def test_the_nightly_backup_takes_the_password_from_its_own_file(tmp_path):
    """The line of the crontab is run as cron does: by sh, with few environment variables."""
    machine = Machine(tmp_path)
    machine.play()
    assert stat.S_IMODE(machine.settings.stat().st_mode) == 0o600
    (tmp_path / "backups").mkdir()
    minute, _, _, _, _, user, line = block(PAGE, "17 4 * * *").strip().split(" ", 6)
    assert (minute, user) == ("17", "truc")
    line = line.replace("\\%", "%").replace("/usr/local/bin/truc", str(machine.command))
    line = line.replace("/var/backups/truc", str(tmp_path / "backups"))
    done = machine.run("/bin/sh", "-c", line)
    assert (done.returncode, done.stderr) == (0, "")
    (made,) = (tmp_path / "backups").iterdir()
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    with closing(sqlite3.connect(made)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_the_service_unit_starts_a_valid_command_line(tmp_path):
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str
    unit.read_string((ROOT / "companion/hosting/truc.service").read_text())
    service = unit["Service"]
    command = shlex.split(service["ExecStart"])
    args = cli.parser().parse_args(command[1:])
    assert (args.command, args.host) == (cli.serve, "127.0.0.1")
    assert (service["EnvironmentFile"], service["UMask"]) == ("/etc/truc.env", "0077")
    assert f"server {args.host}:{args.port};" in block(PAGE, "upstream truc")


def test_only_the_documented_example_of_the_settings_contains_a_password():
    texts = [text for text in blocks(PAGE) if "password" in text]
    assert texts == [block(PAGE, "COMPANION_INSTANCE")]
    assert not [text for text in blocks("README.md") if "password" in text]
