"""An evening in a book: three matches, their statistics and a replay.

The first match is continued on another server. The demonstration on the first page, which is a
replay too, is tested here as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import press, wait_for
from tests.scanning import scanned
from tests.server import Server

# What comes after some seconds comes after a tenth of that time.
QUICK = """(() => {
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => usual(act, ms / 10, ...more);
})()"""
MOTION = "no-preference"  # with animations, as on most phones


@pytest.fixture
def anna(phone: Callable[..., Page], server: Server) -> Page:
    """Return the page of a phone that has opened a book of four people."""
    page = phone()
    page.goto(server.url)
    page.get_by_text("Start a book").click()
    page.fill("#title", "Divendres")
    page.fill("#names", "Anna, Biel, Carme, Pep")
    page.get_by_role("button", name="Start the book").click()
    expect(page.get_by_role("heading", name="Divendres")).to_be_visible()
    return page


def play(page: Page, taps: str) -> None:
    """Seat the people of the book, open a table, and play a match to its end with the buttons."""
    seat(page, *("Anna", "Biel", "Carme", "Pep")[: page.locator(".order li").count()])
    page.get_by_role("button", name="Open the table").click()
    for version, tap in enumerate(taps.split(), start=1):
        press(page, tap)
        wait_for(page, version)
    expect(page.get_by_role("link", name="This match is in a book")).to_be_visible()


def open_table(page: Page, book: str) -> None:
    page.goto(book)
    page.get_by_role("link", name="Open a table").click()
    page.wait_for_load_state()


def seat(page: Page, *names: str) -> None:
    """Tap the people with these names in the order of play."""
    for place, name in enumerate(names, start=1):
        page.locator(".chips").get_by_role("button", name=name).click()
        expect(page.locator(".order li:not(.empty)")).to_have_count(place)


def play_to_two(page: Page) -> None:
    """Make Catalan truc up to two points the usual game of this book, so that a match is short."""
    page.get_by_role("link", name="Change").click()
    page.get_by_role("spinbutton").first.fill("2")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".usual")).to_contain_text("Catalan truc (4)")


def test_three_matches_of_an_evening_are_in_a_book_with_statistics_and_replays(
    anna, phone, server, mortal
):
    """The QR code of the first match is scanned, and the match is continued on another server."""
    book = anna.url
    play_to_two(anna)
    open_table(anna, book)
    play(anna, "truc@1 yes@2 won@1 won@3")
    open_table(anna, book)
    play(anna, "truc@1 retruc@2 no@3")
    open_table(anna, book)
    anna.select_option("#game", "put")
    expect(anna.locator(".order li")).to_have_count(2)
    play(anna, "put@1 yes@0 won@1 won@1")

    anna.goto(book)
    matches = anna.locator('a[href^="/m/"]')
    expect(matches).to_have_count(3)
    anna.get_by_role("link", name="Statistics").click()
    main = anna.locator("main")
    expect(main).to_contain_text(re.compile(r"3\s*matches played\s*3\s*hands recorded"))
    expect(main).not_to_contain_text("entered directly")
    expect(main).to_contain_text(re.compile(r"Truc\s*2\s*100 ?%\s*2/2 · \d+–100 ?%"))

    anna.goto(book)
    matches.last.click()
    expect(anna.locator(".to-share img")).to_be_visible()
    link = scanned(anna.locator("svg.qr").screenshot())
    assert link.startswith(f"{server.url}/resume#")
    anna.get_by_role("link", name="Replay").click()
    replay_it(anna)
    carried(phone(), mortal, link)


def replay_it(page: Page) -> None:
    """Let the replay run, pause it, and step back and forward."""
    page.route(re.compile("at=3"), lambda _: None)  # the replay stops after tap 2
    page.reload()
    expect(page.locator('#replay[data-at="2"]')).to_be_attached()
    page.get_by_role("link", name="Pause").click()
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
    page.get_by_role("link", name="Back one hand").click()
    expect(page.locator('#replay[data-at="0"]')).to_be_attached()
    page.get_by_role("link", name="Forward one tap").click()
    expect(page.locator(".hand-told")).to_contain_text("Biel called truc")
    page.get_by_role("link", name="Forward one hand").click()
    expect(page.locator('#replay[data-at="4"]')).to_be_attached()
    assert "at=4" in page.url


def carried(page: Page, server: Server, link: str) -> None:
    """Continue the match on another server: undo the end of the match, and play on."""
    page.goto(f"{server.url}/resume#{link.partition('#')[2]}")
    expect(page.locator("[data-share]")).to_have_attribute("data-share", page.url)
    expect(page.get_by_role("button", name="Open the table")).to_contain_text(
        urlsplit(server.url).netloc
    )
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator('#table[data-score="0-2"]')).to_be_attached()
    press(page, "undo")
    expect(page.locator('#table[data-score="0-0"]')).to_be_attached()
    press(page, "won@2")
    wait_for(page, 6)
    press(page, "won@2")
    expect(page.locator('#table[data-score="2-0"]')).to_be_attached()


def try_it(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("link", name="Watch a match").click()
    expect(page.locator(".small-phones li")).to_have_count(4)


def test_the_demonstration_on_the_first_page_runs_automatically_and_can_be_skipped(phone, server):
    page = phone()
    try_it(page, server)
    assert page.url == f"{server.url}/"
    expect(page.get_by_role("link", name="Pause")).to_be_focused()
    expect(page.locator('#replay[data-at]:not([data-at="0"])')).to_be_attached()
    assert page.url == f"{server.url}/"
    page.get_by_role("link", name="Skip", exact=True).click()
    expect(page.get_by_role("heading", name="Real cards")).to_be_visible()
    expect(page.locator("#replay")).to_have_count(0)


@pytest.mark.parametrize("hot_spot", [False, True])
def test_a_demonstration_that_runs_automatically_waits_for_the_network(phone, server, hot_spot):
    def fail(route: Route) -> None:
        failed.append(route.fulfill(body="Log in") if hot_spot else route.abort())

    failed: list[None] = []
    page = phone(service_workers="block")
    page.add_init_script(QUICK)
    page.route(re.compile("at=2"), fail, times=2)
    page.route(re.compile("at=3"), lambda _: None)  # the demonstration stops after tap 2
    try_it(page, server)
    expect(page.locator('#replay[data-at="2"]')).to_be_attached()
    assert len(failed) == 2
    assert page.url == f"{server.url}/"


def test_a_hidden_demonstration_does_not_go_on_after_the_step_that_was_being_fetched(phone, server):
    def hold(route: Route) -> None:
        held.append(route)

    held: list[Route] = []
    asked: list[str] = []
    page = phone(service_workers="block")
    page.clock.install()
    page.route(re.compile("at=2"), hold)
    with page.expect_request(re.compile("at=2")):
        try_it(page, server)
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.on("request", lambda request: asked.append(request.url))
    held[0].continue_()
    expect(page.locator('#replay[data-at="2"]')).to_be_attached()
    page.clock.run_for(9000)
    assert [address for address in asked if "at=3" in address] == []


def test_the_first_page_loads_nothing_of_the_demonstration_until_it_is_started(phone, server):
    page = phone()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.url, wait_until="networkidle")
    assert not [address for address in asked if re.search(r"/try|book\.css|replay\.js", address)]


def test_the_demonstration_waits_to_be_started_if_motion_is_reduced(phone, server):
    page = phone(reduced_motion="reduce")
    try_it(page, server)
    page.get_by_role("link", name="Play").click()
    expect(page.locator('#replay[data-at]:not([data-at="0"])')).to_be_attached()


def test_without_javascript_the_demonstration_runs_automatically(phone, server):
    page = phone(java_script_enabled=False)
    try_it(page, server)
    assert page.url == f"{server.url}/try"
    expect(page.locator('#replay[data-at]:not([data-at="0"]):not([data-at="1"])')).to_be_attached()
