"""A network that fails on demand: TCP between phones and server, controlled by the tests."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import suppress

from tests.server import free_port

RESET = struct.pack("ii", 1, 0)  # SO_LINGER: closing says RST and not goodbye


class Proxy:
    """Listens on a port of its own and forwards to the server's, unless told otherwise.

    `passes()` everything. `is_silent()`: accepts, keeps every connection, forwards nothing until it
    passes again. `resets()` what is open and whatever comes. `refuses()`: resets what is open and
    does not listen any more.
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
        line.shutdown(socket.SHUT_RDWR)  # wakes whoever reads from it
    line.close()
