"""Without JavaScript a whole game and its rematch are played by plain forms."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion import variants
from companion.engine import records

EVENING = Path(__file__).parents[1] / "records" / "evening.truc"
NAMES = ("Anna", "Biel", "Carme", "Dídac")


def told() -> list[tuple[str, str]]:
    """Every tap of the recorded evening with the score after it."""
    text = EVENING.read_text(encoding="utf-8")
    _, *after = records.replay_text(text, EVENING.name, variants.build_rules, each=True)
    return [(line["tap"], "-".join(map(str, line["score"]))) for line in after]


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
    for version, (tap, score) in enumerate(told(), start=1):
        tapped(host, tap)
        at(host, version, score)
    host.locator('button[form="rematch"]').first.click()
    at(host, 0, "0-0")
    biel.locator("noscript a").click()
    at(biel, len(told()), told()[-1][1])
    biel.locator('a[href$="/rematch"]').click()
    at(biel, 0, "0-0")
    assert biel.url == host.url
