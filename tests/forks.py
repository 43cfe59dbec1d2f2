"""The command `companion` without a new interpreter for each: an importing process is copied.

A server costs 1.3 s of processor time from the shell, most of it for what is imported and compiled,
and 0.2 s so. What a first page costs beyond others, 0.3 s, is spent before the copying too. What
happens from the first line of the command on is the same. Tests of how it starts run it from the
shell.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

FILE = re.compile('="(/(?:assets|static)/[^"]+)"')
EVERY = 0.02  # seconds between two looks at whether a process has ended


class Copy:
    """A running command: what of `subprocess.Popen` the tests use."""

    def __init__(self, words: Sequence[str], environment: dict[str, str], log: Path) -> None:
        self._from = _source()
        self.returncode = None
        self.pid = int(
            self._from.ask(
                words=words, environment=environment, log=str(log), folder=str(Path.cwd())
            )
        )

    def poll(self) -> int | None:
        """Return its exit status, a negative signal, or None while it runs."""
        if self.returncode is None:
            self.returncode = self._from.ask(ended=self.pid)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return its exit status."""
        limit = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if limit is not None and time.monotonic() > limit:
                raise subprocess.TimeoutExpired("companion", timeout or 0)
            time.sleep(EVERY)
        return status

    def terminate(self) -> None:
        """SIGTERM, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)


class Source:
    """The process that is copied."""

    def __init__(self) -> None:
        self._lock = Lock()
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=pipe, stdout=pipe, text=True
        )

    def ask(self, **request: Any) -> Any:
        """Return its answer: the process number of a command, or the status of one that `ended`."""
        assert self._process.stdin, self._process.stdout
        with self._lock:
            print(json.dumps(request), file=self._process.stdin, flush=True)
            return json.loads(self._process.stdout.readline())  # type: ignore[union-attr]

    def close(self) -> None:
        """End it."""
        self._process.communicate()


@cache
def _source() -> Source:
    source = Source()
    atexit.register(source.close)
    return source


def _answer(request: dict[str, Any]) -> int | None:
    if "ended" in request:
        pid, status = os.waitpid(request["ended"], os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if pid else None
    pid = os.fork()
    if not pid:
        _become(**request)
    return pid


def _become(words: list[str], environment: dict[str, str], log: str, folder: str) -> None:
    """Turn this copy into the command, in a session of its own."""
    from companion import cli

    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, where, how in (
        (0, os.devnull, os.O_RDONLY),
        (1, log, os.O_WRONLY | os.O_APPEND | os.O_CREAT),
    ):
        os.dup2(os.open(where, how, 0o644), number)
    os.dup2(1, 2)
    status = 1
    try:
        status = cli.main(words)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _visit(app: Flask) -> None:
    """Ask for its first page and for the files of that, packed in either way."""
    from companion import tables

    tables.migrate_now(app)
    client = app.test_client()
    for file in FILE.findall(client.get("/").text):
        for packing in ("gzip", "br"):
            client.get(file, headers={"Accept-Encoding": packing}).close()
    with app.app_context():
        tables.db.engine.dispose()


def main() -> None:
    """Import and compile what a server needs, in the command's order, and copy this on request."""
    gc.disable()
    from flask import Flask

    from companion import serving
    from companion.web import templates
    from tests.server import COMPILED, application

    Flask.jinja_options = {"bytecode_cache": COMPILED}
    assert serving
    with TemporaryDirectory() as folder:
        app = application(Path(folder))
        for _ in templates.compiling(app):
            pass
        _visit(app)
    gc.freeze()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_answer(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
