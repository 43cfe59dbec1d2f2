"""Without JavaScript, a game and its rematch are played with plain forms."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NAMES, wait_for
from tests.browser.test_keyboard import BEGUN, GAME


@pytest.fixture
def plain(phone):
    """Return a function that opens a page on a new phone without JavaScript."""
    return lambda: phone(java_script_enabled=False)


def tapped(page: Page, tap: str) -> None:
    """Open the menu that contains the button of this tap, if needed, and click the button."""
    button = page.locator(f'[data-tap="{tap}"]').first
    if not button.is_visible():
        page.locator("details", has=button).first.locator("summary").first.click()
    button.click()


def test_a_game_and_its_rematch_are_played_by_plain_forms(plain, open_table):
    links = open_table(variant="catalan", names=NAMES, score=BEGUN)
    host = plain()
    biel = plain()
    host.goto(links["host"])
    host.get_by_role("button", name="Go to the table").click()
    biel.goto(links["join"])
    biel.get_by_role("button", name="Biel").click()
    for version, tap in enumerate(GAME, start=1):
        tapped(host, tap)
        wait_for(host, version)
    expect(host.locator('#table[data-score="10-14"]')).to_be_attached()
    host.locator('button[form="rematch"]').first.click()
    wait_for(host, 0)
    biel.locator("noscript a").click()
    wait_for(biel, len(GAME))
    biel.locator('a[href$="/rematch"]').click()
    wait_for(biel, 0)
    assert biel.url == host.url
