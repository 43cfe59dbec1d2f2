"""Nobody is shut out: no page has a barrier that a machine can find, in any of its looks, on any size of screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from companion.board.panel import VIEWS
from tests.browser.fonts import PAIRS
from tests.browser.pages import NOT_PAGES, SIGHTS, Evening, Sight, dress

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLOURS = ["color-contrast", "link-in-text-block"]

SIZES = {
    "small": (320, 568, 100),
    "phone": (390, 844, 100),
    "large-letters": (320, 640, 200),
    "zoomed": (640, 512, 200),
}

SEEN = (Path(__file__).parent / "looking.js").read_text("utf-8")
FIND = """async (options) => (await axe.run(options)).violations.flatMap(found => found.nodes.map(
  node => `${found.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 260)}`))"""

every_page = pytest.mark.parametrize("sight", SIGHTS, ids=lambda sight: sight.name)


@pytest.fixture(scope="module")
def evenings(server, browsers):
    running: dict[str, Evening] = {}

    def with_letters(pair: str) -> Evening:
        if pair not in running:
            running[pair] = Evening(server, browsers(pair), has_touch=True, reduced_motion="reduce")
        return running[pair]

    yield with_letters
    for evening in running.values():
        evening.close()


@pytest.fixture
def evening(evenings, letters: str) -> Evening:
    return evenings(letters)


def found(page: Page, **options: Any) -> list[str]:
    barriers: list[str] = page.evaluate(FIND, {"resultTypes": ["violations"], "preload": False} | options)
    return barriers


def test_every_page_is_among_the_sights(app):
    at = app.url_map.bind("localhost")
    known = {"code": "K7NQ4", "token": "token", "looking": "watch"}
    tables = dict.fromkeys(("played", "over", "closed", "again", "fresh", "eight"), known)
    tables["book"] = {"token": "token", "reader": "reader", "match": "match"}
    addresses = {sight.address.format(**tables).partition("?")[0] for sight in SIGHTS} - {"/nothing"}
    seen = {(endpoint, words.get("view", "")) for endpoint, words in map(at.match, addresses)}
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    pages = {(rule.endpoint, view) for rule in rules for view in (VIEWS if "view" in rule.arguments else [""])}
    assert seen == {(endpoint, view) for endpoint, view in pages if endpoint not in NOT_PAGES}


@every_page
def test_axe_finds_nothing_in_any_look(evening: Evening, sight: Sight):
    page = evening.show(sight)
    page.evaluate(AXE_SCRIPT)
    dress(page, "light")
    barriers = found(page, runOnly=RULES)
    for look in ("dark", "oled", "contrast", "dark-contrast"):
        dress(page, look)
        barriers += [f"{look}: {barrier}" for barrier in found(page, runOnly=OF_COLOURS)]
    assert barriers == []


@every_page
@pytest.mark.parametrize("letters", PAIRS)
def test_it_fits_and_can_be_read_and_hit(evening: Evening, sight: Sight):
    page, wrong = evening.show(sight), []
    for size, (width, height, letters) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("percent => { document.documentElement.style.fontSize = `${percent}%`; }", letters)
        wrong += [f"{size}: {what}" for what in page.evaluate(SEEN)]
    assert wrong == []
