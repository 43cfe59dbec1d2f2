"""Without JavaScript a whole game and its rematch are played by plain forms."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_evening import NAMES, as_shown, told_by_replay


@pytest.fixture
def plain(phone):
    """Return a function that makes phones which run no script."""
    return lambda: phone(java_script_enabled=False)


def at(page: Page, version: int, score: str) -> None:
    expect(page.locator(f'#table[data-version="{version}"][data-score="{score}"]')).to_be_attached()


def tapped(page: Page, tap: str) -> None:
    """A touch on what the button is in, if it is folded away, and one on the button."""
    button = page.locator(f'[data-tap="{tap}"]').first
    if not button.is_visible():
        page.locator("details", has=button).first.locator("summary").first.click()
    button.click()


def test_a_whole_game_and_its_rematch_are_played_by_plain_forms(plain, open_table):
    links = open_table(variant="catalan", names=",".join(NAMES))
    host = plain()
    biel = plain()
    host.goto(links["host"])
    host.get_by_role("button", name="Go to the table").click()
    biel.goto(links["join"])
    biel.get_by_role("button", name="Biel").click()
    _, *after = told_by_replay()
    for told in after:
        tapped(host, told["tap"])
        at(host, told["n"], as_shown(told)["score"])
    host.locator('button[form="rematch"]').first.click()
    at(host, 0, "0-0")
    biel.locator("noscript a").click()
    at(biel, after[-1]["n"], as_shown(after[-1])["score"])
    biel.locator('a[href$="/rematch"]').click()
    at(biel, 0, "0-0")
    assert biel.url == host.url
