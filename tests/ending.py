"""End every program that a run of the tests started, even if the run is killed.

These programs are servers, databases and browsers. All of them inherit an environment variable that
marks the run. A separate process waits until the run has ended, and then ends every process that
has this mark.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

MARK = "COMPANION_TEST_RUN"
PATIENCE = 2.0  # seconds in which programs may stop; PostgreSQL frees its shared memory then


def watch() -> None:
    """Mark the programs that this process starts from now on, and start the process that ends them.

    The marked programs are ended when this process ends.
    """
    os.environ[MARK] = mark = uuid4().hex
    environment = {name: value for name, value in os.environ.items() if name != MARK}
    command = (sys.executable, __file__, mark)
    heard, _open = os.pipe()  # `heard` is closed when this process ends
    as_input = [(os.POSIX_SPAWN_DUP2, heard, 0)]
    os.posix_spawn(sys.executable, command, environment, file_actions=as_input, setsid=True)
    os.close(heard)


def marked(mark: str) -> Iterator[int]:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process is gone, or of another user
            if f"{MARK}={mark}".encode() in (process / "environ").read_bytes().split(b"\0"):
                yield int(process.name)


def end(mark: str) -> None:
    for number, patience in ((signal.SIGQUIT, PATIENCE), (signal.SIGKILL, 0.0)):
        for process in marked(mark):
            with suppress(ProcessLookupError):
                os.kill(process, number)
        limit = time.monotonic() + patience
        while time.monotonic() < limit and any(marked(mark)):
            time.sleep(0.05)


if __name__ == "__main__":
    sys.stdin.buffer.read()
    end(sys.argv[1])
