"""The first table of a book is opened in six touches, and the next match in one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.phones import Counted, Phone
from tests.server import Server

FOUR = (3, 1, 4, 2)  # of the six people, in the order of play
RESIGN = """fetch(location.pathname + "/taps", {
  method: "POST", body: new URLSearchParams({ tap: "resign@1", seen: "0", key: "end" }),
}).then(({ ok }) => ok)"""


@pytest.fixture
def book(phone: Callable[..., Page], server: Server) -> str:
    """Return the address of a new book of six people."""
    form = {"title": "Divendres", "names": "Anna, Biel, Carme, Pep, Quim, Rosa"}
    return (
        phone().request.post(f"{server.url}/books", form=form, headers={"Origin": server.url}).url
    )


def first_table(hand: Counted) -> None:
    """Tap four people in the order of play, and open their table.

    Check that this takes six touches.
    """
    hand.press('a[href$="/new"]')
    for place, person in enumerate(FOUR, start=1):
        hand.press(f"#tap-{person}")
        hand.phone.see(f".order li:nth-child({place}):not(.empty)")
    hand.press('[name="do"][value="open"]')
    hand.phone.see("#table")
    assert hand.touches == 6


def next_match(phone: Phone) -> None:
    """Open the next match with the suggested players. Check that this takes one touch."""
    hand = Counted(phone)
    hand.press('[name="next"]')
    hand.phone.see('#table[data-version="0"]')
    assert hand.touches == 1


@pytest.mark.parametrize("counted", ["chromium", "plain", "webkit"], indirect=True)
def test_the_first_table_of_a_book_takes_six_touches_and_the_next_match_one(counted, book):
    phone = counted.phone
    phone.open(book)
    first_table(counted)
    phone.press('[data-tap="truc@1"]')
    phone.open(book)
    phone.see('#evening a[href*="/t/"]')
    phone.press('#evening a[href*="/t/"]')
    phone.see('#table[data-version="1"]')
    assert phone.ask(RESIGN.replace("0", "1"))
    phone.open(book)
    phone.see('#evening a[href*="/m/"]')
    next_match(phone)
