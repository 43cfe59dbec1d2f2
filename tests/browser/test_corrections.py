"""A page contains all corrections. Later panels only say which corrections are not legal now."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import button, press, ready, take_seat, wait_for
from tests.server import wait_until

NAMES = "Anna,Biel,Carme,Pep"
SAME = """async () => {
  const shown = (page) => JSON.stringify([...page.querySelectorAll(".points-over")].map((over) =>
    [...over.querySelectorAll("[name=tap], summary, .label, input")]
      .filter((node) => !node.closest("[hidden]"))
      .map((node) => [node.textContent.trim(), node.dataset.tap ?? node.value, node.disabled ?? ""])
      .map((parts) => parts.join(" "))));
  const answer = await fetch(location.href);
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { over } = document.getElementById("table").dataset;  // set after a match: none are left
  const length = shown(document).length;
  return (over === undefined ? length > 500 : length === 2) && shown(document) === shown(now);
}"""


def seated(page: Page, links: dict[str, str], seat: int) -> Page:
    """Take this seat, and return the page after it has loaded its last scripts."""
    return ready(take_seat(page, links["join"], seat))


@pytest.mark.parametrize(
    ("game", "taps"),
    [
        ({"variant": "catalan"}, "truc@1 undo won@1 fix@0=1 truc@1 undo undo undo hand@1"),
        (
            {"variant": "catalan", "rules": "best_of=3", "score": "10-3"},
            "fix-games@0=1 hand@1 fix@0=2 undo",
        ),
        ({"variant": "trut-deux-sevres"}, "fix-truts@0=1 trut@1 yes@2 hand@1 undo"),
        (
            {"variant": "put-many", "seats": 3, "names": "Anna,Biel,Carme"},
            "hand@1 fix@1=-1 dealer@2 hand@0 undo",
        ),
    ],
)
def test_after_every_tap_a_page_has_the_same_corrections_as_a_newly_loaded_page(
    open_table, phone, game, taps
):
    links = open_table(**{"names": NAMES} | game)
    anna, biel = (seated(phone(), links, seat) for seat in (0, 1))
    for version, tap in enumerate(taps.split(), start=1):
        press(biel, tap)
        wait_for(anna, version)
        wait_for(biel, version)
        wait_until(lambda: anna.evaluate(SAME), f"not the corrections of a new page after {tap}")


@pytest.fixture
def pair(open_table, phone) -> list[Page]:
    """Return Anna's and Biel's phones at one table."""
    links = open_table(variant="catalan", names=NAMES, score="11-3")
    return [seated(phone(), links, seat) for seat in (0, 1)]


def test_a_number_that_is_being_typed_stays_when_another_player_taps(pair):
    anna, biel = pair
    record = button(anna, "fix@1=*")
    anna.locator('[name="n-fix@1"]').fill("4")
    press(biel, "fix@1=2")
    wait_for(anna, 1)
    expect(anna.locator('[name="n-fix@1"]')).to_have_value("4")
    record.click()
    wait_for(anna, 2)
    expect(anna.locator("#table")).to_have_attribute("data-score", "11-9")
    expect(anna.locator('[name="n-fix@1"]')).to_have_value("")


def test_a_page_loaded_after_a_match_gets_corrections_if_the_last_tap_is_undone(pair):
    anna, biel = pair
    press(biel, "fix@0=1")
    wait_for(anna, 1)
    anna.reload()
    ready(anna)
    expect(anna.locator(".points-over")).to_have_count(0)
    press(biel, "undo")
    wait_for(anna, 2)
    expect(anna.locator(".points-over div[id]:not(:empty)")).to_have_count(6)
    press(anna, "fix@0=-1")
    wait_for(biel, 3)
    expect(biel.locator("#table")).to_have_attribute("data-score", "10-3")
