"""The server has a port, an address, and work to do beside answering.

Patch gevent before importing.
"""

from __future__ import annotations

import gc
import resource
import socket
import threading
import time
from collections.abc import Callable
from errno import EADDRINUSE
from functools import partial
from importlib.util import find_spec

from flask import Flask

from companion import __version__, mdns, reaching, tables
from companion.server.overseer import STOPPED, Overseer, on_stop
from companion.server.worker import Limits, Worker
from companion.web import templates

PORT = 8000  # where nobody chose one
THREADS = 512  # of Python's own; an open stream keeps one for itself
SPARE = 112  # of these are not for streams: a phone that finds no place asks every few seconds
STACK = 1024 * 1024  # bytes of address space for each
GREENLETS = 20_000  # take the place of threads if gevent is installed
CONNECTIONS = 20_000
OTHER_FILES = 100  # that are open beside the connections
WAITING = 64 * 1024  # bytes a connection may hold for a phone that reads slowly: some panels more than it shows
PATIENCE = 15  # tenths of a second in which a server that was killed may still hold the port


def serve(app: Flask, *, host: str, port: int | None) -> int:
    """Serve at this port, or at the usual one if it is None, until SIGTERM or Ctrl-C.

    Return the exit status. ValueError says why the server cannot listen there.
    """
    wanted = PORT if port is None else port
    listener = listen(host, wanted, settled=bool(app.config["PROXIES"]) or port is not None)
    actual = listener.getsockname()[1]
    if wanted not in (0, actual):
        print(f"Port {wanted} is busy, so the tables are on port {actual}.")
    if not app.config["PROXIES"]:
        app.config["REACHABLE"] = partial(reaching.url, host, actual)
    connections = min(CONNECTIONS, allow_many_files() - OTHER_FILES)
    threads = GREENLETS
    if not find_spec("gevent"):
        threads = THREADS
        threading.stack_size(STACK)
    limits = Limits(threads, connections)
    app.config["STREAMS"] = max(1, min(threads, connections) - SPARE)
    with app.app_context():
        tables.db.engine.dispose()  # the worker process must not inherit an open connection
    return Server(app, listener, host, limits).run()


def listen(host: str, port: int, *, settled: bool) -> socket.socket:
    """A listening socket on this port, or on the next free one if another program has it.

    ValueError instead where the port is `settled`: a proxy that forwards to it, or whoever chose
    it, would look there.
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
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        opened = socket.create_server((host, port), family=family, backlog=2048, dualstack_ipv6=both)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WAITING)  # what is accepted here inherits it
        return opened
    except OSError as error:
        if error.errno == EADDRINUSE:
            return None
        raise ValueError(f"cannot listen at port {port} of {host or 'this machine'}: {_why(error)}") from error


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).partition(" (while")[0]  # Python adds the address, which was just named


def allow_many_files() -> int:
    """Allow this process as many open files as the system grants, and return how many that are.

    Every connection is one.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return CONNECTIONS + OTHER_FILES if most == resource.RLIM_INFINITY else most


class Server:
    """The application on its port, served by one worker process.

    All phones of a table are to be served by one process.

    For more processes see HOSTING.md.
    """

    def __init__(self, app: Flask, listener: socket.socket, host: str, limits: Limits) -> None:
        self._app = app
        self._listener = listener
        self._host = host
        self._limits = limits

    def run(self) -> int:
        """Serve until SIGTERM or SIGINT; return the exit status."""
        return Overseer(self._work, self._tell).run()

    def _tell(self) -> None:
        """Print the address of the server, now and whenever it changes."""
        self._app.logger.info("Truc Companion %s has started.", __version__)
        proxied = bool(self._app.config["PROXIES"])
        port = self._listener.getsockname()[1]
        path: str = self._app.config["UNDER"]
        shown = reaching.show_first(self._host, port, proxied=proxied, path=path)
        if not proxied:
            mdns.begin(self._host, port, shown, path)

    def _work(self, give_sign_of_life: Callable[[], None]) -> None:
        """Serve in this process until it is told to stop."""
        worker = Worker(self._app, self._listener, self._limits)
        on_stop(worker.stop)
        tables.hear_others(self._app)
        tables.keep_tidy(self._app, self._app.config["KEEP_DAYS"])
        threading.Thread(target=lambda: tables.unhurried(templates.compiling(self._app)), daemon=True).start()
        tune_gc()
        worker.run(give_sign_of_life, self._end_streams, grace=STOPPED - 1)

    def _end_streams(self) -> None:
        with self._app.app_context():
            tables.live.close()


def tune_gc() -> None:
    """Have the cyclic collector run less often, and never look at what lives for ever.

    It makes the slowest taps.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()
