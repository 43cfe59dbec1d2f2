"""Start and stop the real server in tests."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from random import randrange
from types import CodeType
from typing import ClassVar

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from qrcode.main import QRCode
from sqlalchemy.engine.default import DefaultDialect
from werkzeug.routing import Rule

from companion import archive, cli, create_app, tables
from companion.web import assets
from tests.forks import Copy

HERE = (sys.executable, "-m", "companion.cli")
COMPANION = tuple(os.environ.get("COMPANION_UNDER_TEST", "").split()) or HERE
FROM_SHELL = (sys.executable, "-m", "companion") if COMPANION == HERE else COMPANION
"""The command in a new process, for tests of how it starts (see tests/forks.py)."""


class Compiled(BytecodeCache):
    """A cache of compiled templates that all applications of a run share."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


class Route(Rule):
    """A URL rule that is compiled once for all applications of a run, which saves time."""

    _known: ClassVar[dict[tuple[object, ...], dict[str, object]]] = {}

    def compile(self) -> None:
        """Compile this rule, or copy the result if an equal rule was compiled before."""
        key = (self.rule, self.subdomain, *sorted((self.defaults or {}).items()))
        if key not in self._known:
            before = {**vars(self), "arguments": None}
            super().compile()
            after = vars(self).items()
            self._known[key] = {name: made for name, made in after if made is not before.get(name)}
        vars(self).update(self._known[key])


# Compiled SQL. Dialects of one class count as equal here, so that their statements are shared.
STATEMENTS: dict[object, object] = {}
DefaultDialect.__eq__ = lambda self, other: type(self) is type(other)
DefaultDialect.__hash__ = lambda self: hash(type(self))
Flask.url_rule_class = Route
Assets = Callable[[Path, list[str]], str]


def read_once(read: Assets) -> Assets:
    """Return the function `read` with a cache that all applications share."""
    known: dict[tuple[object, ...], str] = {}

    def look_up(static: Path, names: list[str]) -> str:
        key = (static, *names)
        if key not in known:
            known[key] = read(static, names)
        return known[key]

    return look_up


assets._styles = read_once(assets._styles)
assets._ours = read_once(assets._ours)
# To choose the best mask takes most of the time for a QR code, and a code is read with any mask.
QRCode.best_mask_pattern = lambda self: 0


def sharing(app: Flask) -> Flask:
    """Let the application use the SQL statements that other applications of this run compiled."""
    with app.app_context():
        tables.db.engine.update_execution_options(compiled_cache=STATEMENTS)
    return app


def application(folder: Path, url: str = "") -> Flask:
    """Return an application with its database and secret in `folder`; ignore the environment."""
    url = url or f"sqlite:///{folder / 'companion.sqlite3'}"
    app = create_app({"TESTING": True, "INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": url})
    app.jinja_env.bytecode_cache = COMPILED
    return sharing(app)


class Server:
    """The command `companion serve` in its own process group, with its own port and folder.

    If the attribute `code` is not empty, this Python code runs instead, with the words of the
    command in `sys.argv`.
    """

    program: tuple[str, ...] = COMPANION
    code = ""
    process: subprocess.Popen[bytes] | Copy

    def __init__(self, folder: Path, port: int | None = None, database: str = "") -> None:
        self.folder = folder
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = os.environ | {"COMPANION_INSTANCE": str(folder), "COMPANION_STYLE": "1"}
        self.environment["COMPANION_DATABASE_URL"] = (
            database  # if empty, a file in the folder, whatever the environment of the tests says
        )

    def start(self) -> None:
        """Start the server, and wait until it answers. It may be started again after `kill`."""
        self.launch()
        wait_until(self.answers, f"no server at {self.url}")

    def launch(self, *options: str) -> None:
        words = ("serve", "--host", "127.0.0.1", "--port", str(self.port), *options)
        if self.program == HERE:
            log = self.folder / "server.log"
            self.process = Copy(words, self.environment, log, code=self.code)
            return
        command = (*self.program, *words)
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                command,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def answers(self) -> bool:
        """Return whether the server listens. Fail if its process has ended."""
        assert self.process.poll() is None, f"the server stopped:\n{self.log()}"
        return self.is_open()

    def is_open(self) -> bool:
        return port_is_open(self.port)

    def connection(self) -> socket.socket:
        """Return a new connection to the server. Nothing has been sent on it yet."""
        return socket.create_connection(("127.0.0.1", self.port))

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(timeout=60)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        wait_until(lambda: not self.is_open(), f"a server still listens at {self.url}")

    def log(self) -> str:
        return (self.folder / "server.log").read_text()

    def open_table(self, **options: object) -> dict[str, str]:
        """Open a table as `companion open` does, and return its links and its code.

        The options of the command are given as `open_table(variant="catalan", rules="target=12")`.
        """
        options = {"variant": "catalan", "base_url": self.url} | options
        words: list[str] = []
        for key, value in options.items():
            words += [f"--{key.replace('_', '-')}", str(value)]
        if self.program == HERE:
            with self._app.app_context():
                return _links(cli.parser().parse_args(["open", *words]))
        done = subprocess.run(
            (*self.program, "open", *words),
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))

    @cached_property
    def _app(self) -> Flask:
        app = application(self.folder, self.environment["COMPANION_DATABASE_URL"])
        tables.migrate_now(app)
        return app


def _links(args: Namespace) -> dict[str, str]:
    try:
        return dict(json.loads(archive.links(cli.new_match(args), args.base_url)))
    finally:
        tables.db.engine.dispose()


def free_port() -> int:
    """Return a free port for a server.

    The port stays free while the server is stopped, because it is below the ports that the system
    gives to outgoing connections. It is above 10080, the last port that browsers refuse to open.
    """
    while True:
        port = randrange(10_081, 32_000)  # the number need not be secret
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def port_is_open(port: int) -> bool:
    with suppress(ConnectionError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def wait_until(true: Callable[[], bool], otherwise: str, seconds: float = 60) -> None:
    """Wait until `true` returns true. Fail with the text `otherwise` if it takes too long."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)
