"""The screen stays on while a game runs, and only then."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import press, ready, take_seat, wait_for

STUB = """
  window.held = 0;
  Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    held += 1;
    const lock = { released: false, async release() {
      if (!this.released) held -= 1;
      this.released = true;
    } };
    window.lock = lock;
    return lock;
  } } });
"""
HIDDEN = """state => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  if (state === "hidden") lock.release();  // as a browser does
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def anna(open_table, phone) -> Page:
    page = phone()
    page.add_init_script(STUB)
    links = open_table(variant="catalan", names="Anna,Biel,Carme,Pep", score="10-9")
    return ready(take_seat(page, links["join"], 0))


def held(page: Page, number: int) -> None:
    page.wait_for_function("number => window.held === number", arg=number)


def test_the_screen_is_kept_on_while_a_game_runs_and_may_turn_off_after_it(anna):
    for version, tap in enumerate(("truc@1", "yes@2", "hand@0"), start=1):
        held(anna, 1)
        press(anna, tap)
        wait_for(anna, version)
    assert anna.locator("#table[data-over]").count() == 1
    held(anna, 0)
    press(anna, "undo")
    held(anna, 1)


def test_the_screen_is_kept_on_again_once_the_page_is_visible_again(anna):
    held(anna, 1)
    anna.evaluate(HIDDEN, "hidden")
    held(anna, 0)
    anna.evaluate(HIDDEN, "visible")
    held(anna, 1)
