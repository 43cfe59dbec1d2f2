"""Measure the longest wait of a phone while another phone requests something that takes long.

Examples are the first sheet of a game and a long log. Before each measurement, the longest wait of
the same phone is also measured without other requests, for comparison.
"""

from __future__ import annotations

import http.client
import json
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, product
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from companion import variants
from companion.engine.variant import Variant
from tests.bench.tap import Phone, phones
from tests.server import COMPANION, Server

GAMES = tuple(variants.VARIANTS.values())
PACE = 0.002  # seconds between two requests of the phone that waits
AT_REST = 0.3  # seconds in which nobody else asks for anything
TAPS = 10_000
HAND = "truc@1 yes@2 won@1 undo undo undo "  # can be repeated without end
AT_ONCE = 16  # phones that each ask for a sheet at the same time


class Waiting(threading.Thread):
    """A phone that requests its panel again and again, and remembers its longest wait."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(daemon=True)
        self.phone = phone
        self.longest = 0.0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(PACE):
            begun = time.perf_counter()
            assert self.phone.ask("GET", f"{self.phone.table}/panel?seen=0.0").status < 400
            self.longest = max(self.longest, time.perf_counter() - begun)


def longest_wait(phone: Phone, work: Callable[[], object]) -> tuple[float, float]:
    """Return milliseconds: the phone's longest wait during `work`, and the duration of `work`."""
    waiting = Waiting(phone)
    waiting.start()
    begun = time.perf_counter()
    work()
    took = time.perf_counter() - begun
    waiting.over.set()
    waiting.join()
    return 1000 * waiting.longest, 1000 * took


def record(taps: int) -> str:
    words = (HAND * (taps // len(HAND.split()) + 1)).split()[:taps]
    return (
        '[Variant "catalan"]\n[Players "Anna,Biel,Carme,Pep"]\n[Rules "target=99"]\n\n'
        + " ".join(words)
        + "\n"
    )


def imported(server: Server) -> dict[str, str]:
    """Import a long log by `companion import` while the server runs. Return the table's links."""
    file = server.folder / "long.truc"
    file.write_text(record(TAPS))
    command = (*COMPANION, "import", str(file), "--base-url", server.url)
    done = subprocess.run(
        command, env=server.environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    links: dict[str, str] = json.loads(done.stdout)
    return links


def sheets(game: Variant) -> Iterator[str]:
    """Yield the addresses of the sheets of a game.

    For each number of players, there is a sheet for every preset of house rules, and a sheet with
    a target of 97.
    """
    for seats in game.seats:
        for house in (*(preset.house for preset in game.presets), (("target", "97"),)):
            rules = "+".join(f"{key}={value}" for key, value in house)
            yield f"/games/{game.id}/sheet?seats={seats}&rules={rules}"


def forms(game: Variant) -> Iterator[str]:
    yield f"/new?game={game.id}"
    for seats, preset in product(game.seats, game.presets):
        yield "/new?" + urlencode({"game": game.id, "seats": seats, "preset": preset.name})


def asked(server: Server, *paths: str, cookie: str = "") -> None:
    line = http.client.HTTPConnection(urlsplit(server.url).netloc)
    for path in paths:
        line.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": "identity"})
        answer = line.getresponse()
        answer.read()
        assert answer.status < 400, (path, answer.status)


def all_at_once(server: Server) -> None:
    """Request many sheets at the same time. None of them was requested before."""
    paths = [f"/games/argentine/sheet?rules=target={number}" for number in range(50, 50 + AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as phones:
        list(phones.map(lambda path: asked(server, path), paths))


def everything(server: Server) -> Iterator[tuple[str, Callable[[], object]]]:
    for game in GAMES:
        yield f"sheets of {game.id}", lambda game=game: asked(server, *sheets(game))
    yield f"{AT_ONCE} sheets at once", lambda: all_at_once(server)
    every_form = list(chain.from_iterable(map(forms, GAMES)))
    yield "forms of a new table", lambda: asked(server, *every_form)
    yield "gallery of states", lambda: asked(server, "/style", "/style/envido-first", "/style/vira")
    yield (
        "privacy, first page, offline page",
        lambda: asked(server, "/privacy", "/", "/offline", "/sw.js"),
    )
    links = dict[str, str]()
    yield f"import of {TAPS} taps", lambda: links.update(imported(server))
    hosts: list[Phone] = []
    yield "that table, opened", lambda: hosts.append(Phone(server, links["host"]))
    table = hosts[0].table
    cookie = hosts[0].cookie
    for page in ("", "/log", "/record", "/seats", "/host", "/sheet", "/flat", "/tv", "/calls"):
        yield (
            f"its page {page or '/'}",
            lambda page=page: asked(server, table + page, cookie=cookie),
        )
    yield (
        "its host's tables, with their summaries",
        lambda: asked(server, "/", "/phone", cookie=cookie),
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            waiting, *_ = phones(server)
            # Let the server read its templates, which it does once.
            asked(server, "/", "/new?game=catalan", "/games/catalan/sheet")
            for name, work in everything(server):
                at_rest, _ = longest_wait(waiting, lambda: time.sleep(AT_REST))
                longest, took = longest_wait(waiting, work)
                print(
                    f"{name:44} longest wait of others {longest:6.1f} ms (at rest {at_rest:5.1f})  "
                    f" took {took:7.0f} ms"
                )
        finally:
            server.kill()


if __name__ == "__main__":
    main()
