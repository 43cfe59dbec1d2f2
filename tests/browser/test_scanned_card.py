"""The card of a place is printed. A phone that scans the card opens a table or sits down."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_print import A6, on_paper, printed
from tests.scanning import scanned
from tests.server import Server


@pytest.fixture
def card(server: Server, phone: Callable[..., Page]) -> Page:
    """Return the page of a landlord's phone, with the card of a table of their bar."""
    page = phone()
    page.goto(server.url)
    page.get_by_role("link", name="A permanent code").click()
    page.get_by_label("Name of the place").fill("Bar Pepe, table 4")
    page.get_by_role("button", name="Make the card").click()
    expect(page.get_by_role("heading", name="Bar Pepe, table 4")).to_be_visible()
    return page


def test_the_first_phone_that_scans_a_card_opens_a_table_and_the_next_sits_down(card, phone):
    link = scanned(card.locator("svg.qr").screenshot())
    anna = phone()
    biel = phone()
    anna.goto(link)
    anna.get_by_role("button", name="Open a table now").click()
    expect(anna).to_have_url(re.compile(r"/t/\w+/invite$"))
    biel.goto(link)
    biel.get_by_role("button", name="Player 2").click()
    expect(biel.locator("#table")).to_be_visible()
    assert biel.url == anna.url.removesuffix("/invite")


def test_the_card_of_a_place_is_printed_and_can_be_scanned(card):
    text = on_paper(card)
    assert text.startswith("Bar Pepe, table 4")
    assert "Scan this with the camera of a phone" in text
    assert not {"Rename", "Share", "Make a new code"} & set(text.splitlines())
    assert printed(card) == (1, A6)
    card.emulate_media(media="print")
    assert "/p/" in scanned(card.locator("svg.qr").screenshot())


def test_the_longest_name_of_a_place_fits_on_its_card(card):
    card.get_by_label("Name of the place").fill("W" * 40)
    card.get_by_role("button", name="Rename").click()
    expect(card.get_by_role("heading", name="W" * 40)).to_be_visible()
    assert printed(card) == (1, A6)
    assert card.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
