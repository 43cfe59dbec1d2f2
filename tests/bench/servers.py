"""Define the servers that the benchmarks compare."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.server import COMPANION, free_port, wait_until

HERE = Path(__file__).parent
CORES = sorted(os.sched_getaffinity(0))
PR_SET_PDEATHSIG = 1  # linux/prctl.h
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@contextmanager
def on_core(number: int) -> Iterator[None]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {CORES[number % len(CORES)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Contestant:
    """A server that is measured. It runs as a process group of its own."""

    name: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()

    def command(self) -> tuple[str, ...]:
        raise NotImplementedError

    def start(self) -> float:
        """Start the server on the first core, and return the seconds until its first answer."""
        begun = time.perf_counter()
        environment = os.environ | {"COMPANION_INSTANCE": str(self.folder)}
        environment.pop("COMPANION_DATABASE_URL", None)
        with on_core(0), (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                self.command(),
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_us,  # noqa: PLW1509  # this program has one thread
            )
        wait_until(self.answers, f"no server: see {log.name}")
        return time.perf_counter() - begun

    def answers(self) -> bool:
        assert self.process.poll() is None, (self.folder / "server.log").read_text()
        with (
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), timeout=5) as line,
        ):
            line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return bool(line.recv(1))
        return False

    def settle(self) -> None:
        """Wait until the server uses hardly any processor time."""
        wait_until(self._rests, f"{self.name} never rests")

    def _rests(self) -> bool:
        before = self.burnt()
        time.sleep(0.5)
        return self.burnt() - before < 0.03

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def burnt(self) -> float:
        return sum(sum(map(int, _stat(pid)[11:13])) for pid in self.processes()) / TICKS

    def memory(self) -> float:
        return sum(int(_stat(pid)[21]) for pid in self.processes()) * PAGE / 1024

    def processes(self) -> list[int]:
        top = self.process.pid
        children = Path(f"/proc/{top}/task/{top}/children").read_text().split()
        return [top, *map(int, children)]


class Companion(Contestant):
    name = "companion"

    def command(self) -> tuple[str, ...]:
        return (*COMPANION, "serve", "--host", "127.0.0.1", "--port", str(self.port))


class Plain(Contestant):
    name = "plain"

    def command(self) -> tuple[str, ...]:
        settings = ("--threads", "8000", "--worker-connections", "20000", "--keep-alive", "75")
        where = ("--bind", f"127.0.0.1:{self.port}", "--backlog", "2048", "--no-control-socket")
        return (
            sys.executable,
            "-m",
            "gunicorn",
            *settings,
            *where,
            "tests.bench.plain_server:app()",
        )


class Raw(Contestant):
    name = "raw"

    def command(self) -> tuple[str, ...]:
        return (sys.executable, "-m", "tests.bench.raw_server", str(self.folder), str(self.port))


def die_with_us() -> None:
    """Have the system kill this child process when the program that started it ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


ALL: dict[str, type[Contestant]] = {each.name: each for each in (Companion, Raw, Plain)}


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
