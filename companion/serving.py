"""Run the server: gunicorn with its ASGI worker, which answers through `companion.server`."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import resource
import socket
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from errno import EADDRINUSE
from functools import partial
from threading import Thread

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from companion import __version__, mdns, reaching, redaction, tables
from companion.server import gateway
from companion.web import templates

USUAL_PORT = 8000
WORKER_TIMEOUT = 30  # seconds without a sign of life after which a worker process is replaced
KEEPALIVE = 75  # seconds an idle keep-alive connection may wait for the next request's headers
SEND_BUFFER = 64 * 1024  # bytes a connection may hold for a slow phone; enough for some panels
SEND_TIMEOUT = 30  # seconds a phone may read nothing before its connection is closed
BACKLOG = 2048  # connections that may wait until the server accepts them
PORT_TRIES = 15  # one each tenth of a second: a server that was killed may hold the port so long
# Open files to ask for if the system refuses to allow as many as its limit. macOS refuses a limit
# without end, and more files than `sysctl kern.maxfilesperproc` says.
FEWER_FILES = (65_536, 10_240)


def serve(app: Flask, *, host: str, port: int | None) -> None:
    """Serve on this port until SIGTERM or Ctrl-C.

    If `port` is None, serve on USUAL_PORT, or on another port if USUAL_PORT is used and the server
    has no proxy. Raises ValueError if the server cannot listen.
    """
    wanted = USUAL_PORT if port is None else port
    listener = listen(host, wanted, settled=bool(app.config["PROXIES"]) or port is not None)
    actual = listener.getsockname()[1]
    if wanted not in (0, actual):
        print(f"Port {wanted} is in use, so the server uses port {actual}.")
    if not app.config["PROXIES"]:
        app.config["REACHABLE"] = partial(reaching.url, host, actual)
        app.config["ANNOUNCED"] = mdns.notice()
    allow_many_files()
    redaction.redact(logging.getLogger("gunicorn.error"))
    with app.app_context():
        tables.db.engine.dispose()  # the worker process must not inherit an open connection
    Server(app, listener.detach(), host, actual).run()


def listen(host: str, port: int, *, settled: bool) -> socket.socket:
    """Return a socket that listens on `port`, or on another free port if `port` is used.

    `settled`: whether the port must not change, because a person chose it or a proxy forwards to
    it. Raises ValueError if such a port is used, or if listening is impossible for another reason.
    """
    ports = [port] * PORT_TRIES
    if not settled:
        # 0 lets the system choose any free port.
        ports += [*range(port + 1, min(port + 20, 65536)), 0]
    for number in ports:
        opened = _opened(host, number)
        if opened:
            return opened
        time.sleep(0.1)
    way_out = "stop that program, or choose another port with --port"
    raise ValueError(f"port {port} is in use by another program: {way_out}")


def _opened(host: str, port: int) -> socket.socket | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        opened = socket.create_server(
            (host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both
        )
        # Every accepted connection inherits these two options.
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux and Android
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SEND_TIMEOUT * 1000)
        return opened
    except OSError as error:
        if error.errno == EADDRINUSE:
            return None
        where = f"port {port} of {host or 'this machine'}"
        raise ValueError(f"cannot listen on {where}: {_why(error)}") from error


def _why(error: OSError) -> str:
    # Python adds the address, which the sentence names already.
    return (error.strerror or str(error)).partition(" (while")[0]


def allow_many_files() -> None:
    """Let this process open as many files as the system allows: every connection is a file."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for files in (most, *FEWER_FILES):
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
            return


class Server(BaseApplication):
    """The gunicorn server with its settings."""

    def __init__(self, app: Flask, listener: int, host: str, port: int) -> None:
        self.app = app
        self.listener = listener
        self.host = host
        self.port = port
        super().__init__()

    def load_config(self) -> None:
        """Give gunicorn its settings.

        There is one worker process, so that one process serves all phones of a table. HOSTING.md
        says how to run more.
        """
        chosen = {
            "bind": f"fd://{self.listener}",
            "workers": 1,
            "worker_class": "asgi",
            "asgi_lifespan": "on",
            # The same loop and parser everywhere, whatever else is installed:
            "asgi_loop": "asyncio",
            "http_parser": "python",
            "keepalive": KEEPALIVE,
            "timeout": WORKER_TIMEOUT,
            "graceful_timeout": gateway.STOP_TIMEOUT,
            "loglevel": "warning",
            "accesslog": None,  # it would hold who came when, and by which link
            "forwarded_allow_ips": "",  # the application reads X-Forwarded headers: see PROXIES
            "control_socket_disable": True,
            "when_ready": self.print_address,  # gunicorn obeys signals from here on
            "post_worker_init": self.start_background_work,
        }
        for key, value in chosen.items():
            self.cfg.set(key, value)

    def load(self) -> gateway.Gateway:
        """Return the application that the worker calls.

        The Flask application was made before the worker process. Therefore a worker that replaces a
        dead one can answer at once.
        """
        return gateway.Gateway(self.app, self.end_streams)

    def print_address(self, _: Arbiter) -> None:
        """Print the address of the server, now and whenever it changes."""
        self.app.logger.info("Truc Companion %s has started.", __version__)
        proxied = bool(self.app.config["PROXIES"])
        path: str = self.app.config["UNDER"]
        shown = reaching.show_first(self.host, self.port, proxied=proxied, path=path)
        if not proxied:
            mdns.begin(self.host, self.port, shown, path)

    def start_background_work(self, worker: Worker) -> None:
        """Start the work that a worker process does beside answering requests.

        The worker listens for changes that other processes make, deletes unused tables daily, and
        compiles the templates.
        """
        asyncio.get_event_loop().call_later(1, lengthen_queues, worker.sockets)
        tables.listen_to_other_processes(self.app)
        tables.delete_idle_daily(self.app, self.app.config["KEEP_DAYS"])
        Thread(
            target=lambda: tables.run_in_steps(templates.compiling(self.app)), daemon=True
        ).start()
        tune_gc()
        # This is set only now, because a worker that fails to start must keep its own exit status.
        self.cfg.set("worker_exit", self.exit_worker)

    def exit_worker(self, _: Arbiter, _worker: Worker) -> None:
        """End this worker process at once.

        Otherwise Python would wait for every thread, and a thread may wait for a database that is
        gone. The work of these threads is lost, but no phone was told that this work was done.
        """
        with self.app.app_context():
            tables.db.engine.dispose()  # SQLite then writes its -wal file into the database
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

    def end_streams(self) -> None:
        """End every open stream of this process."""
        with self.app.app_context():
            tables.streams().close()


def lengthen_queues(listeners: Iterable[socket.socket]) -> None:
    """Let BACKLOG connections wait to be accepted.

    All phones connect at once after a restart, but asyncio lets only 100 connections wait when it
    begins to serve. A phone that finds the queue full tries again after one to three seconds.
    """
    for listener in listeners:
        listener.listen(BACKLOG)


def tune_gc() -> None:
    """Make the cyclic garbage collector run less often, and skip all objects that exist now.

    The slowest taps are those that come while the collector runs.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()
