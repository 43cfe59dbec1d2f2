"""Queued taps belong to a match, even if its code changes. The first page lists queued taps."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import press, ready, take_seat, wait_for
from tests.browser.test_queue import NO_STORE, back, cut

AN_HOUR_AGO = "{ const now = Date.now; Date.now = () => now() - 3_600_000; }"
STORED = "Object.keys(localStorage).filter((name) => name.startsWith('tap:')).sort()"


def replace_links(host: Page, links: dict[str, str]) -> str:
    """Replace the code and the links of the table as its host, and return the new code."""
    host.goto(links["host"])
    host.goto(f"{host.url}/host")
    host.locator("#links > summary").click()
    host.get_by_role("button", name="Replace the code and the link to join").click()
    expect(host).not_to_have_url(re.compile(links["code"]))
    return re.findall(r"/t/(\w+)/", host.url)[0]


def test_the_first_page_sends_queued_taps_of_a_table_whose_links_were_replaced(links, biel, phone):
    cut(biel)
    press(biel, "truc@1")
    expect(biel.locator("#strip .waits")).to_contain_text("Truc")
    biel.goto("about:blank")  # the page of the table is closed
    code = replace_links(phone(), links)
    back(biel)
    biel.goto(links["join"].partition("/j/")[0])
    expect(biel.locator("#waiting .notice")).to_contain_text(f"saved at {links['code']}: Truc")
    biel.locator(f'a[href="/t/{code}"]').first.click()
    wait_for(biel, 1)
    expect(biel.locator("#strip")).to_be_empty()
    assert biel.evaluate(STORED) == []


def test_an_open_page_sends_its_queued_tap_to_the_tables_new_code(links, biel, phone):
    """The server answers a member who asks for the old code with the table under its new code."""
    ready(biel)
    cut(biel)
    biel.evaluate(
        "dispatchEvent(new Event('pagehide'))"
    )  # closes the stream, which stays open here although the phone is offline
    press(biel, "truc@1")
    code = replace_links(phone(), links)

    def lead(route):
        route.continue_(url=route.request.url.replace(links["code"], code))

    biel.route(f"**/t/{links['code']}/**", lead)
    back(biel)
    wait_for(biel, 1)
    expect(biel).to_have_url(re.compile(code))
    expect(biel.locator(".log li")).to_have_count(1)


def test_taps_that_an_earlier_release_queued_under_the_code_are_sent(links, biel):
    told = {
        "button": "truc@1",
        "tap": "truc@1",
        "label": "Truc",
        "key": "older",
        "seen": "0",
        "at": 1_700_000_000_000,
    }
    put = "([name, told]) => localStorage.setItem(name, told)"
    biel.evaluate(put, [f"tap:{links['code']}:1700000000000:0000", json.dumps(told)])
    biel.reload()
    ready(biel)
    wait_for(biel, 1)
    assert biel.evaluate(STORED) == []


def test_the_first_page_links_to_a_table_that_has_taps_queued_under_its_old_code(links, phone):
    biel = take_seat(
        phone(service_workers="block"), links["join"], 1
    )  # the route below does not answer requests of a service worker
    told = {
        "button": "truc@1",
        "tap": "truc@1",
        "label": "Truc",
        "key": "older",
        "seen": "0",
        "at": 1_700_000_000_000,
    }
    put = "([name, told]) => localStorage.setItem(name, told)"
    biel.evaluate(put, ["tap:AAAAA:1700000000000:0000", json.dumps(told)])
    biel.route(
        "**/t/AAAAA",
        lambda route: route.fulfill(status=303, headers={"Location": f"/t/{links['code']}"}),
    )
    biel.goto(links["join"].partition("/j/")[0])
    biel.locator("#waiting").get_by_role("link", name="Back to the table").click()
    wait_for(biel, 1)


def test_queued_taps_can_be_discarded_on_the_first_page(links, biel):
    biel.route("**/taps", lambda route: route.abort())
    press(biel, "truc@1")
    biel.goto(links["join"].partition("/j/")[0])
    expect(biel.locator("#waiting .notice")).to_contain_text("Truc")
    biel.locator("#waiting").get_by_role("button", name="Discard").click()
    expect(biel.locator("#waiting")).to_be_hidden()
    assert biel.evaluate(STORED) == []


def test_setting_the_clock_back_between_two_queued_taps_keeps_their_order(links, biel):
    cut(biel)
    press(biel, "won@1")
    biel.evaluate(AN_HOUR_AGO)
    press(biel, "won@2")
    expect(biel.locator("#strip .waits")).to_contain_text(
        "Biel took the trick, Carme took the trick"
    )
    back(biel)
    wait_for(biel, 2)
    for line, done in enumerate(("Carme took the trick", "Biel took the trick")):
        expect(biel.locator(".log li").nth(line)).to_contain_text(done)
    expect(biel.locator("#contact")).to_be_hidden()


@pytest.mark.parametrize("hours", [-24, 24])
def test_a_phone_whose_clock_is_a_day_wrong_records_taps(links, biel, phone, hours):
    page = phone()
    page.add_init_script(
        f"{{ const now = Date.now; Date.now = () => now() + {hours * 3_600_000}; }}"
    )
    anna = take_seat(page, links["join"], 0)
    press(biel, "won@1")
    wait_for(anna, 1)
    cut(anna)
    press(anna, "won@2")
    expect(anna.locator("#strip .waits")).to_contain_text("Carme took the trick")
    back(anna)
    wait_for(biel, 2)
    expect(anna.locator("#contact")).to_be_hidden()
    expect(anna.locator("#age")).to_be_hidden()


def test_in_private_mode_taps_are_queued_and_the_page_shows_new_taps(links, biel, phone):
    """In private mode, a page has no storage and no service worker. Its taps wait in memory."""
    page = phone()
    page.add_init_script(f"{NO_STORE} delete Navigator.prototype.serviceWorker;")
    anna = take_seat(page, links["join"], 0)
    cut(anna)
    press(anna, "won@1")
    press(anna, "won@2")
    expect(anna.locator("#strip .waits")).to_contain_text(
        "Biel took the trick, Carme took the trick"
    )
    back(anna)
    wait_for(biel, 2)
    press(biel, "tied")
    wait_for(anna, 3)


def test_a_tap_kept_while_the_store_was_full_is_replaced_once_there_is_room(links, biel):
    """An outdated copy in memory would be sent again and again after the server refused it."""
    kept = biel.evaluate("""() => {
      const set = Storage.prototype.setItem;
      Storage.prototype.setItem = () => { throw new Error("full"); };
      truc.store.keep("tap", "waits");
      Storage.prototype.setItem = set;
      truc.store.keep("tap", "refused");
      return truc.store.get("tap");
    }""")
    assert kept == "refused"
