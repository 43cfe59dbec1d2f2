"""If the host's phone is gone, other phones become host.

Before, the host's phone showed eight digits and a QR code. One of the other phones types the digits
on the first page, and one scans the QR code.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.scanning import scanned

NAMES = "Anna,Biel,Carme,Pep"


@pytest.fixture
def links(open_table: Callable[..., dict[str, str]]) -> dict[str, str]:
    """Open a table for four players, and return its links."""
    return open_table(variant="catalan", names=NAMES, score="10-9")


def home_of(page: Page) -> str:
    """Return the address of the first page of the server that this phone visits."""
    return re.sub(r"^(\w+://[^/]+).*", r"\1/", page.url)


def open_seats(page: Page, links: dict[str, str]) -> None:
    page.goto(f"{home_of(page)}t/{links['code']}/host")


def number_on(page: Page) -> str:
    return page.locator(".number.eight").inner_text()


def type_on_first_page(page: Page, where: str, number: str) -> None:
    """Type the number on the first page, like a player who was told the number."""
    page.goto(where)
    box = page.locator("details:has(#code) > summary")
    if box.count() > 0:
        box.click()
    page.get_by_label("Join with a code").fill(number)
    page.get_by_role("button", name="Join", exact=True).click()


def test_two_other_phones_become_host_after_the_hosts_phone_is_gone(host, biel, links, phone):
    """One phone types the eight digits on the first page, the other scans the QR code."""
    open_seats(host, links)
    expect(host.locator("svg.qr")).to_have_count(0)
    host.get_by_role("button", name="Close joining").click()
    expect(host.get_by_role("button", name="Open joining again")).to_be_visible()
    host.get_by_role("link", name="Make another phone host").click()
    number = number_on(host)
    link = scanned(host.locator("svg.qr").screenshot())
    where = home_of(host)
    host.context.close()

    type_on_first_page(biel, where, number)
    expect(biel.locator("#table")).to_be_attached()
    open_seats(biel, links)
    expect(biel.get_by_text("Joining is closed")).to_be_visible()

    carme = phone()
    type_on_first_page(carme, where, number)
    expect(carme.get_by_text("No table has this number")).to_be_visible()
    carme.goto(link)
    expect(carme.locator("#table")).to_be_attached()
    open_seats(carme, links)
    carme.get_by_role("button", name="Open joining again").click()
    expect(carme.get_by_text("Joining is open")).to_be_visible()
