"""Measure the time from a tap until the other phones have the new panel.

A table has four phones with open streams, and plays a game of legal taps.

The output has two times. The first is the time from sending a tap until the last phone has the
whole new panel. The second is the time of a request that the server answers without a body. It
shows how fast the machine is.
"""

from __future__ import annotations

import http.client
import re
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests.server import Server

TAPS = ("truc@1", "yes@2", "won@1", "won@2", "tied", "undo", "won@0", "hand@1") * 25


def cookies_of(headers: http.client.HTTPMessage) -> str:
    return "; ".join(text.partition(";")[0] for text in headers.get_all("Set-Cookie", ()))


class Phone:
    def __init__(self, server: Server, link: str, **seat: str) -> None:
        self.at = urlsplit(server.url).netloc
        self.line = http.client.HTTPConnection(self.at)
        answer = self.ask("POST", urlsplit(link).path, **(seat or {"host": "1"}))
        self.cookie = cookies_of(answer.headers)
        self.table = urlsplit(answer.headers["Location"]).path
        self.heard: list[float] = []
        self.listening = threading.Event()

    def ask(self, method: str, path: str, **form: str) -> http.client.HTTPResponse:
        headers = {
            "Cookie": getattr(self, "cookie", ""),
            "HX-Request": "true",
            "Accept-Encoding": "identity",
        }
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        self.line.request(method, path, urlencode(form) or None, headers)
        answer = self.line.getresponse()
        self.page = answer.read().decode()
        return answer

    def hidden(self, name: str) -> str:
        return re.search(rf'name="{name}" value="([^"]*)"', self.page)[1]

    def tap(self, text: str) -> int:
        return self.ask(
            "POST", f"{self.table}/taps", tap=text, seen=self.hidden("seen"), key=self.hidden("key")
        ).status

    def listen(self) -> None:
        """Open the stream, and record when each panel has arrived completely."""
        headers = {"Cookie": self.cookie, "Accept": "text/event-stream"}
        panel = False
        # The server may be killed while this phone listens.
        with closing(http.client.HTTPConnection(self.at)) as line, suppress(OSError, HTTPException):
            line.request("GET", f"{self.table}/stream", headers=headers)
            stream = line.getresponse()
            while text := stream.readline():
                panel = panel or text.startswith(b"event: panel")
                if panel and not text.strip():
                    self.heard.append(time.perf_counter())
                    panel = False
                    self.listening.set()


def phones(server: Server) -> Iterator[Phone]:
    links = server.open_table(variant="catalan", rules="target=99")
    yield Phone(server, links["host"])
    for seat in ("1", "2", "3"):
        yield Phone(server, links["join"], seat=seat)


def measure(server: Server) -> tuple[list[float], list[float]]:
    """Return two lists of milliseconds, with an entry for each tap.

    The first has the time until the last phone has the panel. The second has the time of a request
    that is answered without a body.
    """
    host, *others = phones(server)
    for phone in others:
        threading.Thread(target=phone.listen, daemon=True).start()
        assert phone.listening.wait(60)
    host.ask("GET", host.table)
    until = []
    smallest = []
    for number, text in enumerate(TAPS, start=2):
        begun = time.perf_counter()
        assert host.tap(text) == 200, host.page
        while any(len(phone.heard) < number for phone in others):
            time.sleep(0.0001)
        until.append(1000 * (max(phone.heard[number - 1] for phone in others) - begun))
        page = host.page
        begun = time.perf_counter()
        assert host.ask("GET", f"{host.table}/panel?seen={number - 1}").status == 204
        smallest.append(1000 * (time.perf_counter() - begun))
        host.page = page
    return until, smallest


def row(name: str, times: list[float]) -> str:
    slow = sorted(times)[int(len(times) * 0.99)]
    return f"{name:36} median {statistics.median(times):6.2f} ms   p99 {slow:6.2f} ms"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            until, smallest = measure(server)
        finally:
            server.kill()
    print(f"{len(until)} taps, one table, three other phones with open streams")
    print(row("tap sent to last phone's panel", until))
    print(row("smallest answer of the same server", smallest))


if __name__ == "__main__":
    main()
