"""A connection of a phone holds what has arrived on it and what is still to be sent."""

from __future__ import annotations

import socket
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import h11

LINE = 4096  # bytes of an address
FIELDS = 100  # headers of a request
HEAD = 16 * 1024  # bytes of an address and its headers together
BODY = 64 * 1024  # bytes of a body that is read before a thread answers the request
PIECE = 64 * 1024  # bytes read at a time
CHUNKS = 1000  # of a body, and one more for each kilobyte; each costs as much as a small request

Event = h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]
Address = Any  # as the socket gives it: of IPv4 or of IPv6


class Connection:
    """A connection, and the request that is arriving on it or being answered."""

    def __init__(self, sock: socket.socket, address: Address) -> None:
        sock.settimeout(0)  # nobody waits for it; `send_all` and a large body do for a moment
        self.sock = sock
        self.address = address
        self.http = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD)
        self._unsent = b""
        self._sent = 0  # bytes of that
        self.deadline = 0.0  # a moment of the monotonic clock; the loop closes the connection then
        self.is_leaving = False  # the last answer is sent, and what still arrives is thrown away
        self.discarded = 0  # bytes that were
        self.closed_by_phone = False
        self._expect_request(0)

    def _expect_request(self, arrived: int) -> None:
        self.arrived = arrived  # bytes of the next request
        self.head: h11.Request | None = None
        self.body = bytearray()
        self.chunks = 0  # of the body
        self.is_whole = False

    def take_in(self, data: bytes) -> None:
        """Add what has arrived; nothing means that the phone will send no more."""
        self.arrived += len(data)
        self.http.receive_data(data)

    def read_on(self) -> None:
        """Read what is there of a request: its head, and as much of its body as is kept.

        Raises RemoteProtocolError, with a status, for what is no request.
        """
        while not self.is_ready:
            event = self.next_event()
            if isinstance(event, h11.Request):
                check_head(event)
                self.head = event
            elif isinstance(event, h11.Data):
                self.body += event.data
            elif isinstance(event, h11.EndOfMessage):
                self.is_whole = True
            else:
                self.closed_by_phone = isinstance(event, h11.ConnectionClosed)
                return

    def next_event(self) -> Event:
        """Return what h11 finds next in what has arrived. Raises RemoteProtocolError."""
        event = self.http.next_event()
        if isinstance(event, h11.Data) and event.chunk_start:
            self.chunks += 1
            if self.chunks > CHUNKS + self.arrived // 1000:
                raise h11.RemoteProtocolError("the chunks are too small", error_status_hint=413)
        return event

    @property
    def request(self) -> h11.Request:
        """The head of the request that has arrived."""
        if self.head is None:
            raise RuntimeError("no request has arrived")
        return self.head

    @property
    def is_ready(self) -> bool:
        """Whether a thread can answer: the request is whole, or its body too large to wait for."""
        return self.is_whole or (self.head is not None and self.is_large)

    @property
    def is_large(self) -> bool:
        """Whether the body is, or is announced to be, larger than what is read beforehand."""
        return max(announced_length(self.head), len(self.body)) > BODY

    @property
    def waits_for_continue(self) -> bool:
        """Whether the phone sends its body only once it is told to."""
        return bool(self.http.they_are_waiting_for_100_continue)

    def tell_to_continue(self) -> None:
        """Ask for the body."""
        self.add(h11.InformationalResponse(status_code=100, headers=[]))
        self.send_some()

    def add(self, event: h11.Event) -> None:
        """Add a part of an answer. Raises LocalProtocolError if it cannot be one."""
        self._unsent += self.http.send(event) or b""

    @property
    def has_unsent(self) -> bool:
        """Whether something is still to be sent."""
        return bool(self._unsent)

    def send_some(self) -> None:
        """Send as much as the phone takes now. Raises OSError when it is gone."""
        data = memoryview(self._unsent)
        with suppress(BlockingIOError):
            while self._sent < len(data):
                self._sent += self.sock.send(data[self._sent :])
        if self._sent == len(data):
            self.drop_unsent()

    def drop_unsent(self) -> None:
        """Forget what is still to be sent."""
        self._unsent = b""
        self._sent = 0

    def send_all(self, patience: float) -> None:
        """Send everything, and wait for the phone to take it.

        Raises OSError when it is gone or takes too long.
        """
        self.send_some()
        if self._unsent:
            self.sock.settimeout(patience)
            self.sock.sendall(self._unsent[self._sent :])
            self.sock.settimeout(0)
            self.drop_unsent()

    def answer_plainly(self, status: int, sentence: str) -> None:
        """Answer with one line of text, and say that the connection ends."""
        text = f"{sentence}\n".encode()
        length = str(len(text))
        headers = [
            ("Content-Type", "text/plain"),
            ("Content-Length", length),
            ("Connection", "close"),
        ]
        if self.http.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            reason = HTTPStatus(status).phrase
            self.add(h11.Response(status_code=status, reason=reason, headers=headers))
            if not self._asks_for_head:
                self.add(h11.Data(data=text))

    @property
    def _asks_for_head(self) -> bool:
        return self.head is not None and self.head.method == b"HEAD"

    def give_up(self) -> None:
        """Send nothing more: the answer cannot be completed."""
        self.drop_unsent()
        self.http.send_failed()

    def begin_next_request(self) -> bool:
        """Make ready for the next request; False if the connection must end after this answer."""
        if self.http.our_state is not h11.DONE or self.http.their_state is not h11.DONE:
            return False
        self.http.start_next_cycle()
        self._expect_request(len(self.http.trailing_data[0]))
        return True

    @property
    def has_more(self) -> bool:
        """Whether bytes may have come that nobody has read.

        Then the system of the phone may throw the answer away if the connection is closed at once.
        """
        is_sending = self.http.their_state not in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED)
        return is_sending or bool(self.http.trailing_data[0])

    def discard(self) -> bool:
        """Throw away what has arrived; False once the phone has closed the connection.

        Raises OSError.
        """
        try:
            data = self.sock.recv(PIECE)
        except BlockingIOError:
            return True
        self.discarded += len(data)
        return bool(data)

    @property
    def has_gone(self) -> bool:
        """Whether the phone has hung up."""
        try:
            return not self.sock.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True


def check_head(head: h11.Request) -> None:
    """Raise RemoteProtocolError, with a status, for a head that h11 takes and we do not."""
    if len(head.target) > LINE:
        raise h11.RemoteProtocolError("the address is too long", error_status_hint=414)
    size = sum(len(name) + len(value) for name, value in head.headers)
    if len(head.headers) > FIELDS or size > HEAD:
        raise h11.RemoteProtocolError("the headers are too many or too long", error_status_hint=431)
    if head.http_version not in (b"1.0", b"1.1"):
        raise h11.RemoteProtocolError("HTTP 1 is spoken here", error_status_hint=505)


def announced_length(head: h11.Request | None) -> int:
    """Return the length that a request announces for its body, 0 if it announces none."""
    for name, value in head.headers if head else ():
        if name == b"content-length":
            return int(value)
    return 0
