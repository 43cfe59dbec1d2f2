"""Make the connection between phones and a server fail when a test says so."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import suppress

from tests.server import free_port

RESET = struct.pack("ii", 1, 0)  # for SO_LINGER: to close the connection resets it


class Proxy:
    """A TCP proxy with a port of its own, in front of the server.

    A test calls one of these methods to choose what the proxy does from then on:

    `passes()`: forward everything, as at the start.
    `is_silent()`: accept and keep every connection, but forward nothing until `passes()` is called.
    `resets()`: reset open and new connections.
    `refuses()`: reset open connections and stop listening.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self.forwards = threading.Event()
        self.resetting = False
        self.lines: set[socket.socket] = set()
        self.listener: socket.socket | None = None
        self.passes()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def passes(self) -> None:
        self.resetting = False
        self.forwards.set()
        self._listen()

    def is_silent(self) -> None:
        self.forwards.clear()

    def resets(self) -> None:
        self.resetting = True
        self._reset_all()

    def refuses(self) -> None:
        if self.listener:
            self.listener.shutdown(socket.SHUT_RDWR)  # wakes accept()
            self.listener.close()
        self.listener = None
        self._reset_all()

    def close(self) -> None:
        self.refuses()
        self.forwards.set()

    def _listen(self) -> None:
        if self.listener:
            return
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=100)
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                threading.Thread(
                    target=self._serve, args=(listener.accept()[0],), daemon=True
                ).start()

    def _serve(self, phone: socket.socket) -> None:
        self.forwards.wait()
        try:
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            _reset(phone)
            return
        self.lines |= {phone, server}
        if self.resetting:
            self._reset_all()
        threading.Thread(target=self._pump, args=(server, phone), daemon=True).start()
        self._pump(phone, server)

    def _pump(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while data := here.recv(65536):
                self.forwards.wait()
                there.sendall(data)
            there.shutdown(socket.SHUT_WR)
            return
        _reset(here)
        _reset(there)

    def _reset_all(self) -> None:
        while self.lines:
            _reset(self.lines.pop())


def _reset(line: socket.socket) -> None:
    with suppress(OSError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        line.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads from it
    line.close()
