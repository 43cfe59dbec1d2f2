"""A game of Catalan truc on the host's phone and three others, which all show the same state."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion import variants
from companion.engine import records
from tests.browser.conftest import press, take_seat
from tests.server import wait_until

EVENING = Path(__file__).parents[1] / "records" / "evening.truc"
NAMES = ("Anna", "Biel", "Carme", "Dídac")


def told_by_replay() -> list[dict[str, Any]]:
    """Return the states of the match in EVENING, as `companion replay --each` prints them."""
    record = EVENING.read_text(encoding="utf-8")
    return list(records.replay_text(record, EVENING.name, variants.build_rules, each=True))


def shown(page: Page) -> dict[str, str]:
    """Return the state in the data attributes of the page."""
    facts: dict[str, str] = page.evaluate("({ ...document.getElementById('table').dataset })")
    return {name: facts[name] for name in ("version", "score", "stake", "dealer", "leader")}


def as_shown(told: dict[str, Any]) -> dict[str, str]:
    facts = {key: str(told[key]) for key in ("stake", "dealer", "leader")}
    score = "-".join(map(str, told["score"]))
    return {"version": str(told.get("n", 0)), "score": score} | facts


def seat_of(tap: str) -> int:
    """Return the index of the phone that records this tap.

    It is the seat in the tap, or 0, the index of the host's phone, if the tap has no seat.
    """
    return int(tap.partition("@")[2][:1] or 0)


@pytest.fixture
def phones(open_table: Callable[..., dict[str, str]], phone: Callable[..., Page]) -> list[Page]:
    """Return the host's phone and three phones that have scanned the printed link."""
    links = open_table(variant="catalan", names=",".join(NAMES))
    host, *others = (phone() for _ in NAMES)
    host.goto(links["host"])
    return [host, *(take_seat(page, links["join"], seat) for seat, page in enumerate(others, 1))]


def test_four_phones_show_the_same_state_after_every_tap_of_a_whole_game(phones):
    before, *after = told_by_replay()
    for told in (before, *after):
        if "tap" in told:
            press(phones[seat_of(told["tap"])], told["tap"])
        state = as_shown(told)
        for page in phones:
            wait_until(lambda page=page, state=state: shown(page) == state, f"not {state}")
    assert after[-1]["match_winner"] == 0
    for page in phones:
        expect(page.locator("#panel")).to_contain_text("Anna")
        expect(page.locator('[data-tap^="won@"]')).to_have_count(0)
        expect(page.locator('[data-tap="undo"]')).to_be_visible()
