"""Taps wait on the phone until the server answers.

They are recorded once and in order, or refused with a sentence that says why.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import button, press, ready, wait_for
from tests.server import wait_until

# Let 3.5 seconds pass: the notice of a tap that waited so long stays until somebody has seen it.
LATER = "{ const now = Date.now; Date.now = () => now() + 3500; }"
# Return whether the strip is above the line that says what must be done now.
CLEAR = """() => {
  const bottom = document.getElementById('strip').getBoundingClientRect().bottom;
  return bottom <= document.querySelector('.told').getBoundingClientRect().top;
}"""
NO_STORE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new Error('private'); } });"
)


def cut(page: Page) -> None:
    page.context.set_offline(True)


def back(page: Page) -> None:
    page.context.set_offline(False)


def test_a_tap_whose_answer_is_lost_is_recorded_once(anna, biel):
    lost = []

    def swallow(route):
        route.fetch()  # the server records the tap
        lost.append(route.abort())

    anna.route("**/taps", swallow, times=2)
    press(anna, "won@1")
    wait_for(biel, 1)
    anna.wait_for_function("() => !truc.queue.waiting().length")
    assert len(lost) == 2
    wait_for(anna, 1)
    expect(anna.locator("#strip")).to_be_empty()


def refused(anna: Page, biel: Page, tap: str, label: str) -> None:
    """Let Anna tap without network, then Biel call truc, so that Anna's tap is refused."""
    cut(anna)
    press(anna, tap)
    anna.evaluate(LATER)
    press(biel, "truc@1")
    wait_for(biel, 1)
    back(anna)
    expect(anna.locator("#strip .refused")).to_contain_text(
        re.compile(rf"Not recorded: {label} \(\d\d:\d\d\)")
    )
    expect(anna.locator("#strip .refused")).to_contain_text("Biel was quicker")
    wait_for(anna, 1)


def test_a_queued_tap_that_the_server_refused_is_shown_and_can_be_discarded(anna, biel):
    refused(anna, biel, "truc@0", "Truc")
    expect(anna.get_by_role("button", name="Record it now")).to_have_count(
        0
    )  # a second truc is not legal
    anna.reload()
    anna.get_by_role("button", name="Discard").click()
    expect(anna.locator("#strip")).to_be_empty()
    wait_for(biel, 1)


def test_a_queued_tap_that_the_server_refused_can_be_recorded_as_soon_as_it_is_legal(anna, biel):
    refused(anna, biel, "won@2", "Carme took the trick")
    press(anna, "yes@2")
    wait_for(anna, 2)
    expect(
        anna.locator("#strip .refused")
    ).to_be_visible()  # the notice of a tap that waited stays until somebody discards it
    anna.get_by_role("button", name="Record it now").click()
    wait_for(anna, 3)
    wait_for(biel, 3)
    expect(anna.locator("#strip")).to_be_empty()


def test_a_phone_whose_tap_came_too_late_for_the_old_table_says_so_before_it_follows(anna, biel):
    old = ready(anna).url
    cut(anna)
    press(anna, "won@1")
    biel.goto(f"{biel.url}/another")
    biel.get_by_role("button", name=re.compile("^Argentine truco")).click()
    expect(biel.locator("#table")).to_be_attached()
    back(anna)
    expect(anna.locator("#strip .refused")).to_contain_text(
        "The others have gone on to a new table."
    )
    assert anna.url == old
    anna.get_by_role("button", name="Discard").click()
    anna.wait_for_url(biel.url)


def test_a_phone_that_slept_through_the_end_of_a_match_says_that_its_tap_came_too_late(anna, biel):
    ready(anna)
    cut(anna)
    press(anna, "truc@0")
    press(biel, "won@2")
    wait_for(biel, 1)
    biel.goto(f"{biel.url}/another")
    biel.get_by_role("button", name=re.compile("^Argentine truco")).click()
    expect(biel.locator("#table")).to_be_attached()
    anna.route("**/taps", lambda route: route.abort())  # the news arrives before the tap is sent
    followed = []
    anna.on("request", lambda request: followed.extend(re.findall("/rematch.*", request.url)))
    back(anna)
    wait_for(anna, 1)
    anna.unroute("**/taps")
    expect(anna.locator("#strip .refused")).to_contain_text("Not recorded")
    anna.wait_for_timeout(500)
    assert not followed
    anna.get_by_role("button", name="Discard").click()
    anna.wait_for_url(biel.url)


def blind(anna: Page) -> None:
    """Stop Anna's page from receiving panels. The page can still send taps.

    Each time that the page asks for a newer panel, it is told that there is none. So it does not
    lose contact with the server.
    """
    anna.route("**/stream*", lambda route: route.abort())
    nothing_new = {"status": 204, "headers": {"X-Companion": "1"}}
    anna.route("**/panel*", lambda route: route.fulfill(**nothing_new))
    anna.reload()


def test_the_notice_of_a_refused_tap_goes_away_with_the_next_tap(anna, biel):
    blind(anna)
    press(biel, "won@2")
    wait_for(biel, 1)
    press(anna, "won@1")
    expect(anna.locator("#strip .refused > span")).to_have_text(
        "Not recorded: Biel took the trick. Biel was quicker: Carme took the trick."
    )
    anna.wait_for_function(CLEAR)
    press(anna, "won@1")
    wait_for(anna, 2)
    expect(anna.locator("#strip")).to_be_empty()


@pytest.mark.parametrize("tap", ["won@1", "undo"])
def test_a_tap_that_two_phones_make_at_once_is_recorded_once_without_a_question(anna, biel, tap):
    """The slower phone must not offer to record the same tap a second time."""
    press(biel, "tied")
    wait_for(biel, 1)
    wait_for(anna, 1)
    blind(anna)
    press(biel, tap)
    wait_for(biel, 2)
    press(anna, tap)
    expect(anna.locator("#panel .notice")).to_contain_text("Biel already recorded that")
    expect(anna.locator("#strip")).to_be_empty()
    wait_for(anna, 2)
    press(anna, "won@2")
    wait_for(anna, 3)
    expect(anna.locator("#panel .notice")).to_have_count(0)
    wait_for(biel, 3)


def test_queued_taps_are_recorded_after_the_taps_of_another_phone(anna, biel):
    """Anna and Biel both record the same hand.

    A tap of Anna's is recorded only if Biel has not recorded the same tap.
    """
    cut(anna)
    for tap in ("truc@1", "won@2", "won@1"):
        press(anna, tap)
        expect(button(anna, tap)).to_have_class(re.compile("saving"))
    anna.evaluate(LATER)
    press(biel, "truc@1")
    wait_for(biel, 1)
    press(biel, "won@2")
    wait_for(biel, 2)
    back(anna)
    wait_for(anna, 3)
    wait_for(biel, 3)
    expect(anna.locator(".saving, #strip :is(.refused, .waits)")).to_have_count(0)
    for line, done in enumerate(
        ("Biel took the trick", "Carme took the trick", "Biel called truc")
    ):
        expect(biel.locator(".log li").nth(line)).to_contain_text(done)


def test_a_typed_correction_waits_for_the_network_like_other_taps(anna, biel):
    cut(anna)
    record = button(anna, "fix@0=*")
    anna.locator('[name="n-fix@0"]').fill("3")
    record.click()
    expect(anna.locator("#strip .waits")).to_contain_text("3")
    back(anna)
    wait_for(biel, 1)
    expect(biel.locator("#table")).to_have_attribute("data-score", "3-0")


def test_a_phone_without_connection_says_how_old_its_state_is(anna):
    anna.clock.install()
    anna.reload()
    anna.clock.fast_forward(3_000)  # by then a page loads its last scripts
    wait_until(lambda: anna.evaluate("!!truc.showAge"), "the script that shows the age has come")
    anna.context.set_offline(True)
    anna.clock.fast_forward(47_000)
    expect(anna.locator("#age")).to_contain_text(re.compile(r"Last update: \d+ seconds ago"))
    expect(anna.locator("#table")).to_be_visible()


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 200, "body": "<p class=notice>Log in to the bar!</p>"},
        {"status": 502, "body": "Bad gateway"},
    ],
    ids=["a hot spot's own page", "trouble at the server"],
)
def test_a_tap_stays_queued_if_something_other_than_our_server_answers(anna, biel, answer):
    anna.route("**/taps", lambda route: route.fulfill(**answer))
    press(anna, "won@1")
    expect(anna.locator("#strip .waits")).to_be_visible()
    anna.unroute("**/taps")
    wait_for(biel, 1)
