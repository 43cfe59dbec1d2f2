"""A whole game can be played with the keyboard alone, and the focus is always visible."""

from __future__ import annotations

from itertools import takewhile

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NAMES, ready, wait_for
from tests.browser.pages import STYLED

FARTHEST = 250  # presses of Tab, more than any element of a page is away

BEGUN = "7-8"
# A game to its end: corrections, which leave the menu of points open, calls that are accepted and
# refused, tricks, a tie, an undo, hands recorded by one tap, the hand of eleven.
GAME = "fix@0=-1 fix@0=1 truc@1 retruc@2 yes@3 won@0 won@2 won@1 undo tied truc@3 no@0".split()
GAME += "hand@1 hand@1 yes@1 won@0 won@1 won@3".split()

# Return which element has the focus, whether it is marked visibly, and what covers its middle.
FOCUSED = """() => {
  const node = document.activeElement, whole = node.closest(".chips label") || node;
  const style = getComputedStyle(whole), box = whole.getBoundingClientRect();
  const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {
    what: node.dataset.tap || (node.matches("summary") && node.parentNode.id)
      || node.getAttribute("href") || node.name || node.tagName,
    marked: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    covered: !whole.contains(on) && `${on && on.outerHTML.slice(0, 80)} at ${box.x}, ${box.y}`,
  };
}"""


@pytest.fixture
def keys(phone) -> Page:
    """Return the page of a device that has a keyboard, but neither a mouse nor a touch screen."""
    page: Page = phone(viewport={"width": 390, "height": 844}, is_mobile=False, has_touch=False)
    return page


def step(page: Page, press: str = "Tab") -> str:
    """Press Tab or another key, and return the name of the element that then has the focus.

    Check that the element is marked and not covered.
    """
    page.keyboard.press(press)
    focused = page.evaluate(FOCUSED)
    if focused["what"] != "BODY":
        assert focused["marked"], f"{focused['what']} has the focus and does not show it"
        assert not focused["covered"], f"{focused['what']} has the focus under {focused['covered']}"
    return str(focused["what"])


def to(page: Page, wanted: str) -> None:
    """Press Tab until the element `wanted` has the focus."""
    steps = (step(page) for _ in range(FARTHEST))
    assert any(what == wanted for what in steps), f"{wanted} is out of reach"


def within(page: Page, tap: str) -> str:
    """Return the id of the menu that hides the key of this tap, "" if the key is visible."""
    return str(
        page.evaluate(
            """tap => {
      const all = [...document.querySelectorAll(`[data-tap="${tap}"]`)];
      return all.some((one) => one.checkVisibility()) ? "" : all[0].closest("[data-over]").id;
    }""",
            tap,
        )
    )


def test_a_game_is_played_and_its_rematch_opened_with_the_keyboard_alone(keys: Page, open_table):
    keys.goto(open_table(variant="catalan", names=NAMES, score=BEGUN)["host"])
    ready(keys)
    for version, tap in enumerate(GAME, start=1):
        if fold := within(keys, tap):
            to(keys, fold)
            keys.keyboard.press("Enter")
        to(keys, tap)
        keys.keyboard.press("Enter" if version % 2 else "Space")
        wait_for(keys, version)
    expect(keys.locator(".victory")).to_be_visible()
    code = keys.url
    to(keys, "BUTTON")  # play again
    keys.keyboard.press("Enter")
    expect(keys).not_to_have_url(code)
    wait_for(keys, 0)


def test_the_first_tab_stop_skips_the_top_bar(keys: Page, links):
    keys.goto(links["host"])
    assert step(keys) == "#main"
    keys.keyboard.press("Enter")
    keys.keyboard.press("Tab")
    assert keys.evaluate("document.querySelector('main').contains(document.activeElement)")


@pytest.mark.parametrize("press", ["Tab", "Shift+Tab"])
@pytest.mark.parametrize(
    "address",
    ["/", "/new?game=argentine", "/tournament", "/style/numbers-host", "/style/eleven-mine"],
)
def test_every_tab_stop_is_marked_and_not_covered(keys: Page, server, address: str, press: str):
    keys.set_viewport_size({"width": 360, "height": 640})
    keys.goto(server.url + address)
    keys.wait_for_function(STYLED)
    stops = list(
        takewhile(lambda what: what != "BODY", (step(keys, press) for _ in range(FARTHEST)))
    )
    assert 5 < len(stops) < FARTHEST


def test_the_keyboard_focus_moves_to_the_next_key_if_a_tap_removes_the_focused_key(
    keys: Page, links
):
    keys.goto(links["host"])
    to(keys, "truc@1")
    keys.keyboard.press("Enter")
    wait_for(keys, 1)
    assert keys.evaluate("document.getElementById('panel').contains(document.activeElement)")
    assert "yes@2" in [step(keys) for _ in range(4)]
