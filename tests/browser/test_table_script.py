"""The page's script keeps panels in order, reopens its stream, and records a tap once."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import button, press, take_seat, wait_for

STREAM = "**/stream*"
KNOCK = Path(__file__).parents[2] / "static/js/knock.js"
CLOCK = Path(__file__).parents[2] / "static/js/clock.js"
LINE = """document.querySelector("main").insertAdjacentHTML(
  "beforeend", "<p class=event data-news=/line>Round 1</p>")"""
DEAF = """const Real = EventSource; let opened = 0;
window.EventSource = class extends Real {
  constructor(address) {
    super(address);
    queueMicrotask(() => { opened += 1; });
  }
  addEventListener(kind, listener) { super.addEventListener(kind, opened ? listener : () => {}); }
};"""  # the first stream of a page is open, but brings no panel
KNOCKING = "<button data-sound></button><div id='table' data-knocks='%d'></div>"
UNHEARD = """() => {  // what the page plays is computed, not played: see HEARD
  window.AudioContext = class extends OfflineAudioContext {
    constructor() {
      super(1, 48000, 48000);  // one second
      window.played = this;
      this.awake = false;
    }
    get state() { return this.awake ? "running" : "suspended"; }
    async resume() { this.awake = true; }
  };
}"""
NEWS = """() => {
  document.dispatchEvent(new CustomEvent("panel:shown", { detail: { fresh: true } }));
}"""
HEARD = """async () => {  // the loudest sample, and after how many ms each knock is heard
  const samples = (await played.startRendering()).getChannelData(0).map(Math.abs);
  const knocks = [];
  let silent = 2400;
  samples.forEach((sample, at) => {
    silent += 1;
    if (sample < 0.1) return;
    if (silent > 2400) knocks.push(Math.round(at / 48));
    silent = 0;
  });
  return [Math.max(...samples), knocks];
}"""
OLDER = """() => truc.panel.take("<p>an older panel</p>", "0.9")"""


@pytest.fixture
def sit(links, phone):
    """Return a function that opens a page on a new phone in a seat of the table.

    If the function is called with `cut=True`, the phone gets no stream.
    """

    def down(seat: int, *, cut: bool = False, script: str = "") -> Page:
        page: Page = phone()
        page.add_init_script(script)
        if cut:
            page.route(STREAM, lambda route: route.abort())
        return take_seat(page, links["join"], seat)

    return down


def listening(page: Page) -> Page:
    """Reload the page, wait until its new stream is open, and return the page.

    Check that the stream is compressed.
    """
    address = page.url
    page.goto("about:blank")
    with page.expect_response(STREAM) as stream:
        page.goto(address)
    assert stream.value.headers["content-encoding"] == "gzip"
    return page


def test_an_older_panel_never_replaces_a_newer_panel(anna):
    press(anna, "won@1")
    wait_for(anna, 1)
    anna.evaluate(OLDER)
    wait_for(anna, 1)
    expect(anna.get_by_text("an older panel")).to_have_count(0)


def test_a_phone_without_a_stream_polls_and_keeps_up(sit, biel):
    anna = sit(0, cut=True)
    press(biel, "truc@1")
    wait_for(anna, 1)


def test_a_tap_on_a_page_with_a_stream_gets_its_new_panel_by_the_stream(anna):
    listening(anna)
    anna.route("**/panel*", lambda route: route.abort())  # only the stream brings panels
    with anna.expect_response("**/taps") as answer:
        press(anna, "won@1")
    assert answer.value.status == 204
    wait_for(anna, 1)
    expect(anna.locator(".saving")).to_have_count(0)


def test_a_stream_that_does_not_deliver_the_panel_of_a_tap_is_replaced(sit, biel):
    anna = listening(sit(0, script=DEAF))
    with anna.expect_response(STREAM):  # the new stream
        press(anna, "won@1")
    wait_for(anna, 1)
    anna.route("**/panel*", lambda route: route.abort())  # only the new stream brings panels
    press(biel, "truc@2")
    wait_for(anna, 2)


def test_two_clicks_on_one_button_record_one_tap(anna):
    button(anna, "won@1").evaluate("button => { button.click(); button.click(); }")
    wait_for(anna, 1)
    press(anna, "won@2")
    wait_for(anna, 2)


def test_the_focused_key_keeps_the_focus_when_a_new_panel_arrives(anna, biel):
    button(anna, "won@3").focus()
    press(biel, "won@2")
    wait_for(anna, 1)
    expect(button(anna, "won@3")).to_be_focused()


@pytest.mark.parametrize(
    ("touched", "knocks", "heard"), [(False, 2, []), (True, 1, [0]), (True, 2, [0, 220])]
)
def test_a_flat_phone_or_television_plays_knocks_after_its_first_touch_and_not_too_loud(
    phone, touched, knocks, heard
):
    page = phone()
    page.set_content(KNOCKING % knocks)
    page.evaluate(UNHEARD)
    page.add_script_tag(path=KNOCK)
    if touched:
        page.touchscreen.tap(5, 200)
    page.evaluate(NEWS)
    loudest, begun = page.evaluate(HEARD)
    assert (0.3 < loudest < 1) is touched
    assert begun == pytest.approx(heard, abs=5)


def test_a_screen_reader_announces_the_reason_of_a_score(anna, biel):
    press(biel, "hand@1")
    wait_for(anna, 1)
    expect(anna.locator('#said[aria-live="polite"]')).to_contain_text("+1 Biel & Pep: hand won")


def test_styles_that_failed_to_load_are_loaded_again(links, phone):
    page = phone()
    page.route("**/*.later.css", lambda route: route.abort(), times=1)
    with page.expect_response("**/*.later.css"):  # a request that failed has no response
        take_seat(page, links["join"], 0)


def test_the_page_of_a_hot_spot_is_not_shown_as_the_line_of_a_tournament(anna):
    anna.route("**/line", lambda route: route.fulfill(status=200, body="<h1>Log in</h1>"))
    anna.evaluate(LINE)
    anna.evaluate(CLOCK.read_text("utf-8"))  # the page's policy forbids to add it as a script
    with anna.expect_response("**/line"):
        anna.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(anna.locator("main .event")).to_have_text("Round 1")


def test_a_table_asks_for_the_line_of_a_tournament_once_at_a_time(anna):
    anna.route("**/line", lambda _: None)  # the server does not answer
    anna.evaluate(LINE)
    anna.evaluate(CLOCK.read_text("utf-8"))
    with anna.expect_request("**/line"):
        anna.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    with anna.expect_event("requestfailed", lambda request: request.url.endswith("/line")):
        anna.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
