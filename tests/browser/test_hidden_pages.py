"""A hidden page closes its stream, so that many open tabs leave connections free for taps."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import press, take_seat, wait_for
from tests.server import wait_until

SHOW_AS = """(state) => {  // as a browser does with a tab behind others; this one shows them all
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
COUNT = """() => {
  const Real = EventSource;
  window.streams = [];
  window.EventSource = class extends Real {
    constructor(address) { super(address); window.streams.push(this); }
  };
  window.EventSource.OPEN = Real.OPEN;
}"""
ASLEEP = "window.setTimeout = () => 0"
TEN_SECONDS_LATER = "{ const now = Date.now; Date.now = () => now() + 10_000; }"
OPEN = "streams.filter((stream) => stream.readyState !== 2).length"


def counted(page: Page) -> Page:
    page.add_init_script(f"({COUNT})()")
    return page


def streams(page: Page, number: int) -> None:
    wait_until(lambda: page.evaluate(OPEN) == number, f"not {number} streams")


def test_a_hidden_page_closes_its_stream_and_opens_a_new_one_when_visible_again(links, biel, phone):
    page = counted(phone())
    page.clock.install()
    anna = take_seat(page, links["join"], 0)
    streams(anna, 1)
    anna.evaluate(SHOW_AS, "hidden")
    anna.clock.fast_forward(3_000)
    streams(anna, 0)
    press(biel, "truc@1")
    wait_for(biel, 1)
    wait_for(anna, 0)
    anna.evaluate(SHOW_AS, "visible")
    wait_for(anna, 1)
    streams(anna, 1)


def test_a_page_that_is_hidden_for_only_half_a_second_keeps_its_stream_open(links, phone):
    page = counted(phone())
    page.clock.install()
    anna = take_seat(page, links["join"], 0)
    streams(anna, 1)
    anna.evaluate(SHOW_AS, "hidden")
    anna.clock.run_for(500)
    anna.evaluate(SHOW_AS, "visible")
    anna.clock.run_for(3500)
    streams(anna, 1)


def test_six_tabs_of_one_phone_do_not_block_its_taps(anna):
    """A browser has six connections to a server, and each stream occupies a connection."""
    anna.clock.install()
    tabs = [anna]
    for _ in range(6):
        tabs[-1].evaluate(SHOW_AS, "hidden")
        tabs.append(anna.context.new_page())
        tabs[-1].goto(anna.url)
    anna.clock.fast_forward(3_000)
    press(tabs[-1], "won@1")
    wait_for(tabs[-1], 1)
    expect(tabs[-1].locator("#strip .waits")).to_have_count(0)
    tabs[0].evaluate(SHOW_AS, "visible")
    wait_for(tabs[0], 1)


def test_a_phone_that_slept_with_an_open_stream_opens_a_new_one(links, phone):
    """While a phone sleeps, its timers stand still, so the page has not closed its stream."""
    anna = take_seat(counted(phone()), links["join"], 0)
    streams(anna, 1)
    anna.evaluate(ASLEEP)
    anna.evaluate(SHOW_AS, "hidden")
    anna.evaluate(TEN_SECONDS_LATER)
    anna.evaluate(SHOW_AS, "visible")
    wait_until(lambda: anna.evaluate("streams.length") == 2, "the old stream is still used")
    streams(anna, 1)
