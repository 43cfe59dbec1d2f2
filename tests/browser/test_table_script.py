"""What our own script adds to plain forms, in a real browser: order, contact, and taps that count once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import button, take_seat, wait_for

NAMES = "Anna,Biel,Carme,Pep"
STREAM = "**/stream*"
DEAF = """const Real = EventSource; let opened = 0;
window.EventSource = class extends Real {
  constructor(address) {
    super(address);
    queueMicrotask(() => { opened += 1; });
  }
  addEventListener(kind, listener) { super.addEventListener(kind, opened ? listener : () => {}); }
};"""  # the first stream of a page brings nothing, and nobody has noticed
OLDER = """() => truc.panel.take("<p>an older panel</p>", "0.9")"""


@pytest.fixture
def sit(open_table, phone):
    """Phones at one table, each in the seat asked for."""
    links = open_table(variant="catalan", names=NAMES)

    def down(seat: int, *, cut: bool = False, script: str = "") -> Page:
        page: Page = phone()
        page.add_init_script(script)
        if cut:
            page.route(STREAM, lambda route: route.abort())
        return take_seat(page, links["join"], seat)

    return down


def listening(page: Page) -> Page:
    """The page, loaded again, with its stream open."""
    with page.expect_response(STREAM):
        page.reload()
    return page


def test_an_older_panel_never_replaces_a_newer_one(sit):
    anna = sit(0)
    button(anna, "won@1").click()
    wait_for(anna, 1)
    anna.evaluate(OLDER)
    wait_for(anna, 1)
    expect(anna.get_by_text("an older panel")).to_have_count(0)


def test_a_phone_without_a_stream_asks_and_keeps_up(sit):
    anna, biel = sit(0, cut=True), sit(1)
    button(biel, "truc@1").click()
    wait_for(anna, 1)


def test_a_tap_is_answered_by_the_stream(sit):
    anna = listening(sit(0))
    with anna.expect_response("**/taps") as answer:
        button(anna, "won@1").click()
    assert answer.value.status == 204
    wait_for(anna, 1)
    expect(anna.locator(".saving")).to_have_count(0)


def test_a_stream_that_does_not_bring_what_it_should_is_replaced(sit):
    anna, biel = listening(sit(0, script=DEAF)), sit(1)
    with anna.expect_response(STREAM):  # the new one
        button(anna, "won@1").click()
    wait_for(anna, 1, seconds=5)
    anna.route("**/panel*", lambda route: route.abort())  # nothing but the new stream tells
    button(biel, "truc@2").click()
    wait_for(anna, 2, seconds=3)


def test_packed_events_arrive_at_once(sit):
    anna, biel = sit(0), sit(1)
    anna.route("**/panel*", lambda route: route.abort())  # nothing but the stream tells
    with anna.expect_response(STREAM) as stream:
        anna.reload()
    assert stream.value.headers["content-encoding"] == "gzip"
    for version, tap in enumerate(("truc@1", "yes@2", "won@1"), start=1):
        button(biel, tap).click()
        wait_for(anna, version, seconds=3)


def test_two_taps_on_one_button_are_one_tap(sit):
    anna = sit(0)
    button(anna, "won@1").evaluate("button => { button.click(); button.click(); }")
    wait_for(anna, 1)
    button(anna, "won@2").click()
    wait_for(anna, 2)


def test_taps_made_ahead_of_the_answers_count_in_the_order_they_were_made(sit):
    anna = sit(0)
    anna.evaluate("""() => {
      for (const tap of ["won@1", "won@2", "tied"]) document.querySelector(`[data-tap="${tap}"]`).click();
    }""")
    wait_for(anna, 3)
    for line, done in enumerate(
        ("The trick was tied", "Carme took the trick", "Biel took the trick")
    ):
        expect(anna.locator(".log li").nth(line)).to_contain_text(done)


def test_a_tap_that_is_on_its_way_says_so(sit):
    anna = sit(0, cut=True)
    anna.route("**/taps", lambda route: None)  # never answered
    button(anna, "truc@0").click()
    expect(button(anna, "truc@0")).to_have_class(re.compile("saving"))


def test_lost_contact_is_told_with_the_time_and_goes_away_and_the_tap_was_kept(sit):
    anna = sit(0)
    anna.context.set_offline(True)
    button(anna, "truc@0").click()
    expect(anna.locator("#contact")).to_contain_text(re.compile(r"No connection since \d\d:\d\d"))
    expect(anna.locator("#strip")).to_contain_text(
        re.compile(r"Waiting to be saved since \d\d:\d\d: Truc")
    )
    anna.context.set_offline(False)
    wait_for(anna, 1)
    expect(anna.locator("#contact")).to_be_hidden()
    expect(anna.locator("#strip")).to_be_empty()


def test_a_phone_that_was_put_out_is_told_what_was_not_recorded_and_keeps_looking_at_the_table(sit):
    anna = sit(0)
    anna.context.clear_cookies()
    button(anna, "truc@0").click()
    expect(anna.locator("#strip")).to_contain_text(
        "This phone has not joined the table. Not recorded: Truc"
    )
    expect(anna.locator("#table")).to_be_visible()
    assert anna.evaluate("Object.keys(localStorage)") == []


def test_what_has_the_focus_keeps_it_when_news_arrive(sit):
    anna, biel = sit(0), sit(1)
    button(anna, "won@3").focus()
    button(biel, "won@2").click()
    wait_for(anna, 1)
    expect(button(anna, "won@3")).to_be_focused()


def test_the_reason_is_said_to_a_screen_reader(sit):
    anna, biel = sit(0), sit(1)
    button(biel, "hand@1").click()
    wait_for(anna, 1)
    expect(anna.locator('#said[aria-live="polite"]')).to_contain_text("+1 Biel & Pep: hand won")


def test_new_links_are_followed_by_every_phone(open_table, phone):
    links = open_table(variant="catalan", names=NAMES)
    host, biel = phone(), phone()
    host.goto(links["host"])
    biel.goto(links["join"])
    biel.locator('[name="seat"][value="1"]').click()
    wait_for(biel, 0)
    host.goto(f"{host.url}/host")
    host.locator("#links > summary").click()
    host.get_by_role("button", name="Replace the code and the link to join").click()
    expect(biel).not_to_have_url(re.compile(links["code"]))
    button(biel, "truc@1").click()
    wait_for(biel, 1)
