"""Requests between phones: to become host, and to get the seat of a phone that is awake."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from companion import tables
from companion.tables.changes import changing
from companion.tables.request_rows import open_requests
from tests.browser.conftest import button, take_seat
from tests.browser.test_guard import later, middle, settled, too_quick
from tests.browser.views import views
from tests.server import Server

TEN_SECONDS = 10


@pytest.fixture
def passes(server: Server, links) -> Callable[[int], None]:
    """Return a function that makes the table's open requests older by a number of seconds."""

    def move(seconds: int) -> None:
        with server._app.app_context():
            match = tables.by_code(links["code"])
            assert match is not None
            with changing(match) as (session, current):
                for request in open_requests(session, current):
                    request.asked_at -= timedelta(seconds=seconds)

    return move


def ask(page: Page) -> None:
    """Ask to become host, on the page of the seats."""
    page.locator(".bar a:has(.me)").click()
    page.get_by_role("button", name="Ask to become host").click()
    expect(page.locator("#table")).to_be_attached()


def question(page: Page) -> Locator:
    return page.locator(".phone-request")


def line(page: Page) -> Locator:
    return page.locator(".asked-line")


def test_a_phone_that_does_not_answer_loses_its_seat_and_shows_who_took_the_seat(
    links, biel, phone, passes
):
    carme = phone()
    carme.clock.install()
    take_seat(carme, links["join"], 2)
    carme.locator(".bar a:has(.me)").click()
    carme.locator('[name="over"][value="1"]').click()
    expect(line(carme)).to_contain_text("Biel’s phone is asked.")
    expect(question(biel)).to_contain_text("Carme’s phone wants your seat")
    passes(TEN_SECONDS)
    carme.clock.fast_forward(TEN_SECONDS * 1000 + 2000)
    expect(carme.locator(".bar .me")).to_have_text("Carme")  # the page stays as it was loaded
    expect(button(carme, "truc@1")).to_be_visible()
    expect(biel.get_by_text("Carme’s phone has taken Biel’s seat.")).to_be_visible()
    biel.get_by_role("button", name="Take the seat back").click()
    expect(question(carme)).to_contain_text("wants your seat")
    carme.get_by_role("button", name="Give it up").click()
    expect(button(biel, "truc@1")).to_be_visible()


def test_a_touch_meant_for_a_key_does_not_answer_a_request_that_has_just_appeared(
    links, biel, host
):
    """The request appears under the finger.

    The first touch does nothing, and a later touch counts.
    """
    take_seat(host, links["join"], 0)
    settled(host)
    host.wait_for_timeout(0)
    with too_quick(host):
        ask(biel)
        expect(question(host)).to_be_visible()
        where = middle(host, "refuse-1")
        host.touchscreen.tap(*where)
    expect(question(host)).to_be_visible()
    later(host)
    host.touchscreen.tap(*where)
    expect(question(host)).to_have_count(0)


def test_both_answers_to_a_request_are_in_reach_of_a_thumb_on_every_screen(biel, host):
    ask(biel)
    expect(question(host)).to_be_visible()
    for _ in views(host, [(320, 568), (390, 664), (667, 375)]):
        screen = host.viewport_size
        for name in ("Refuse", "Make host"):
            box = host.get_by_role("button", name=name).bounding_box()
            assert box["height"] >= 44, screen
            assert screen["height"] / 2 < box["y"], screen
            assert box["y"] + box["height"] <= screen["height"]
            assert 0 <= box["x"] <= box["x"] + box["width"] <= screen["width"]
