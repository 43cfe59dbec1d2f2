"""A run of the tests that is ended leaves nothing behind: no server, no PostgreSQL, no browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.server import wait_until

ROOT = Path(__file__).parent.parent
ENDLESS = "COMPANION_ENDLESS"
PYTEST = (
    sys.executable,
    "-m",
    "pytest",
    "-q",
    "-p",
    "no:cacheprovider",
    "-n",
    "1",
    "tests/browser/endless.py",
)


def begun(here: Path) -> Iterator[tuple[int, str]]:
    """Yield the id and the program of each process of the test run with the folder `here`."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{ENDLESS}={here}".encode() in (process / "environ").read_bytes().split(b"\0"):
                yield int(process.name), (process / "comm").read_text().strip()


def test_ending_a_test_run_leaves_no_process(tmp_path: Path):
    there = tmp_path / "there"
    with (tmp_path / "log").open("w+") as log:
        environment = os.environ | {ENDLESS: str(there)}
        run = subprocess.Popen(
            PYTEST, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        wait_until(lambda: there.exists() or run.poll() is not None, "the test run does not begin")
        assert run.poll() is None, f"{log.seek(0)} {log.read()}"
        programs = {program for _, program in begun(there)}
        assert {"postgres", "chromium-headle", "Xvfb"} <= programs
        os.killpg(run.pid, signal.SIGTERM)
        run.wait(60)
    wait_until(lambda: not [*begun(there)], "a program of the test run goes on")
