"""A bar's network in the second engine: what is tapped while it fails is recorded once, or said to be not."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.phones import WebKit
from tests.phones import Phone
from tests.proxy import Proxy
from tests.server import Server, wait_until

NAMES = "Anna,Biel,Carme,Pep"
ANNA = '[name="seat"][value="0"]'
WAITS = "document.querySelectorAll('#strip .waits, .saving').length"
STRIP = "document.getElementById('strip').textContent"
TWO_MINUTES_ON_WAKING = """  // the clock of a page, of which a moment asleep is two minutes
const now = Date.now;
let last = now(), slept = 0;
const beat = () => {
  slept += now() - last > 300 ? 120_000 : 0;
  last = now();
};
Date.now = () => { beat(); return now() + slept; };
setInterval(beat, 100);
"""
VERSION = "Number(document.getElementById('table').dataset.version)"


@dataclass
class Bar:
    """A server, the network in between, Anna's phone with WebKit, and Biel's, which needs no page and no network."""

    server: Server
    proxy: Proxy
    anna: WebKit
    biel: Phone

    def taps(self, *taps: str) -> None:
        for tap in taps:
            self.anna.press(f'[data-tap="{tap}"]')

    def record(self) -> list[str]:
        return re.findall(r"\S+@\S+", self.biel.record().rpartition("]")[2].partition(";")[0])

    def settles(self, *taps: str) -> None:
        """Until nothing waits and Anna sees what the server has: exactly these taps, in this order."""
        wait_until(lambda: self.anna.ask(WAITS) == 0, "something waits", 40)
        assert self.record() == list(taps)
        wait_until(lambda: self.anna.ask(VERSION) == len(taps), "she does not see it", 20)


@pytest.fixture
def bar(mortal: Server, webkit) -> Iterator[Bar]:
    proxy = Proxy(mortal.port)
    links = mortal.open_table(variant="catalan", names=NAMES, base_url=proxy.url)
    anna = WebKit(webkit)
    anna.open(links["join"])
    anna.press(ANNA)
    anna.see("#table")
    wait_until(
        lambda: bool(anna.ask("document.readyState === 'complete'")), "the page is not there"
    )
    yield Bar(mortal, proxy, anna, Phone(mortal, links["join"], 1))
    anna.open("about:blank")
    proxy.close()


@pytest.mark.parametrize("fault", [Proxy.is_silent, Proxy.resets, Proxy.refuses])
def test_the_network_fails(bar: Bar, fault: Callable[[Proxy], None]):
    fault(bar.proxy)
    bar.taps("won@1", "won@2")
    bar.anna.see("#strip .waits")
    bar.proxy.passes()
    bar.settles("won@1", "won@2")


def test_the_server_is_killed_and_started_again(bar: Bar):
    bar.taps("won@1")
    wait_until(lambda: bar.anna.ask(f"{WAITS} > 0 || {VERSION} === 1"), "the tap was not taken")
    bar.server.kill()
    bar.taps("won@2")
    bar.anna.see("#strip .waits")
    bar.server.start()
    bar.settles("won@1", "won@2")


def test_a_tap_that_came_second_is_said_to_be_not_recorded(bar: Bar):
    bar.proxy.resets()
    bar.taps("won@2")
    bar.anna.see("#strip .waits")
    assert bar.biel.tap("truc@1", 0, "biels") == 200
    bar.proxy.passes()
    bar.settles("truc@1")
    assert "Not recorded: Carme took the trick" in bar.anna.ask(STRIP)


def test_a_page_that_comes_back_from_the_past_shows_the_present(bar: Bar):
    """The way back leads to the page as it was left, with its script asleep until then."""
    bar.anna.press('.bar a[href$="/sheet"]')
    bar.anna.see(".topic")
    assert bar.biel.tap("truc@1", 0, "biels") == 200
    bar.anna.driver.back()
    bar.anna.see('#table[data-version="1"]')
    assert bar.biel.tap("yes@2", 1, "biels-next") == 200
    bar.anna.see('#table[data-version="2"]')
    bar.taps("won@1")
    bar.settles("truc@1", "yes@2", "won@1")


def family(process: int) -> Iterator[int]:
    """The processes begun by a process, and by those."""
    for file in Path("/proc").glob(f"{process}/task/*/children"):
        for child in map(int, file.read_text().split()):
            yield child
            yield from family(child)


def signalled(phone: WebKit, number: int) -> None:
    """What the system of a phone does that falls asleep or wakes: to the pages and to the connections at once."""
    engine = [
        child for child in family(phone.driver.service.process.pid) if "WebKit" in name_of(child)
    ]
    assert len(engine) > 1
    for process in engine:
        os.kill(process, number)


def name_of(process: int) -> str:
    return Path(f"/proc/{process}/comm").read_text()


def test_a_phone_is_asleep_for_two_minutes(bar: Bar):
    """Cut off it taps; its page and its connections stop. Meanwhile they are cut and the others go on."""
    bar.proxy.resets()
    bar.taps("won@2")
    bar.anna.see("#strip .waits")
    bar.anna.driver.execute_script(TWO_MINUTES_ON_WAKING)
    signalled(bar.anna, signal.SIGSTOP)
    try:
        bar.proxy.passes()
        assert bar.biel.tap("truc@1", 0, "biels") == 200
        assert bar.biel.tap("yes@2", 1, "biels-next") == 200
        bar.proxy.resets()
        bar.proxy.passes()
        assert bar.record() == ["truc@1", "yes@2"]
    finally:
        signalled(bar.anna, signal.SIGCONT)
    bar.settles("truc@1", "yes@2")
    assert "Not recorded: Carme took the trick" in bar.anna.ask(STRIP)
    bar.taps("won@1")
    bar.settles("truc@1", "yes@2", "won@1")
