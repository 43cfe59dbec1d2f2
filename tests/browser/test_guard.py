"""Wet fingers: a bounce, and a touch on a button that had only just come to lie there, record nothing and say so."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import button, take_seat, wait_for

QUICK = "Too quick after the last change: not recorded"
CHANGED = """([tap]) => {  // news arrive, and something else lies under the finger
  const panel = document.getElementById("panel"), old = panel.innerHTML;
  document.dispatchEvent(new CustomEvent("panel:changing"));
  panel.innerHTML = old.replaceAll(`"${tap}"`, '"tied"');
}"""


@pytest.fixture
def anna(open_table, phone) -> Page:
    return take_seat(phone(), open_table(variant="catalan", names="Anna,Biel,Carme,Pep")["join"], 0)


def middle(page: Page, tap: str) -> tuple[float, float]:
    box = button(page, tap).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_bounce_is_one_tap_and_says_so(anna):
    where = middle(anna, "won@1")
    anna.touchscreen.tap(*where)
    anna.touchscreen.tap(where[0] + 5, where[1] + 5)
    expect(anna.locator("#strip .quick")).to_contain_text(QUICK)
    wait_for(anna, 1)
    expect(anna.locator("#strip .quick")).to_have_count(0)  # goes away by itself
    wait_for(anna, 1)


def test_a_touch_on_what_has_only_just_come_to_lie_there_records_nothing(anna):
    where = middle(anna, "won@1")
    anna.evaluate(CHANGED, ["won@1"])
    anna.touchscreen.tap(*where)
    expect(anna.locator("#strip .quick")).to_contain_text(QUICK)
    anna.wait_for_timeout(500)
    wait_for(anna, 0)


def test_a_touch_on_what_has_lain_there_before_is_a_tap(anna):
    where = middle(anna, "won@2")
    anna.evaluate(CHANGED, ["won@1"])
    anna.touchscreen.tap(*where)
    wait_for(anna, 1)


def test_two_quick_touches_at_two_places_are_two_taps(anna):
    first, second = middle(anna, "won@1"), middle(anna, "won@2")
    anna.touchscreen.tap(*first)
    anna.touchscreen.tap(*second)
    wait_for(anna, 2)


def test_the_keyboard_is_never_too_quick(anna):
    anna.evaluate(CHANGED, ["won@1"])
    button(anna, "won@2").press("Enter")
    wait_for(anna, 1)
