"""Simulate phones that cost little processor time.

The phones send a server the same requests as a browser, and read the server's answers, on plain
sockets in one event loop. A phone posts its taps on one connection and has its event stream on
another. It tells its table (`Play`) what has arrived.
"""

from __future__ import annotations

import asyncio
import zlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.bench.load import Play

BROWSER = (  # headers that a browser sends with each request; parsing them is work of the server
    "User-Agent: Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/131.0 Mobile",
    "Accept-Language: ca,es;q=0.8,en;q=0.6",
    "Sec-Fetch-Site: same-origin",
    "Sec-Fetch-Mode: cors",
    "Sec-Fetch-Dest: empty",
)


class Line(asyncio.Protocol):
    def __init__(self) -> None:
        self.buffer = b""
        self.bytes = 0
        self.gone = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self.gone = True

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self.buffer = self.buffer + data if self.buffer else data
        while self.buffer and self.found():
            pass

    def found(self) -> bool:
        raise NotImplementedError

    def head(self) -> tuple[int, bytes] | None:
        """Remove the status and the headers from the buffer, and return them.

        Return None, and remove nothing, if they have not arrived completely.
        """
        head, blank, rest = self.buffer.partition(b"\r\n\r\n")
        if not blank:
            return None
        self.buffer = rest
        return int(head[9:12]), head.lower()


class Answers(Line):
    def __init__(self, phone: Phone) -> None:
        super().__init__()
        self.phone = phone
        self.length = -1
        self.status = 0

    def found(self) -> bool:
        if self.length < 0:
            head = self.head()
            if head is None:
                return False
            self.status, lines = head
            self.length = int(lines.partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        if len(self.buffer) < self.length:
            return False
        self.text = self.buffer[: self.length]
        self.buffer = self.buffer[self.length :]
        self.length = -1
        self.phone.answered(self.status)
        return True


class Events(Line):
    """An event stream, compressed or not, that one phone of the benchmark reads.

    For each panel that arrives, `phone.heard` is called with the version of the panel.
    """

    def __init__(self, phone: Phone) -> None:
        super().__init__()
        self.phone = phone
        self.open = False
        self.text = b""
        self.unpacked: Any = None

    def found(self) -> bool:
        if not self.open:
            return self.begun()
        size, line, rest = self.buffer.partition(b"\r\n")
        end = int(size, 16) if line else 0
        if not line or len(rest) < end + 2:
            return False
        self.buffer = rest[end + 2 :]
        self.piece(rest[:end])
        return True

    def begun(self) -> bool:
        head = self.head()
        if head is None:
            return False
        assert head[0] == 200, head
        self.open = True
        if b"content-encoding: gzip" in head[1]:
            self.unpacked = zlib.decompressobj(31).decompress
        self.phone.connected()
        return True

    def piece(self, data: bytes) -> None:
        self.text += self.unpacked(data) if self.unpacked else data
        if not self.text.endswith(b"\n\n"):
            return
        for event in self.text.split(b"\n\n"):
            if event.startswith(b"id: "):
                self.phone.heard(int(event[4 : event.index(b".")]))
        self.text = b""


class Phone:
    """A phone at a table that is being played."""

    posts: Answers | None = None

    def __init__(self, play: Play, number: int, port: int, *, packed: bool) -> None:
        self.play = play
        self.number = number
        self.port = port
        self.packed = packed
        self.cookie = play.table.cookies[number]
        self.code = play.table.code
        self.ready = asyncio.Event()

    def connected(self) -> None:
        self.ready.set()

    def heard(self, version: int) -> None:
        self.play.heard(self.number, version)

    async def line(self, made: Line) -> Any:
        await asyncio.get_running_loop().create_connection(lambda: made, "127.0.0.1", self.port)
        return made

    async def listen(self) -> None:
        """Open the stream, like a phone whose page already shows the present panel."""
        self.stream = await self.line(Events(self))
        seen = f"{self.play.version}.0"
        self.stream.transport.write(
            self.request("GET", f"stream?seen={seen}", "Accept: text/event-stream")
        )
        await self.ready.wait()

    async def dial(self) -> None:
        """Open the connection for taps."""
        if self.posts is None or self.posts.gone:
            self.posts = await self.line(Answers(self))

    def tap(self, text: str, seen: int) -> None:
        if self.posts.gone:  # the server has closed the connection, which was unused for long
            self.again = asyncio.ensure_future(self.tap_again(text, seen))
            return
        form = f"tap={text.replace('=', '%3D')}&seen={seen}&key=k{seen}".encode()
        head = self.request(
            "POST",
            "taps",
            "HX-Request: true",
            "Prefer: return=minimal",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(form)}",
        )
        self.posts.transport.write(head + form)

    async def tap_again(self, text: str, seen: int) -> None:
        await self.dial()
        self.tap(text, seen)

    def answered(self, status: int) -> None:
        self.play.answered(self.number, status, self.posts.text)

    def request(self, method: str, path: str, *lines: str) -> bytes:
        accept = (f"Accept-Encoding: {'gzip' if self.packed else 'identity'}",)
        head = (
            f"{method} /t/{self.code}/{path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {self.cookie}",
        )
        return "\r\n".join((*head, *BROWSER, *accept, *lines, "", "")).encode()
