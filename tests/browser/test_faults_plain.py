"""Without JavaScript a form is sent again with its key, and recorded once whatever went wrong."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import button, wait_for
from tests.proxy import Proxy
from tests.server import Server

DAY = 24 * 60 * 60
RUN = """{}
from companion import cli; raise SystemExit(cli.main())"""
NEWER = "from companion.web import assets; assets.release = lambda bundles: 'newer123'"
SHIFTED = """
import time, datetime
real, usual = time.time, datetime.datetime
time.time = lambda: real() + {0}
class Shifted(usual):
    @classmethod
    def now(cls, tz=None):
        return usual.now(tz) + datetime.timedelta(seconds={0})
datetime.datetime = Shifted
"""


@dataclass
class Bar:
    """A server, the network in between, and a phone without JavaScript at its table."""

    server: Server
    proxy: Proxy
    anna: Page
    code: str

    def recorded(self) -> list[str]:
        """Return the taps that the server has recorded, asked for without the proxy."""
        text = self.anna.request.get(f"{self.server.url}/t/{self.code}/record").text()
        return re.findall(r"\S+@\S+", text.rpartition("]")[2].partition(";")[0])

    def taps_in_vain(self, tap: str) -> None:
        """Nobody answers, and the browser says so in its own words."""
        with self.anna.expect_event("requestfailed", lambda request: request.method == "POST"):
            button(self.anna, tap).click(no_wait_after=True)
        expect(self.anna.locator("#table")).to_have_count(0)

    def sends_again(self) -> None:
        """Send the same form with the same key, as the browser offers after a failure."""
        with self.anna.expect_request(lambda request: request.method == "POST"):
            self.anna.reload()

    def has(self, *taps: str) -> None:
        """Exactly these are recorded, and the phone shows them."""
        wait_for(self.anna, len(taps))
        assert self.recorded() == list(taps)

    def starts_as(self, program: str) -> None:
        """The server goes, and another comes in its place."""
        self.server.stop()
        self.server.program = (sys.executable, "-c", RUN.format(program))
        self.server.start()


@pytest.fixture
def bar(mortal: Server, phone: Callable[..., Page]) -> Iterator[Bar]:
    proxy = Proxy(mortal.port)
    links = mortal.open_table(variant="catalan", names="Anna,Biel,Carme,Pep", base_url=proxy.url)
    anna = phone(java_script_enabled=False)
    anna.goto(links["join"])
    anna.locator('[name="seat"][value="0"]').click()
    wait_for(anna, 0)
    yield Bar(mortal, proxy, anna, links["code"])
    proxy.close()


@pytest.mark.parametrize("fault", [Proxy.resets, Proxy.refuses])
def test_a_form_that_the_network_dropped_is_recorded_once_when_sent_again(
    bar: Bar, fault: Callable[[Proxy], None]
) -> None:
    fault(bar.proxy)
    bar.taps_in_vain("won@1")
    bar.proxy.passes()
    bar.sends_again()
    bar.has("won@1")


def test_plain_forms_sent_around_a_crash_of_the_server_are_recorded_once_each(bar: Bar) -> None:
    button(bar.anna, "won@1").click()
    wait_for(bar.anna, 1)
    bar.server.kill()
    bar.taps_in_vain("won@2")
    bar.server.start()
    bar.sends_again()
    bar.has("won@1", "won@2")


def test_a_plain_form_whose_answer_was_lost_is_recorded_once(bar: Bar) -> None:
    """The form is sent again after a restart and is no second tap; a later tap counts."""

    def loses_the_answer(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    bar.anna.route("**/taps", loses_the_answer)
    bar.taps_in_vain("won@1")
    bar.anna.unroute("**/taps")
    assert bar.recorded() == ["won@1"]
    bar.server.kill()
    bar.server.start()
    bar.sends_again()
    bar.has("won@1")
    button(bar.anna, "won@2").click()
    bar.has("won@1", "won@2")


def test_a_plain_form_of_the_previous_release_is_recorded(bar: Bar) -> None:
    """The tap counts, and the page that answers is of the new release with its styles."""
    facts = bar.anna.locator("#table")
    missing = list[str]()
    older = facts.get_attribute("data-release")
    bar.anna.on(
        "response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None
    )
    bar.starts_as(NEWER)
    button(bar.anna, "won@1").click()
    bar.has("won@1")
    assert older != "newer123"
    expect(facts).to_have_attribute("data-release", "newer123")
    assert not missing


@pytest.mark.parametrize("seconds", [DAY, -DAY])
def test_a_server_whose_clock_is_a_day_wrong_records_plain_taps(bar: Bar, seconds: int) -> None:
    """A test cannot set the phone's clock, so it sets the server's; taps of the phone count."""
    bar.starts_as(SHIFTED.format(seconds))
    said = parsedate_to_datetime(bar.anna.request.get(f"{bar.server.url}/offline").headers["date"])
    assert abs(said.timestamp() - time.time() - seconds) < DAY / 2
    for number, tap in enumerate(("won@1", "won@2"), start=1):
        button(bar.anna, tap).click()
        wait_for(bar.anna, number)
    bar.has("won@1", "won@2")
    bar.anna.goto(f"{bar.proxy.url}/t/{bar.code}")
    bar.has("won@1", "won@2")
