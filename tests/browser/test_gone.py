"""A phone that is no longer at a table says so, and sends no more requests to the table."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import press, ready, take_seat


def asked(page: Page) -> list[str]:
    """Return a list to which each address of a table is added when the page requests it."""
    addresses: list[str] = []

    def note(request: Request) -> None:
        if "/t/" in request.url:
            addresses.append(request.url)

    page.on("request", note)
    return addresses


def stays_silent(page: Page) -> None:
    """Check that the page sends no request for nine seconds.

    A page of a table that has lost its stream polls every four seconds.
    """
    since = asked(page)
    page.clock.run_for(9000)
    assert since == []


def seated(page: Page, link: str) -> Page:
    """Let Biel's phone take seat 1, with a clock that the test controls."""
    page.clock.install()
    return take_seat(page, link, 1)


def test_an_open_page_of_a_deleted_table_stops_polling_and_says_why(links, phone):
    host = phone()
    biel = seated(phone(), links["join"])
    host.goto(links["host"])
    biel.wait_for_load_state()
    host.goto(f"{host.url}/host/delete")
    host.locator("main form button").last.click()
    expect(biel.locator("#strip .refused")).to_contain_text(
        "This phone is no longer at this table."
    )
    expect(biel.get_by_role("link", name="Reload the table")).to_be_visible()
    stays_silent(biel)
    biel.locator("#strip").get_by_role("link", name="First page").click()
    expect(biel).to_have_url(re.compile("/$"))


def test_an_open_page_of_a_removed_phone_stops_polling_and_names_the_unsent_tap(links, phone):
    biel = seated(phone(), links["join"])
    biel.context.clear_cookies()
    press(biel, "truc@1")
    expect(biel.locator("#strip")).to_contain_text(
        "at this table. This phone has not joined the table. Not recorded: Truc"
    )
    stays_silent(biel)
    assert biel.evaluate("Object.keys(localStorage)") == []


def test_a_removed_phone_keeps_no_tap_that_was_being_sent_or_is_made_afterwards(links, phone):
    def hold(route: Route) -> None:
        sending.append(route)

    sending: list[Route] = []
    biel = take_seat(phone(), links["join"], 1)
    ready(biel)
    biel.route("**/taps", hold)
    with biel.expect_request("**/taps"):
        press(biel, "truc@1")
    biel.context.clear_cookies()
    biel.evaluate("truc.askNow()")
    expect(biel.locator("#strip .refused")).to_contain_text("Not recorded: Truc")
    with biel.expect_response("**/taps"):
        sending[0].continue_()
    press(biel, "won@2")
    expect(biel.locator("#strip .refused")).to_contain_text("Truc, Carme took the trick")
    expect(biel.locator("#strip .refused")).to_have_count(1)
    assert biel.evaluate("Object.keys(localStorage)") == []


def test_a_removed_phone_forgets_when_it_last_heard_from_the_table(links, phone):
    biel = take_seat(phone(), links["join"], 1)
    biel.reload()
    assert biel.evaluate("Object.keys(localStorage)") == [f"heard:{links['code']}"]
    biel.context.clear_cookies()
    biel.evaluate("truc.askNow()")
    biel.wait_for_function("() => truc.gone")
    assert biel.evaluate("Object.keys(localStorage)") == []
