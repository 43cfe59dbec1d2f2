"""If the network fails, a tap is recorded once, or the page says that the tap is not recorded.

Anna's phone, in Chromium and in WebKit, reaches the server through a proxy. Biel's taps are sent
without a page and without the proxy, so that they are recorded even if Anna's phone has no network.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Chromium, WebKit
from tests.phones import Phone
from tests.proxy import Proxy
from tests.server import Server, wait_until

NAMES = "Anna,Biel,Carme,Pep"
ANNA = '[name="seat"][value="0"]'
WAITS = "document.querySelectorAll('#strip .waits, .saving').length"
STRIP = "document.getElementById('strip').textContent"
VERSION = "Number(document.getElementById('table').dataset.version)"
TWO_MINUTES_ON_WAKING = """() => {  // the clock of a page, of which a moment asleep is two minutes
  const now = Date.now;
  let last = now(), slept = 0;
  const beat = () => {
    slept += now() - last > 300 ? 120_000 : 0;
    last = now();
  };
  Date.now = () => { beat(); return now() + slept; };
  setInterval(beat, 100);
}"""


@dataclass
class Bar:
    """A server and two phones. Only Anna's phone reaches the server through the proxy."""

    server: Server
    proxy: Proxy
    anna: Chromium | WebKit
    biel: Phone

    def taps(self, *taps: str) -> None:
        """Press the buttons of these taps on Anna's phone."""
        for tap in taps:
            self.anna.tap(tap)

    def taps_in_vain(self, *taps: str) -> None:
        """Let Anna tap while the network fails, and wait until the page says that her taps wait."""
        self.taps(*taps)
        self.anna.see("#strip .waits")

    def record(self) -> list[str]:
        """Return the taps that the server has recorded."""
        return re.findall(r"\S+@\S+", self.biel.record().rpartition("]")[2].partition(";")[0])

    def settles(self, *taps: str) -> None:
        """Wait until Anna's phone has sent all its taps.

        Check that the server has recorded exactly these taps, and that Anna sees them.
        """
        wait_until(lambda: self.anna.ask(WAITS) == 0, "something waits")
        assert self.record() == list(taps)
        wait_until(lambda: self.anna.ask(VERSION) == len(taps), "she does not see it")


@pytest.fixture(params=["chromium", "webkit"])
def anna(request: pytest.FixtureRequest) -> Chromium | WebKit:
    """Return Anna's phone. A test that uses it runs in Chromium and in WebKit."""
    if request.param == "webkit":
        return WebKit(request.getfixturevalue("webkit"))
    page = request.getfixturevalue("phone")()
    page.clock.install()  # the clock runs, and a test can set it forward
    return Chromium(page)


@pytest.fixture
def bar(mortal: Server, anna: Chromium | WebKit) -> Iterator[Bar]:
    proxy = Proxy(mortal.port)
    links = mortal.open_table(variant="catalan", names=NAMES, base_url=proxy.url)
    anna.open(links["join"])
    anna.press(ANNA)
    anna.see("#table")
    wait_until(lambda: bool(anna.ask("document.readyState === 'complete'")), "no page")
    yield Bar(mortal, proxy, anna, Phone(mortal, links["join"], 1))
    anna.open("about:blank")
    proxy.close()


@pytest.mark.parametrize("anna", ["webkit"], indirect=True)
@pytest.mark.parametrize("fault", [Proxy.is_silent, Proxy.resets, Proxy.refuses])
def test_taps_made_while_the_network_fails_are_recorded_when_the_network_is_back(
    bar: Bar, fault: Callable[[Proxy], None]
):
    fault(bar.proxy)
    bar.taps_in_vain("won@1", "won@2")
    bar.proxy.passes()
    bar.settles("won@1", "won@2")


@pytest.mark.parametrize("anna", ["chromium"], indirect=True)
@pytest.mark.parametrize(
    ("fault", "seconds"), [(Proxy.is_silent, 8), (Proxy.resets, 45), (Proxy.refuses, 8)]
)
def test_a_phone_keeps_retrying_while_the_network_fails(
    bar: Bar, fault: Callable[[Proxy], None], seconds: int
):
    fault(bar.proxy)
    bar.taps_in_vain("won@1", "won@2")
    for _ in range(seconds):
        bar.anna.page.clock.run_for(1000)
    bar.proxy.passes()
    bar.settles("won@1", "won@2")
    expect(bar.anna.page.locator("#contact")).to_be_hidden()


def test_taps_made_around_a_crash_of_the_server_are_recorded_after_its_restart(bar: Bar):
    bar.taps("won@1")
    wait_until(lambda: bar.anna.ask(f"{WAITS} > 0 || {VERSION} === 1"), "the tap was not taken")
    bar.server.kill()
    bar.taps_in_vain("won@2")
    bar.server.start()
    bar.settles("won@1", "won@2")


def test_a_page_reached_by_the_back_button_shows_the_current_state(bar: Bar):
    """The browser shows the page as it was left, and its script did not run in the meantime."""
    bar.anna.press('.bar a[href$="/sheet"]')
    bar.anna.see(".topic")
    assert bar.biel.tap("truc@1", 0, "biels") == 200
    bar.anna.go_back()
    bar.anna.see('#table[data-version="1"]')
    assert bar.biel.tap("yes@2", 1, "biels-next") == 200
    bar.anna.see('#table[data-version="2"]')
    bar.taps("won@1")
    bar.settles("truc@1", "yes@2", "won@1")


@pytest.mark.parametrize("anna", ["chromium"], indirect=True)
def test_a_stream_that_died_is_opened_again(bar: Bar):
    page = bar.anna.page
    page.route("**/panel*", lambda route: route.abort())  # only the stream brings panels
    bar.proxy.resets()
    expect(page.locator("#contact")).to_be_visible()
    bar.proxy.passes()
    assert bar.biel.tap("truc@1", 0, "biels") == 200
    expect(page.locator('#table[data-version="1"]')).to_be_attached()


def family(process: int) -> Iterator[int]:
    """Yield the ids of the processes that this process has started, directly or not."""
    for file in Path("/proc").glob(f"{process}/task/*/children"):
        for child in map(int, file.read_text().split()):
            yield child
            yield from family(child)


def signal_webkit(phone: WebKit, number: int) -> None:
    """Send the signal `number` to the processes of WebKit for pages and for the network."""
    children = [*family(phone.driver.service.process.pid)]
    engine = [child for child in children if "WebKit" in Path(f"/proc/{child}/comm").read_text()]
    assert len(engine) > 1
    for process in engine:
        os.kill(process, number)


@contextmanager
def asleep(phone: Chromium | WebKit) -> Iterator[None]:
    """Freeze a phone for a moment, and set its clock forward by two minutes."""
    if isinstance(phone, WebKit):
        phone.driver.execute_script(f"({TWO_MINUTES_ON_WAKING})()")
        signal_webkit(phone, signal.SIGSTOP)
        try:
            yield
        finally:
            signal_webkit(phone, signal.SIGCONT)
        return
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(0.5)  # until a request that was on its way is cut off too
    yield
    session.send("Page.setWebLifecycleState", {"state": "active"})
    phone.page.clock.fast_forward(120_000)


def test_a_phone_that_slept_for_two_minutes_says_that_its_tap_was_not_recorded(bar: Bar):
    """Anna taps without network, then her phone sleeps. While it sleeps, Biel taps."""
    bar.proxy.resets()
    bar.taps_in_vain("won@2")
    with asleep(bar.anna):
        bar.proxy.passes()
        assert bar.biel.tap("truc@1", 0, "biels") == 200
        assert bar.biel.tap("yes@2", 1, "biels-next") == 200
        bar.proxy.resets()
        bar.proxy.passes()
        assert bar.record() == ["truc@1", "yes@2"]
    bar.settles("truc@1", "yes@2")
    assert "Not recorded: Carme took the trick" in bar.anna.ask(STRIP)
    bar.taps("won@1")
    bar.settles("truc@1", "yes@2", "won@1")
