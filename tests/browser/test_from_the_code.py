"""A game is played on a real page, from the scanned code to the winner.

The other phones post their taps without a page.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import press, wait_for
from tests.phones import Phone
from tests.scanning import scanned
from tests.server import Server

ALONE = "/new?game=argentine&seats=3&house-best_of=1&score-0=28&score-1=29&score-2=27"
CAPTAINS = "/new?game=north-catalan&seats=6&house-best_of=1&score-0=10&score-1=9"


@pytest.mark.parametrize(
    ("opened", "taps", "score", "cry"),
    [
        # Anna deals and plays alone: both opponents get points, and the higher score wins.
        (ALONE, "truco@1 yes@0 won@2 won@1", "28-31-29", "They won"),
        # Anna answers as the captain of her side, then the other side's captain does.
        (CAPTAINS, "truc@5 no@0 truc@4 yes@1 won@2 won@4", "12-10", "You won!"),
    ],
    ids=["one against two", "captains"],
)
def test_a_game_is_played_from_the_scanned_code_to_its_winner(
    server: Server, phone, opened: str, taps: str, score: str, cry: str
):
    anna = phone()
    anna.goto(server.url + opened)
    anna.get_by_role("button", name="Open the table").click()
    expect(anna).to_have_url(re.compile(r"/t/\w+/invite$"))
    link = scanned(anna.locator("svg.qr").screenshot())
    seats = int(re.search(r"seats=(\d)", opened)[1])
    others = {seat: Phone(server, link, seat) for seat in range(1, seats)}
    anna.goto(anna.url.removesuffix("/invite"))
    for number, tap in enumerate(taps.split()):
        seat = int(tap.partition("@")[2])
        if seat == 0:
            press(anna, tap)
        else:
            assert others[seat].insist(tap, number, f"tap-{number}") == 200
        wait_for(anna, number + 1)
    assert anna.locator("#table").get_attribute("data-score") == score
    expect(anna.locator(".victory")).to_contain_text(cry)
    others[1].ask("GET", others[1].table)
    assert ("You won!" in others[1].answer) == (cry == "They won")
