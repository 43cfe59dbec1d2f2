"""After a match, four phones play another game, then a game for two.

A card that was printed for the first match leads to the newest table.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import press, ready, take_seat, wait_for

# Note where the page is led, and stay: so a page can be looked at to which a browser goes back.
STAY = """window.went = [];
navigation.addEventListener("navigate", (event) => {
  went.push(event.destination.url);
  event.preventDefault();
});"""
# Let the page be shown again as a browser does that kept it. `cameBack` is set once the page has
# done what it does then.
COME_BACK = """() => {
  document.addEventListener("queue:changed", () => setTimeout(() => { window.cameBack = true; }));
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}"""
NAMES = ("Anna", "Biel", "Carme", "Pep")


@pytest.fixture
def old(open_table) -> dict[str, str]:
    """Return the links of the first match. They are printed on a card."""
    return open_table(variant="catalan", names=",".join(NAMES), score="9-11")


@pytest.fixture
def phones(old, phone) -> list[Page]:
    """Return the pages of four phones after a match that they played to its end.

    The host is first.
    """
    pages = [phone() for _ in NAMES]
    pages[0].goto(old["host"])
    for seat, page in enumerate(pages):
        take_seat(page, old["join"], seat)
    for version, tap in enumerate("yes@1 won@1 won@2 won@0".split(), start=1):
        press(pages[0], tap)
        wait_for(pages[0], version)
    for page in pages:
        expect(page.locator(".victory")).to_be_visible()
        ready(page)
    return pages


def new_address(page: Page) -> str:
    """Return the code of the table that this phone shows."""
    return page.url.partition("/t/")[2].partition("?")[0]


def followed(pages: list[Page], before: str) -> str:
    """Wait until every phone has left the table `before`. Return the code of their new table."""
    for page in pages:
        page.wait_for_url(re.compile(f"/t/(?!{before})[^/]+$"))
        ready(page)
    (code,) = {new_address(page) for page in pages}
    return code


def test_another_game_is_opened_in_three_touches_and_an_old_card_leads_to_it(old, phones, phone):
    first = new_address(phones[1])
    phones[1].locator("#further > summary").click()
    phones[1].get_by_role("link", name="Another game or other rules").click()
    phones[1].get_by_role("button", name=re.compile("^Argentine truco")).click()
    second = followed(phones, first)
    for seat, page in enumerate(phones):
        expect(page.locator('#table[data-score="0-0"]')).to_be_attached()
        expect(page.locator(".bar .me")).to_have_text(NAMES[seat])

    phones[0].goto(f"{phones[0].url}/seats")
    phones[0].get_by_role("link", name="Another game").click()
    phones[0].get_by_role("link", name=re.compile("^Put 2 players")).click()
    expect(phones[0].get_by_text("Whoever is not chosen sits this game out")).to_be_visible()
    phones[0].get_by_label("Player 1", exact=True).select_option(label="Biel")
    phones[0].get_by_label("Player 2", exact=True).select_option(label="Carme")
    phones[0].get_by_role("button", name="Play Put").click()
    followed(phones, second)
    for page in (phones[0], phones[3]):
        expect(page.get_by_text("You are sitting this game out: it has 2 seats.")).to_be_visible()
    for page, name in ((phones[1], "Biel"), (phones[2], "Carme")):
        expect(page.locator(".bar .me")).to_have_text(name)
        expect(page.get_by_text("sitting this game out")).to_have_count(0)

    late = phone()
    late.goto(old["join"])
    expect(late.get_by_role("heading", name="Put")).to_be_visible()
    expect(late.get_by_text("That match is over: Anna & Carme won 12–11.")).to_be_visible()
    expect(late.get_by_role("button", name=re.compile("Biel|Carme"))).to_have_count(2)
    late.get_by_role("link", name="How it ended").click()
    expect(late.get_by_role("img").first).to_be_visible()

    phones[0].goto(f"{phones[0].url}/host")
    phones[0].get_by_role("button", name="Close joining").click()
    expect(phones[0].get_by_role("button", name="Open joining again")).to_be_visible()
    stranger = phone()
    stranger.goto(old["join"])
    expect(stranger.get_by_text("The host has closed joining.")).to_be_visible()
    expect(stranger.get_by_role("button", name=re.compile("Biel|Carme"))).to_have_count(0)


def test_a_page_of_an_old_table_stays_if_somebody_goes_back_to_it(anna, biel):
    anna.evaluate(STAY)
    biel.goto(f"{biel.url}/another")
    biel.get_by_role("button", name=re.compile("^Argentine truco")).click()
    anna.wait_for_function("() => went.length")
    anna.evaluate(COME_BACK)
    anna.wait_for_function("() => window.cameBack")
    assert anna.evaluate("went.length") == 1
