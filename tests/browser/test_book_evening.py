"""An evening out of a book, with the touches it takes: the first table, the next one, what is owed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import button, wait_for
from tests.server import Server

FOUR = ("Carme", "Anna", "Pep", "Biel")


class Hand:
    """Taps what it is told to, and counts."""

    touches = 0

    def tap(self, where: Locator) -> None:
        where.click()
        self.touches += 1


@pytest.fixture(params=[True, False], ids=["script", "plain"])
def page(request: pytest.FixtureRequest, phone: Callable[..., Page], server: Server) -> Page:
    """A phone with a new book of six people open."""
    page = phone(java_script_enabled=request.param)
    page.goto(server.url)
    made = page.request.post(
        f"{server.url}/books",
        form={"title": "Divendres", "names": "Anna, Biel, Carme, Pep, Quim, Rosa"},
        headers={"Origin": server.url},
    )
    page.goto(made.url)
    return page


def test_from_a_book_to_its_first_table_in_six_touches_and_to_the_next_in_one(page):
    hand, book = Hand(), page.url
    hand.tap(page.get_by_role("link", name="Open a table"))
    for place, name in enumerate(FOUR, start=1):
        hand.tap(page.locator(".chips").get_by_role("button", name=name))
        expect(page.locator(".order li:not(.empty)")).to_have_count(place)
    hand.tap(page.get_by_role("button", name="Open the table"))
    expect(page.locator("#table")).to_be_attached()
    assert hand.touches == 6

    button(page, "truc@1").first.click()
    if page.locator("html").evaluate("() => 'truc' in window"):
        wait_for(page, 1)
    page.goto(book)
    expect(page.locator("main")).to_contain_text("Playing now")
    page.request.post(
        page.locator('a[href*="/t/"]').first.evaluate("link => link.href") + "/taps",
        form={"tap": "resign@1", "seen": "1", "key": "end"},
        headers={"Origin": re.match(r"https?://[^/]+", book)[0]},
    )
    page.goto(book)
    expect(page.locator("main")).to_contain_text("Tonight")
    hand = Hand()
    hand.tap(page.get_by_role("button", name="Next match"))
    expect(page.locator("#table")).to_be_attached()
    assert hand.touches == 1
