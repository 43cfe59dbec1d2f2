"""What an open stream costs: memory of the server for each of a few thousand, and bytes on the wire for each tap."""

from __future__ import annotations

import socket
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from tests.bench.tap import TAPS, Phone
from tests.server import Server

STREAMS = 2000
# All of them belong to one phone at one table, which a server as delivered would not bear.
UNLIMITED = (
    "from companion import cli, tables; "
    f"tables.hub.MOST_OF_PHONE = tables.hub.MOST_OF_TABLE = {2 * STREAMS}; raise SystemExit(cli.main())"
)


def worker(server: Server) -> int:
    """The process that holds the streams: the only child of the one that was started."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return int(children[0])


def kilobytes(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def listen(phone: Phone, *, packed: bool) -> socket.socket:
    """One more stream of that phone."""
    host, port = urlsplit(f"//{phone.at}").hostname, urlsplit(f"//{phone.at}").port
    line = socket.create_connection((host, port))
    encoding = "gzip" if packed else "identity"
    head = f"GET {phone.table}/stream HTTP/1.1\r\nHost: {phone.at}\r\nCookie: {phone.cookie}\r\n"
    line.sendall(f"{head}Accept-Encoding: {encoding}\r\n\r\n".encode())
    return line


def heard(line: socket.socket, wait: float = 0.6) -> int:
    """Bytes until the line has been silent for a while."""
    line.settimeout(wait)
    total = 0
    try:
        while piece := line.recv(65536):
            total += len(piece)
    except TimeoutError:
        pass
    return total


def memory(*, packed: bool) -> float:
    """Kilobytes for each stream, after each has had two panels."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.program = (sys.executable, "-c", UNLIMITED)
        server.start()
        try:
            host = Phone(server, server.open_table(variant="catalan", rules="target=99")["host"])
            lines = [listen(host, packed=packed) for _ in range(50)]
            heard(lines[-1])
            before, held = kilobytes(worker(server)), len(lines)
            lines += [listen(host, packed=packed) for _ in range(STREAMS)]
            time.sleep(8)
            host.ask("GET", host.table)
            assert host.tap("truc@1") == 200
            time.sleep(8)
            assert heard(lines[-1]) > 500
            return (kilobytes(worker(server)) - before) / (len(lines) - held)
        finally:
            server.kill()


def wire(*, packed: bool) -> tuple[int, list[int]]:
    """Bytes of the first panel, head of the answer included, and of every tap after it."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            links = server.open_table(variant="catalan", rules="target=99")
            host, watcher = Phone(server, links["host"]), Phone(server, links["join"], seat="1")
            line = listen(watcher, packed=packed)
            first, each = heard(line), []
            for tap in TAPS[:24]:
                host.ask("GET", host.table)
                assert host.tap(tap) == 200
                each.append(heard(line, 0.15))
            return first, each
        finally:
            server.kill()


def main() -> None:
    for packed in (True, False):
        name = "packed" if packed else "plain"
        first, each = wire(packed=packed)
        print(f"{name:7} first panel {first:5} bytes   a tap: median {median(each):5.0f}, most {max(each):5} bytes")
    for packed in (True, False) if "--wire" not in sys.argv else ():
        name = "packed" if packed else "plain"
        print(f"{name:7} {STREAMS} open streams: {memory(packed=packed):5.1f} kB each")


if __name__ == "__main__":
    main()
