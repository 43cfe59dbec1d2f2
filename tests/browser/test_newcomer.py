"""A newcomer's phone explains a match and keeps its keys in place.

Also test that a remote control for presentations, which acts as a keyboard, can record taps.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ready, wait_for
from tests.browser.pages import STYLED
from tests.browser.test_screen import SMALL, sit, tap

Phones = Callable[..., Page]
LOW = {"viewport": {"width": 320, "height": 568}}
COUNTED = "() => document.cookie.match(/taught=([^;]*)/)?.[1] ?? ''"


def play(page: Page, text: str, phones: tuple[Page, ...]) -> None:
    """Record a tap, and wait until all phones show it."""
    tap(page, text)
    version = int(page.locator("#table").get_attribute("data-version") or 0)
    for other in phones:
        wait_for(other, version)


def test_a_newcomers_phone_explains_what_happens_during_a_whole_match(
    open_table, phone: Phones
) -> None:
    links = open_table(variant="catalan", names="Anna,Biel,Carme,Pep", score="9-9")
    newcomer = phone(**LOW)
    newcomer.goto(links["join"])
    newcomer.get_by_label("I am new to this game").check()
    newcomer.locator('button[name="seat"][value="3"]').click()
    anna, biel, carme = (sit(phone(**LOW), links, seat) for seat in range(3))
    phones = (anna, biel, carme, newcomer)
    says = newcomer.locator(".means")
    expect(says).to_have_text("Biel plays first; you follow Carme. 2 tricks win the hand.")
    play(biel, "truc@1", phones)
    expect(says).to_contain_text("No vull: then you get 1.")
    newcomer.locator("#lesson > summary").click()
    expect(newcomer.locator(".lesson .more dt")).to_have_text(["Vull:", "No vull:", "Retruc:"])
    explanation = newcomer.locator("#lesson")
    ready(newcomer)
    explanation.locator("dt").first.tap()  # a touch on the explanation closes it
    expect(explanation).not_to_have_attribute("open", "")
    newcomer.locator("#lesson > summary").tap()
    newcomer.locator('.back [data-tap^="undo"]').tap()  # a key beside it records its tap at once
    for page in phones:
        wait_for(page, 2)
    expect(explanation).not_to_have_attribute("open", "")
    play(biel, "truc@1", phones)
    play(carme, "no@2", phones)
    expect(says).to_contain_text("Why: truc refused.")
    play(carme, "truc@2", phones)
    play(newcomer, "yes@3", phones)
    expect(says).to_contain_text("Whoever wins it gets that.")
    play(anna, "won@1", phones)
    expect(says).to_contain_text("Otherwise one more trick.")
    assert newcomer.evaluate(COUNTED)
    assert anna.locator(".lesson").count() == 0
    play(newcomer, "won@3", phones)
    expect(newcomer.locator(".screen.over")).to_be_attached()


@pytest.mark.parametrize("screen", [LOW, SMALL])
def test_a_newcomers_phone_has_its_keys_in_the_same_place_as_other_phones(
    links, phone: Phones, screen
) -> None:
    taught = sit(phone(**screen), links, 2, learn="on")
    usual = sit(phone(**screen), links, 0)
    for page in (taught, usual):
        page.wait_for_function(STYLED)
    tap(usual, "truc@1")
    for text in ("yes@2", "won@1"):
        tap(usual, text)
        expect(taught.locator("#table")).to_have_attribute(
            "data-version", usual.locator("#table").get_attribute("data-version")
        )
        rows = [page.locator(".dock").bounding_box() for page in (taught, usual)]
        assert rows[0] == rows[1]


def test_a_remote_control_that_acts_as_a_keyboard_records_taps_only_if_switched_on(
    links, phone: Phones
) -> None:
    without = sit(phone(), links, 0)
    page = sit(phone(), links, 1, keys="on")
    without.keyboard.press("PageDown")
    for key, tricks in (("PageDown", 1), ("PageUp", 2), ("F5", 1)):
        page.keyboard.press(key)
        expect(page.locator(".tricks > .taken")).to_have_count(tricks)
    page.keyboard.press(".")  # one trick and a tie: the side that did not deal wins
    expect(page.locator('[data-count="1"]')).to_have_text("1")
    page.keyboard.press("+")
    expect(page.locator('[data-count="1"]')).to_have_text("2")
    page.keyboard.press("?")
    expect(page.locator("#keys-shown")).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator("#keys-shown")).to_be_hidden()
