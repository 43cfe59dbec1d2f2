"""Run the command `companion`, or some code, in a copy of a process that has imported everything.

To start a server from the shell costs 1.3 s of processor time, mostly for imports and compiling; a
copy costs 0.2 s. Before the process is copied, it has also answered a request for the first page,
which saves 0.3 s in each copy. A copy runs the whole command. Tests of how the command starts use
the shell instead.
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
import traceback
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
    """A command that runs in a copy, with those methods of `subprocess.Popen` that the tests use.

    * `words`: the arguments of the command.
    * `log`: the file for its output.
    * `errors`: the file for its error messages; `log` if it is not given.
    * `code`: Python code that runs instead of the command, if it is given.
    """

    def __init__(
        self,
        words: Sequence[str],
        environment: dict[str, str],
        log: Path,
        *,
        errors: Path | None = None,
        code: str = "",
    ) -> None:
        self._from = _source()
        self.returncode = None
        log.touch()  # a test may read the log before the copy has begun
        files = [str(log), str(errors or log)]
        self.pid = int(
            self._from.ask(
                words=words,
                environment=environment,
                files=files,
                folder=str(Path.cwd()),
                code=code,
            )
        )

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._from.ask(ended=self.pid)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        limit = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if limit is not None and time.monotonic() > limit:
                raise subprocess.TimeoutExpired("companion", timeout or 0)
            time.sleep(EVERY)
        return status

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)


class Run(Copy):
    """A command or code that runs in a copy of this process and writes to temporary files."""

    def __init__(
        self, words: Sequence[str], environment: dict[str, str] | None = None, code: str = ""
    ) -> None:
        self._folder = TemporaryDirectory()
        self._files = [Path(self._folder.name, name) for name in ("printed", "errors")]
        environment = dict(os.environ) if environment is None else environment
        super().__init__(words, environment, self._files[0], errors=self._files[1], code=code)

    def done(self) -> subprocess.CompletedProcess[str]:
        """Wait at most a minute until the program ends; return its exit status and output."""
        status = self.wait(60)
        printed, errors = (file.read_text("utf-8") for file in self._files)
        self._folder.cleanup()
        return subprocess.CompletedProcess([], status, printed, errors)


class Source:
    """The process that is copied for each command."""

    def __init__(self) -> None:
        self._lock = Lock()
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=pipe, stdout=pipe, text=True
        )

    def ask(self, **request: Any) -> Any:
        """Send a request to the process that is copied, and return its answer.

        `ended=id` asks for the exit status of the command with this process id. The answer is None
        while the command runs. Any other request starts a command, and the answer is its process
        id.
        """
        assert self._process.stdin, self._process.stdout
        with self._lock:
            print(json.dumps(request), file=self._process.stdin, flush=True)
            return json.loads(self._process.stdout.readline())  # type: ignore[union-attr]

    def close(self) -> None:
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


def _become(
    words: list[str], environment: dict[str, str], files: list[str], folder: str, code: str
) -> None:
    """Run the command, or the code if it is given, in this copy of the process. Then exit."""
    from companion import cli

    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, file in enumerate(files, start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644), number)
    status = 1
    try:
        status = _run(code, words) if code else cli.main(words)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _run(code: str, words: list[str]) -> int:
    """Run this code as `python -c` does. Return 1 if it raises an exception, otherwise 0."""
    sys.argv = ["-c", *words]
    try:
        exec(code, {"__name__": "__main__"})
    except Exception:
        traceback.print_exc()
        return 1
    return 0


def _visit(app: Flask) -> None:
    """Request the first page, and each of its files with gzip and with brotli."""
    from companion import tables

    tables.migrate_now(app)
    client = app.test_client()
    for file in FILE.findall(client.get("/").text):
        for packing in ("gzip", "br"):
            client.get(file, headers={"Accept-Encoding": packing}).close()
    with app.app_context():
        tables.db.engine.dispose()


def main() -> None:
    """Import and compile what a server needs, then answer the requests on standard input.

    For each new command this process is copied.
    """
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
