"""Without JavaScript, a form that is sent again has the same key, so its tap is recorded once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import button, wait_for
from tests.proxy import Proxy
from tests.server import Server


@dataclass
class Bar:
    """A server, a proxy as its network, and a phone without JavaScript at a table."""

    server: Server
    proxy: Proxy
    anna: Page
    code: str

    def recorded(self) -> list[str]:
        """Return the taps that the server has recorded. It is asked without the proxy."""
        text = self.anna.request.get(f"{self.server.url}/t/{self.code}/record").text()
        return re.findall(r"\S+@\S+", text.rpartition("]")[2].partition(";")[0])

    def taps_in_vain(self, tap: str) -> None:
        """Press the button while the server does not answer.

        The browser then shows its error page.
        """
        with self.anna.expect_event("requestfailed", lambda request: request.method == "POST"):
            button(self.anna, tap).click(no_wait_after=True)
        expect(self.anna.locator("#table")).to_have_count(0)

    def sends_again(self) -> None:
        """Send the same form with the same key again, as the browser offers after a failure."""
        with self.anna.expect_request(lambda request: request.method == "POST"):
            self.anna.reload()

    def has(self, *taps: str) -> None:
        """Check that exactly these taps are recorded, and that the phone shows them."""
        wait_for(self.anna, len(taps))
        assert self.recorded() == list(taps)


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


def test_a_plain_form_whose_answer_was_lost_is_recorded_once(bar: Bar) -> None:
    """After a restart of the server, the form is sent again and records nothing.

    A later tap counts.
    """

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
