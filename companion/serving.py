"""The server: gunicorn with one gevent worker, which holds thousands of open streams. Patch gevent before importing."""

from __future__ import annotations

import gc
import logging
import resource
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EADDRINUSE
from types import FrameType
from typing import Any

import gevent
from flask import Flask
from greenlet import greenlet
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.http.errors import NoMoreData
from gunicorn.workers.ggevent import GeventWorker
from qrcode.main import QRCode

from companion import announcing, book, redaction, tables
from companion.web import templates

PORT = 8000  # where nobody chose one
CONNECTIONS = 20_000
ASLEEP = 5  # seconds between two looks at the workers that show: this machine, or this process, was suspended
HUNG = 30  # seconds without a sign of life after which a worker process is replaced
KEPT_OPEN = 75  # seconds an idle keep-alive connection may wait for the next request's headers
STALLED = 30  # seconds a phone may read nothing while there is something for it, before its connection is given up
ARRIVED = 30  # seconds in which the body of a request must have arrived whole
WAITING = 64 * 1024  # bytes a connection may hold for a phone that reads slowly: some panels more than it shows
PATIENCE = 15  # tenths of a second in which a server that was killed may still hold the port


def serve(app: Flask, *, host: str, port: int, workers: int = 1) -> None:
    """Opens the port, says where, and serves until SIGTERM or Ctrl-C."""
    _check(app, workers)
    listener = listen(host, port, settled=bool(app.config["PROXIES"]) or port != PORT)
    found = listener.getsockname()[1]
    if port not in (0, found):
        print(f"Port {port} is busy, so the tables are on port {found}.")
    app.config["REACHABLE"] = f"http://{reachable(host)}:{found}"
    announcing.begin(host, found)
    allow_many_files()
    redaction.redact(logging.getLogger("gunicorn.error"))
    with app.app_context():
        tables.db.engine.dispose()  # the worker process must not inherit an open connection
    Server(app, listener.detach(), workers).run()


def _check(app: Flask, workers: int) -> None:
    """Several processes hear of each other's taps through PostgreSQL, and only there."""
    with app.app_context():
        if workers > 1 and not tables.shared():
            raise ValueError("several workers need PostgreSQL (--database); on SQLite one is the fastest")


def listen(host: str, port: int, *, settled: bool) -> socket.socket:
    """A listening socket on this port, or on the next free one if another program has it.

    ValueError instead where the port is `settled`: a proxy that forwards to it, or whoever chose it, would look there.
    """
    following = () if settled else range(port + 1, min(port + 20, 65536))
    for number in (*[port] * PATIENCE, *following):
        if opened := _opened(host, number):
            return opened
        time.sleep(0.1)
    if settled:
        raise ValueError(f"port {port} is in use by another program: stop that, or name another port with --port")
    return socket.create_server((host, 0))


def _opened(host: str, port: int) -> socket.socket | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        opened = socket.create_server((host, port), family=family, backlog=2048)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WAITING)  # what is accepted here inherits it
        return opened
    except OSError as error:
        if error.errno == EADDRINUSE:
            return None
        raise ValueError(f"cannot listen at port {port} of {host or 'this machine'}: {error.strerror}") from error


def reachable(host: str) -> str:
    """The name phones use for a server that listens on `host`."""
    if host in announcing.EVERYWHERE:
        return announcing.lan_address()
    return f"[{host}]" if ":" in host else host


def announce(url: str) -> None:
    """Prints the address, and as a code that a phone can scan from the screen."""
    print(f"Truc Companion is open at {url}/")
    code = QRCode(border=2)
    code.add_data(f"{url}/")
    code.print_ascii(tty=sys.stdout.isatty(), invert=True)
    print("Scan this with a phone on the same network. Ctrl-C stops the server; every table is kept.", flush=True)


def allow_many_files() -> None:
    """Every open stream is a file: takes as many as the system grants without asking an administrator."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Server(BaseApplication):
    """Gunicorn, configured here and nowhere else."""

    def __init__(self, app: Flask, listener: int, workers: int) -> None:
        self.app, self.listener, self.workers = app, listener, workers
        super().__init__()

    def load_config(self) -> None:
        """One worker as delivered: on SQLite it is the fastest, and its streams hear of a tap without a detour."""
        chosen = {
            "bind": f"fd://{self.listener}",
            "workers": self.workers,
            "worker_class": Worker,
            "worker_connections": CONNECTIONS,
            "keepalive": KEPT_OPEN,
            "timeout": HUNG,
            "graceful_timeout": 5,
            "loglevel": "warning",
            "accesslog": None,  # who came when, and by which link, is written down nowhere
            "forwarded_allow_ips": "",  # what a proxy says is the application's to believe: the setting PROXIES
            "limit_request_line": 4094,
            "limit_request_fields": 100,
            "limit_request_field_size": 8190,
            "control_socket_disable": True,
            "when_ready": lambda _: announce(self.app.config["REACHABLE"]),  # from here on signals are obeyed
            "post_worker_init": self.begin,
        }
        for key, value in chosen.items():
            self.cfg.set(key, value)

    def run(self) -> None:
        """Serves until SIGTERM or SIGINT."""
        Overseer(self).run()

    def load(self) -> Callable[..., Any]:
        """The application, made before the worker process was: a worker that died is replaced at once."""
        return self.app

    def begin(self, worker: Worker) -> None:
        """What a worker process starts beside serving."""
        self.app.logger.setLevel(logging.INFO)  # it exists from here on, and what goes wrong is seen on the console
        for handler in self.app.logger.handlers:
            redaction.redact(handler)
        tables.hear_others(self.app)
        tables.keep_tidy(self.app, self.app.config["KEEP_DAYS"], first=book.keep_everywhere)
        worker.compiling = gevent.spawn(lambda: tables.unhurried(templates.compiling(self.app)))
        tune_gc()

    def end_streams(self) -> None:
        """What a worker process does about open streams when it stops."""
        with self.app.app_context():
            tables.live.close()


class Overseer(Arbiter):
    """Gunicorn's main process, which looks after the workers every second."""

    looked = woken = 0.0

    def murder_workers(self) -> None:
        """Ends workers that hang; those that slept because everything did have as long as ever to give a sign."""
        before, self.looked = self.looked, time.monotonic()
        if self.looked - before > ASLEEP:
            self.woken = self.looked
        if self.looked - self.woken > self.timeout:
            super().murder_workers()


def tune_gc() -> None:
    """The cyclic collector makes the slowest taps: what lives for ever is set aside, the rest seen to less often."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


class DeadlineReader:
    """Reads the body of a request for ARRIVED seconds at most: one sent byte by byte would never time out."""

    def __init__(self, reader: Any) -> None:
        self.reader, self.end = reader, time.monotonic() + ARRIVED

    def read(self, size: int) -> bytes:
        """What comes next of it; once the time is up, as if the phone had gone."""
        with gevent.Timeout(max(0, self.end - time.monotonic()), NoMoreData()):
            return bytes(self.reader.read(size))


class Worker(GeventWorker):
    """Stops within a second or so: requests being answered are finished, streams and idle connections end at once."""

    def init_process(self) -> None:
        """Starts the worker."""
        self.idle: set[greenlet] = set()
        self.compiling = gevent.Greenlet()
        super().init_process()

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:  # type: ignore[override]  # gunicorn's stub says None and means this
        """While a connection waits for its next request: not for ever, and not at all once the server stops."""
        waiting = gevent.getcurrent()
        self.idle.add(waiting)
        try:
            with gevent.Timeout(self.cfg.keepalive if self.alive else 0, NoMoreData()):
                yield
        finally:
            self.idle.discard(waiting)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        """Answers a request. A phone that has stopped reading ends it: no stream is held for one that is gone."""
        sock.settimeout(STALLED)
        req.body.reader = DeadlineReader(req.body.reader)
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            raise StopIteration from None  # as gunicorn says that the connection is to be closed
        finally:
            sock.settimeout(None)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM. A signal handler may not switch greenlets, so another one hangs up."""
        super().handle_exit(sig, frame)
        gevent.spawn(self.hang_up)

    handle_quit = handle_exit

    def hang_up(self) -> None:
        """Ends what would otherwise go on for minutes: nobody waits here for an answer."""
        server: Server = self.app  # type: ignore[assignment]  # what this worker was made with
        server.end_streams()
        self.compiling.kill(block=False)
        gevent.killall(list(self.idle), NoMoreData, block=False)
