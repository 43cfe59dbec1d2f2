"""Phones that talk to a real server: they tap, tap again if no answer comes, and open streams."""

from __future__ import annotations

import http.client
import re
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from urllib.parse import urlencode, urlsplit

from tests.server import Server, wait_until

AWAY = (
    OSError,
    ValueError,
    http.client.HTTPException,
)  # what a request raises if the server has stopped or is stopping


class Phone:
    """A phone at one table, with its cookie. `stamps` are the stamps that its stream received."""

    def __init__(self, server: Server, link: str, seat: int | None = None) -> None:
        self.server = server
        self.cookie = ""
        self.answer = ""
        self.stamps: list[str] = []
        path = urlsplit(link).path
        form = {"cookies": "kept"} if seat is None else {"seat": str(seat)}
        if path.startswith("/w/"):
            _, headers = self.ask("GET", path)
        else:
            _, headers = self.ask("POST", path, **form)
        cookies = headers.get_all("Set-Cookie", ())
        self.cookie = "; ".join(cookie.partition(";")[0] for cookie in cookies)
        self.table = urlsplit(headers["Location"]).path

    def ask(self, method: str, path: str, **form: str) -> tuple[int, http.client.HTTPMessage]:
        """Send a request on a new connection, and keep the text of the answer in `answer`."""
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=40)
        headers = {"Cookie": self.cookie, "HX-Request": "true", "Sec-Fetch-Site": "same-origin"}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        with closing(line):
            line.request(method, path, urlencode(form) or None, headers)
            with line.getresponse() as answer:
                self.answer = answer.read().decode()
                return answer.status, answer.headers

    def tap(self, text: str, seen: int, key: str) -> int:
        """Send a tap and return the status of the answer, or 0 if there is none."""
        with suppress(*AWAY):
            return self.ask("POST", f"{self.table}/taps", tap=text, seen=str(seen), key=key)[0]
        return 0

    def insist(self, text: str, seen: int, key: str, seconds: float = 60) -> int:
        """Send the same tap again until the server answers, as the queue of a phone does."""
        end = time.monotonic() + seconds
        while (status := self.tap(text, seen, key)) in (0, 502, 503):
            assert time.monotonic() < end, (
                f"no answer to {text} for {seconds} s: {status} {self.answer[:200]}"
            )
            time.sleep(0.05)
        return status

    def is_served(self) -> bool:
        with suppress(*AWAY):
            return self.ask("GET", self.table)[0] == 200
        return False

    def record(self) -> str:
        status, _ = self.ask("GET", f"{self.table}/record")
        assert status == 200, self.answer
        return self.answer

    def keys(self) -> list[str]:
        return re.sub(r";.*|\[.*", "", self.record()).split()

    @property
    def version(self) -> int:
        return int(self.stamps[-1].partition(".")[0]) if self.stamps else -1

    def listen(self) -> Phone:
        """Open a stream in a thread, and open it again whenever it breaks."""
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def _listen(self) -> None:
        answered = time.monotonic()
        while time.monotonic() - answered < 60:
            with suppress(*AWAY):
                for line in self._heard():
                    answered = time.monotonic()
                    if line.startswith("id: "):
                        self.stamps.append(line[4:].strip())
            time.sleep(0.2)

    def _heard(self) -> Iterator[str]:
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=40)
        last = {"Last-Event-ID": self.stamps[-1]} if self.stamps else {}
        with closing(line):
            line.request("GET", f"{self.table}/stream", headers={"Cookie": self.cookie} | last)
            with line.getresponse() as stream:
                while text := stream.readline().decode():
                    yield text


class Tapper(threading.Thread):
    """A phone, alone at a table, that taps again after each answer until `stop` is called.

    * `answered`: how many of its taps were answered. None of them may be lost.
    * `pause`: the seconds between an answer and the next tap.
    """

    def __init__(self, server: Server, name: str, pause: float = 0.02) -> None:
        super().__init__(daemon=True)
        self.pause = pause
        self.phone = Phone(server, server.open_table(rules="target=99")["host"])
        self.prefix = name
        self.answered = 0
        self.going = True
        self.trouble = ""

    def run(self) -> None:
        try:
            while self.going:
                text = "undo" if self.answered % 2 else "truc@1"
                status = self.phone.insist(text, self.answered, f"{self.prefix}-{self.answered}")
                assert status == 200, f"{status}: {self.phone.answer}"
                self.answered += 1
                time.sleep(self.pause)
        except BaseException as error:  # `check` fails because of it, in the thread of the test
            self.trouble = f"tap {self.answered}: {error}"

    def goes_on(self, taps: int = 8) -> None:
        """Wait until `taps` more taps are answered.

        Load is counted in taps and not in seconds, because some machines are slow.
        """
        goal = self.answered + taps
        wait_until(
            lambda: self.answered >= goal or bool(self.trouble),
            f"only {self.answered} of {goal} taps",
        )

    def stop(self) -> None:
        self.going = False
        self.join(60)

    def check(self) -> None:
        """Check that the log has every answered tap once, in the order of sending."""
        assert not self.trouble, self.trouble
        expected = ["undo" if number % 2 else "truc@1" for number in range(self.answered)]
        assert self.phone.keys() == expected
