"""Play a game on two phones while other clients send hostile requests.

Every tap must be recorded once, and its time is measured.

In the second part, the other clients hold connections open with half a request each, and send
bodies of 300 MB that are refused.
"""

from __future__ import annotations

import random
import re
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from urllib.parse import urlsplit

from tests.bench.tap import Phone, phones, row
from tests.server import Server

REQUESTS = 10_000
AT_ONCE = 16
PACE = 0.05  # seconds between two taps
HALVES = 300
LARGE = 300_000_000
PIECE = b"x" * 65536
SECONDS = 10
GAME = ("truc@1", "yes@2", "won@1", "undo", "undo", "undo")  # for ever, without an end of the match
PATHS = (
    "/ /new /tables /c /phone /c/{c} /j/{t} /w/{t} /h/{t} /t/{c} /t/{c}/{p} /t/{x}/{p} /t/{c}/{p}"
).split()
PAGES = (
    "taps panel stream log record seats host rematch sheet host/revoke host/lock host/free %00"
).split()
LINES = (
    "Cookie: device={x}", "Cookie: device=\x01; place={x}", "Last-Event-ID: {x}",
    "Origin: http://evil.example",
    "Host: {x}", "Content-Length: 999999999", "Content-Length: -1", "Transfer-Encoding: chunked",
    "X-{x}: {x}",
    "Sec-Fetch-Site: cross-site", "Content-Type: multipart/form-data; boundary={x}",
    "HX-Request: true",
    "Accept-Encoding: {x}", "Range: bytes=0-0,5-",
    "Content-Type: application/x-www-form-urlencoded",
)  # fmt: skip
BODIES = (
    "", "tap=truc@1&seen=0&key={x}", "seat=0", "over=0", "&" * 5000, "[" * 5000,
    "name=%ff%00%ed%a0%80", "game={x}",
    "\r\n" * 99,
)  # fmt: skip


@dataclass(frozen=True)
class Figures:
    """The attackers' answers by status ("" if none came), the times of taps, the recorded taps."""

    answers: Counter[str]
    faults: int
    taps: list[float]
    recorded: int


class Attacker(threading.Thread):
    def __init__(self, server: Server, code: str, left: Iterator[int], most: int) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.code = code
        self.left = left
        self.most = most
        self.chance = random.Random(id(left))
        self.answers = []

    def run(self) -> None:
        while next(self.left) < self.most:
            self.answers.append(self.ask(self.request()))

    def request(self) -> bytes:
        pick = self.chance.choice
        junk = "".join(pick("abcXYZ019%<>\"'é\x7f.-_") for _ in range(pick((3, 22, 22, 300))))
        path = pick(PATHS).format(c=self.code, t=junk, x=junk, p=pick(PAGES))
        lines = [pick(LINES).format(x=junk) for _ in range(pick((0, 1, 2, 5)))]
        body = pick(BODIES).replace("{x}", junk)
        head = f"{pick(('GET', 'POST', 'POST', 'PUT', 'HEAD', 'BREW'))} {path} HTTP/1.1"
        length = [] if "Content-Length" in str(lines) else [f"Content-Length: {len(body.encode())}"]
        return "\r\n".join(
            (head, "Host: here", "Connection: close", *length, *lines, "", body)
        ).encode()

    def ask(self, request: bytes) -> bytes:
        with suppress(OSError), self.server.connection() as line:
            line.settimeout(2)
            line.sendall(request)
            return line.recv(2000)
        return b""


def play(host: Phone, other: Phone, until: threading.Event) -> list[float]:
    """Tap with two phones by turns until `until` is set; return the milliseconds of each tap."""
    took = []
    for turn in count():
        phone = (host, other)[turn % 2]
        text = GAME[turn % len(GAME)]
        assert phone.ask("GET", phone.table).status == 200
        begun = time.perf_counter()
        assert phone.tap(text) == 200, phone.page
        took.append(1000 * (time.perf_counter() - begun))
        if until.wait(PACE) and turn % len(GAME) == len(GAME) - 1:
            return took
    return took


def attacked(server: Server, most: int) -> Figures:
    everybody = [*phones(server)]
    host, other, *_ = everybody
    left = count()
    over = threading.Event()
    code = urlsplit(host.table).path.rpartition("/")[2]
    attackers = [Attacker(server, code, left, most) for _ in range(AT_ONCE)]
    for attacker in attackers:
        attacker.start()
    threading.Thread(
        target=lambda: ([attacker.join() for attacker in attackers], over.set()), daemon=True
    ).start()
    took = play(host, other, over)
    host.ask("GET", f"{host.table}/record")
    for phone in everybody:
        phone.line.close()
    answers = list(chain.from_iterable(attacker.answers for attacker in attackers))
    fault = re.compile(rb"HTTP/1.. 5(?!01)|.*Traceback", re.DOTALL)
    faults = [answer for answer in answers if fault.match(answer)]
    statuses = Counter(answer[9:12].decode(errors="replace") for answer in answers)
    return Figures(statuses, len(faults), took, len(re.sub(r"[;\[].*", "", host.page).split()))


def send_half_requests(server: Server, until: threading.Event) -> None:
    """Hold HALVES connections open, with half a request sent on each connection."""
    lines: list[socket.socket] = []
    while not until.wait(0.05):
        lines = [line for line in lines if is_open(line)]
        with suppress(OSError):
            while len(lines) < HALVES:
                lines.append(server.connection())
                lines[-1].sendall(b"POST /t/x/taps HTTP/1.1\r\nHost: x\r\nContent-Le")


def is_open(line: socket.socket) -> bool:
    with suppress(BlockingIOError, ConnectionError):
        return line.recv(1, socket.MSG_DONTWAIT) != b""
    return True


def send_large_bodies(server: Server, until: threading.Event) -> None:
    """Send one refused body after another, as many bytes of each as the server accepts."""
    while not until.is_set():
        with suppress(OSError), server.connection() as line:
            line.settimeout(5)
            line.sendall(b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % LARGE)
            for _ in range(LARGE // len(PIECE)):
                line.sendall(PIECE)
                if until.is_set():
                    return


def waits(
    server: Server, attack: Callable[[Server, threading.Event], None], number: int
) -> list[float]:
    over = threading.Event()
    attackers = []
    for _ in range(number):
        attackers.append(threading.Thread(target=attack, args=(server, over), daemon=True))
        attackers[-1].start()
    host, other, *_ = phones(server)
    threading.Timer(SECONDS, over.set).start()
    took = play(host, other, over)
    for attacker in attackers:
        attacker.join()
    return took


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            figures = attacked(server, int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS)
            halves = waits(server, send_half_requests, 1)
            bodies = waits(server, send_large_bodies, 4)
        finally:
            server.kill()
    print(
        f"{figures.answers.total()} hostile requests by {AT_ONCE} at once, "
        f"{figures.faults} faults of ours"
    )
    by_status = figures.answers.most_common()
    print("answered:", ", ".join(f"{status or 'nothing'} {n}" for status, n in by_status))
    print(f"{len(figures.taps)} taps of two phones meanwhile, {figures.recorded} recorded")
    print(row("a tap, sent to answered", figures.taps))
    print(f"{HALVES} half requests: longest of {len(halves)} taps {max(halves):.0f} ms")
    print(
        f"4 bodies of {LARGE // 1_000_000} MB at a time: longest of {len(bodies)} taps "
        f"{max(bodies):.0f} ms"
    )


if __name__ == "__main__":
    main()
