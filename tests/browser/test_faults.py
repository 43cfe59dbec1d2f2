"""Seven faults of a bar's network: no tap is lost, none is doubled, and every phone ends with the same state.

Two phones, each a browser context of its own, reach the server through a proxy. Both tap while the fault lasts.
A tap is either on the server's record exactly once, or its own phone says that it was not recorded, and why.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import button, take_seat
from tests.proxy import Proxy
from tests.server import Server, wait_until

NAMES = "Anna,Biel,Carme,Pep"
LABELS = {"won@1": "Biel took the trick", "won@2": "Carme took the trick", "truc@1": "Truc"}
LATER = "([tap, at]) => setTimeout(() => document.querySelector(`[data-tap='${tap}']`).click(), at - Date.now())"


@dataclass
class Bar:
    """A server, the network in between, Anna's and Biel's phones, and the taps each of them has made."""

    server: Server
    proxy: Proxy
    anna: Page
    biel: Page
    made: list[tuple[Page, str]] = field(default_factory=list)

    def tap(self, page: Page, *taps: str) -> None:
        for tap in taps:
            button(page, tap).click()
            self.made.append((page, tap))

    def both_tap(self) -> None:
        """Anna two tricks, Biel his truc: whoever comes second did not know of the first."""
        self.tap(self.anna, "won@1", "won@2")
        self.tap(self.biel, "truc@1")

    def record(self) -> list[str]:
        """What the server has recorded, asked for without the proxy."""
        code = self.anna.url.rpartition("/")[2]
        text = self.anna.request.get(f"{self.server.url}/t/{code}/record").text()
        return re.findall(r"\S+@\S+", text.rpartition("]")[2].partition(";")[0])


@pytest.fixture
def bar(mortal: Server, phone: Callable[..., Page]) -> Iterator[Bar]:
    proxy = Proxy(mortal.port)
    link = mortal.open_table(variant="catalan", names=NAMES, base_url=proxy.url)["join"]
    phones = [phone(), phone()]
    for seat, page in enumerate(phones):
        page.clock.install()  # the clocks of their pages go on by themselves, and further where a test says so
        take_seat(page, link, seat)
    yield Bar(mortal, proxy, *phones)
    proxy.close()


def says_it_waits(page: Page) -> None:
    expect(page.locator("#strip .waits")).to_be_visible()


def check(bar: Bar, seconds: float = 40) -> None:
    """Nothing waits any more; each tap is recorded once or said to be not; both phones show the server's state."""
    for page in (bar.anna, bar.biel):
        expect(page.locator("#strip .waits, .saving")).to_have_count(0, timeout=seconds * 1000)
    record = bar.record()
    for page, tap in bar.made:
        told = page.locator("#strip .refused", has_text=f"Not recorded: {LABELS[tap]}").count()
        assert record.count(tap) + told == 1, (tap, record, told)
    assert set(record) <= {tap for _, tap in bar.made}
    assert record, "whoever came first was recorded"
    for page in (bar.anna, bar.biel):
        expect(page.locator(f'#table[data-version="{len(record)}"]')).to_be_attached(timeout=20_000)
        expect(page.locator("#contact")).to_be_hidden(timeout=20_000)
    assert score(bar.anna) == score(bar.biel)


def score(page: Page) -> list[str | None]:
    return [
        page.locator("#table").get_attribute(f"data-{name}")
        for name in ("stamp", "score", "stake", "leader")
    ]


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [(Proxy.is_silent, 8), (Proxy.resets, 8), (Proxy.resets, 45), (Proxy.refuses, 8)],
)
def test_the_network_fails(bar, fault, seconds):
    fault(bar.proxy)
    bar.both_tap()
    for page in (bar.anna, bar.biel):
        says_it_waits(page)
    for _ in range(seconds):
        for page in (bar.anna, bar.biel):
            page.clock.run_for(1000)
    bar.proxy.passes()
    check(bar)


def test_the_server_is_killed_and_started_again(bar):
    bar.tap(bar.anna, "won@1")
    bar.server.kill()
    bar.tap(bar.biel, "truc@1")
    bar.tap(bar.anna, "won@2")
    for page in (bar.anna, bar.biel):
        says_it_waits(page)
    bar.server.start()
    check(bar)


def test_a_phone_is_suspended_for_two_minutes(bar):
    """Cut off, it taps and falls asleep; its connections are cut, and meanwhile the other phone goes on."""
    bar.proxy.resets()
    bar.tap(bar.anna, "won@2")
    says_it_waits(bar.anna)
    session = bar.anna.context.new_cdp_session(bar.anna)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(0.5)  # until a try that was on its way is cut off too
    bar.proxy.passes()
    bar.tap(bar.biel, "truc@1")
    expect(bar.biel.locator('#table[data-version="1"]')).to_be_attached(timeout=20_000)
    bar.proxy.resets()
    bar.proxy.passes()
    assert bar.record() == ["truc@1"]
    session.send("Page.setWebLifecycleState", {"state": "active"})
    bar.anna.clock.fast_forward(120_000)
    check(bar)
    expect(bar.anna.locator("#strip .refused")).to_contain_text("Biel was quicker")


def test_two_phones_tap_at_the_same_moment(bar):
    at = time.time() * 1000 + 1500
    for page, tap in ((bar.anna, "won@1"), (bar.biel, "truc@1")):
        page.evaluate(LATER, [tap, at])
        bar.made.append((page, tap))
    wait_until(lambda: time.time() * 1000 > at + 200, "")
    check(bar)
    assert len(bar.record()) == 1


def test_a_stream_that_died_is_opened_again(bar):
    bar.anna.route("**/panel*", lambda route: route.abort())  # nothing but the stream tells
    bar.proxy.resets()
    expect(bar.anna.locator("#contact")).to_be_visible()
    bar.proxy.passes()
    bar.tap(bar.biel, "truc@1")
    expect(bar.anna.locator('#table[data-version="1"]')).to_be_attached(timeout=20_000)
