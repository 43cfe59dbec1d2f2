"""Run the server: gunicorn with its asyncio worker, which answers through `companion.server`."""

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

PORT = 8000  # where nobody chose one
HUNG = 30  # seconds without a sign of life after which a worker process is replaced
KEPT_OPEN = 75  # seconds an idle keep-alive connection may wait for the next request's headers
WAITING = 64 * 1024  # bytes a connection may hold for a phone that reads slowly: some panels
STALLED = 30  # seconds a phone may read nothing before its connection is closed
WAITING_CONNECTIONS = 2048  # that the system has accepted and this server not yet
PATIENCE = 15  # tenths of a second in which a server that was killed may still hold the port


def serve(app: Flask, *, host: str, port: int | None) -> None:
    """Serve at this port, or at the usual one if it is None, until SIGTERM or Ctrl-C.

    Raises ValueError if the server cannot listen there.
    """
    wanted = PORT if port is None else port
    listener = listen(host, wanted, settled=bool(app.config["PROXIES"]) or port is not None)
    actual = listener.getsockname()[1]
    if wanted not in (0, actual):
        print(f"Port {wanted} is busy, so the tables are on port {actual}.")
    if not app.config["PROXIES"]:
        app.config["REACHABLE"] = partial(reaching.url, host, actual)
        app.config["ANNOUNCED"] = mdns.notice()
    allow_many_files()
    redaction.redact(logging.getLogger("gunicorn.error"))
    with app.app_context():
        tables.db.engine.dispose()  # the worker process must not inherit an open connection
    Server(app, listener.detach(), host, actual).run()


def listen(host: str, port: int, *, settled: bool) -> socket.socket:
    """Return a listening socket on this port, or on the next free one if another program has it.

    Raises ValueError instead if the port is `settled`: a proxy that forwards to it, or the person
    who chose it, would look there.
    """
    following = () if settled else range(port + 1, min(port + 20, 65536))
    for number in (*[port] * PATIENCE, *following):
        opened = _opened(host, number)
        if opened:
            return opened
        time.sleep(0.1)
    if settled:
        way_out = "stop that, or name another port with --port"
        raise ValueError(f"port {port} is in use by another program: {way_out}")
    return socket.create_server((host, 0))


def _opened(host: str, port: int) -> socket.socket | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        opened = socket.create_server(
            (host, port), family=family, backlog=WAITING_CONNECTIONS, dualstack_ipv6=both
        )
        # Every connection that is accepted inherits this.
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WAITING)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux and Android
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED * 1000)
        return opened
    except OSError as error:
        if error.errno == EADDRINUSE:
            return None
        where = f"port {port} of {host or 'this machine'}"
        raise ValueError(f"cannot listen at {where}: {_why(error)}") from error


def _why(error: OSError) -> str:
    # Python adds the address, which was just named.
    return (error.strerror or str(error)).partition(" (while")[0]


def allow_many_files() -> None:
    """Allow this process as many open files as the system grants: every connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Server(BaseApplication):
    """Gunicorn, configured here and nowhere else."""

    def __init__(self, app: Flask, listener: int, host: str, port: int) -> None:
        self.app = app
        self.listener = listener
        self.host = host
        self.port = port
        super().__init__()

    def load_config(self) -> None:
        """Set what gunicorn is to do: one worker, so that one process serves all phones of a table.

        For more processes see HOSTING.md.
        """
        chosen = {
            "bind": f"fd://{self.listener}",
            "workers": 1,
            "worker_class": "asgi",
            "asgi_lifespan": "on",
            "asgi_loop": "asyncio",  # the same everywhere, whatever else is installed
            "http_parser": "python",
            "keepalive": KEPT_OPEN,
            "timeout": HUNG,
            "graceful_timeout": gateway.STOPPED,
            "loglevel": "warning",
            "accesslog": None,  # nobody writes down who came when, and by which link
            "forwarded_allow_ips": "",  # only the application believes a proxy: the setting PROXIES
            "limit_request_line": 4094,
            "limit_request_fields": 100,
            "limit_request_field_size": 8190,
            "control_socket_disable": True,
            "when_ready": self.tell,  # from here on signals are obeyed
            "post_worker_init": self.begin,
        }
        for key, value in chosen.items():
            self.cfg.set(key, value)

    def load(self) -> gateway.Gateway:
        """Return the application.

        It was made before the worker process, so a dead worker is replaced at once.
        """
        return gateway.Gateway(self.app, self.end_streams)

    def tell(self, _: Arbiter) -> None:
        """Print the address of the server, now and whenever it changes."""
        self.app.logger.info("Truc Companion %s has started.", __version__)
        proxied = bool(self.app.config["PROXIES"])
        path: str = self.app.config["UNDER"]
        shown = reaching.show_first(self.host, self.port, proxied=proxied, path=path)
        if not proxied:
            mdns.begin(self.host, self.port, shown, path)

    def begin(self, worker: Worker) -> None:
        """Start what a worker process does beside serving."""
        asyncio.get_event_loop().call_later(1, lengthen_queues, worker.sockets)
        tables.hear_others(self.app)
        tables.delete_idle_daily(self.app, self.app.config["KEEP_DAYS"])
        Thread(
            target=lambda: tables.run_in_steps(templates.compiling(self.app)), daemon=True
        ).start()
        tune_gc()
        self.cfg.set("worker_exit", self.leave)  # from here on it did not fail to start

    def leave(self, _: Arbiter, _worker: Worker) -> None:
        """End this worker process at once.

        Python would wait for every thread, and one may wait for a database that is gone. What a
        thread is still doing has not been answered, so nothing is lost that was promised.
        """
        with self.app.app_context():
            tables.db.engine.dispose()  # SQLite then moves its -wal file into the database
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

    def end_streams(self) -> None:
        """End every open stream of this process."""
        with self.app.app_context():
            tables.live.close()


def lengthen_queues(listeners: Iterable[socket.socket]) -> None:
    """Let WAITING_CONNECTIONS wait to be accepted: after a restart all phones come at once.

    asyncio has cut that to a hundred when it began to serve. A phone for which there is no room
    tries again only after a second or three.
    """
    for listener in listeners:
        listener.listen(WAITING_CONNECTIONS)


def tune_gc() -> None:
    """Have the cyclic collector run less often, and never look at what lives for ever.

    It makes the slowest taps.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()
