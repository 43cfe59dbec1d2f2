"""Three short matches of two games in a book, their figures, a replay, and one carried to another server in a code."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import button, wait_for
from tests.server import Server


@pytest.fixture
def anna(phone: Callable[..., Page], server: Server) -> Page:
    """A phone with a book of four people open."""
    page = phone()
    page.goto(server.url)
    page.get_by_text("Begin a book").click()
    page.fill("#title", "Divendres")
    page.fill("#names", "Anna, Biel, Carme, Pep")
    page.get_by_role("button", name="Begin the book").click()
    expect(page.get_by_role("heading", name="Divendres")).to_be_visible()
    return page


def play(page: Page, taps: str, last: str) -> None:
    """A table from the book: these taps by its buttons, then a correction that ends the match; back to the book."""
    page.get_by_role("button", name="Open the table").click()
    for version, tap in enumerate(taps.split(), start=1):
        button(page, tap).first.click()
        wait_for(page, version)
    seen = len(taps.split())
    assert page.request.post(f"{page.url}/taps", form={"tap": last, "seen": str(seen), "key": "last"}).ok
    wait_for(page, seen + 1)


def open_table(page: Page, book: str) -> None:
    page.goto(book)
    page.get_by_role("link", name="Open a table").click()


def test_an_evening_in_a_book(anna, phone, mortal):
    book = anna.url
    open_table(anna, book)
    play(anna, "truc@1 yes@2 won@1 won@3", "fix@0=12")
    expect(anna.get_by_role("link", name="Keep this in a book")).to_be_visible()
    open_table(anna, book)
    play(anna, "truc@1 no@2", "fix@1=12")
    open_table(anna, book)
    anna.select_option("#game", "put")
    anna.get_by_role("button", name="2", exact=True).click()
    play(anna, "put@1 no@0", "fix@0=5")

    anna.goto(book)
    matches = anna.locator('a[href^="/m/"]')
    expect(matches).to_have_count(3)
    anna.get_by_role("link", name="Figures").click()
    main = anna.locator("main")
    expect(main).to_contain_text("3 matches, 3 hands recorded.")
    expect(main).to_contain_text("29 points were tapped without saying how they came")
    expect(main).to_contain_text(re.compile(r"Truc\s*2\s*50 %\s*1/2"))

    anna.goto(book)
    matches.last.click()
    resume = anna.locator("#resume").get_attribute("href") or ""
    expect(anna.locator("img.picture")).to_be_visible()
    anna.get_by_role("link", name="Replay").click()
    replay_it(anna)
    carried(phone(), mortal, resume)


def replay_it(page: Page) -> None:
    """It plays by itself, stops, goes where it is told."""
    expect(page.locator('#replay[data-at="2"]')).to_be_attached()
    page.get_by_role("link", name="Pause").click()
    expect(page.get_by_role("link", name="Play it")).to_be_visible()
    page.get_by_role("link", name="A hand back").click()
    expect(page.locator('#replay[data-at="0"]')).to_be_attached()
    page.get_by_role("link", name="A tap on").click()
    expect(page.locator(".hand-told")).to_contain_text("Biel called truc")
    page.get_by_role("link", name="A hand on").click()
    expect(page.locator('#replay[data-at="4"]')).to_be_attached()
    assert "at=4" in page.url


def carried(page: Page, server: Server, link: str) -> None:
    """Another phone scans the code; at another server the match is taken up before its end."""
    page.goto(f"{server.url}/resume#{link.partition('#')[2]}")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator('#table[data-score="12-2"]')).to_be_attached()
    button(page, "undo").first.click()
    expect(page.locator('#table[data-score="0-2"]')).to_be_attached()
    button(page, "won@2").first.click()
    wait_for(page, 7)


def test_the_demonstration_runs_by_itself_and_can_be_left(phone, server):
    page = phone()
    page.goto(server.url)
    page.get_by_role("link", name="Try it").click()
    expect(page.locator(".small-phones li")).to_have_count(4)
    expect(page.locator('#replay[data-at="3"]')).to_be_attached()
    page.get_by_role("link", name="Skip", exact=True).click()
    expect(page.get_by_role("heading", name="Truc Companion")).to_be_visible()


def test_the_replay_plays_itself_without_script(phone, server):
    page = phone(java_script_enabled=False)
    page.goto(f"{server.url}/try")
    expect(page.locator('#replay[data-at="2"]')).to_be_attached(timeout=15_000)


def test_the_picture_is_saved_as_a_png_with_the_phones_own_letters(anna):
    book = anna.url
    open_table(anna, book)
    play(anna, "truc@1 no@2", "fix@1=12")
    anna.goto(book)
    anna.locator('a[href^="/m/"]').first.click()
    anna.evaluate("navigator.canShare = undefined")
    with anna.expect_download() as saved:
        anna.get_by_role("link", name="Share the picture").click()
    assert saved.value.suggested_filename == "match.png"
    assert saved.value.path().read_bytes()[:4] == b"\x89PNG"
