"""A run of the tests that is ended leaves nothing behind: no server, no PostgreSQL, no browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

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
# What a script begins in the background takes no notice of an interrupt, nor does what that begins.
RUN = ("env", "--default-signal=INT", *PYTEST)


def begun(here: Path) -> Iterator[tuple[int, str]]:
    """The number and the program of every process of that run."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{ENDLESS}={here}".encode() in (process / "environ").read_bytes().split(b"\0"):
                yield int(process.name), (process / "comm").read_text().strip()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_ending_a_test_run_leaves_no_process(tmp_path: Path, number: signal.Signals):
    """All of the run hear it, as they do from a terminal or a build machine."""
    there = tmp_path / "there"
    with (tmp_path / "log").open("w+") as log:
        environment = os.environ | {ENDLESS: str(there)}
        run = subprocess.Popen(
            RUN, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        wait_until(lambda: there.exists() or run.poll() is not None, "it does not begin", 60)
        assert run.poll() is None, f"{log.seek(0)} {log.read()}"
        programs = {program for _, program in begun(there)}
        assert {"postgres", "chromium-headle", "Xvfb"} <= programs
        os.killpg(run.pid, number)
        run.wait(30)
    wait_until(lambda: not [*begun(there)], "something goes on", 30)
