"""One game of Catalan truc on the host's phone and three others, which all show the same state after every tap."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion import variants
from companion.engine import records
from tests.browser.conftest import button

EVENING = Path(__file__).parents[1] / "records" / "evening.truc"
RECORD = EVENING.read_text(encoding="utf-8")
NAMES = ("Anna", "Biel", "Carme", "Dídac")


def told_by_replay() -> list[dict[str, Any]]:
    """What `companion replay --each` says of the recorded evening, the start first."""
    return list(records.replay_text(RECORD, EVENING.name, variants.build_rules, each=True))


def sit_down(page: Page, link: str, seat: int) -> None:
    """Two taps and no typing from the scanned link: here is the first, on one's own name."""
    page.goto(link)
    page.get_by_role("button", name=NAMES[seat]).click()
    expect(page.locator("#table")).to_be_visible()


def shown(page: Page) -> dict[str, str]:
    """The state as the page carries it for other programs."""
    table = page.locator("#table")
    return {
        key: table.get_attribute(f"data-{key}") or ""
        for key in ("score", "stake", "dealer", "leader")
    }


def as_shown(told: dict[str, Any]) -> dict[str, str]:
    score = "-".join(map(str, told["score"]))
    return {"score": score} | {key: str(told[key]) for key in ("stake", "dealer", "leader")}


def wait_for(page: Page, version: int) -> None:
    expect(page.locator(f'#table[data-version="{version}"]')).to_be_attached()


def seat_of(tap: str) -> int:
    """Whose phone records this tap: that of the seat it names, the host's for the others."""
    return int(tap.partition("@")[2][:1] or 0)


@pytest.fixture
def phones(open_table: Callable[..., dict[str, str]], phone: Callable[..., Page]) -> list[Page]:
    """The host and three who scanned the printed link, each with a browser of his own."""
    links = open_table(variant="catalan", names=",".join(NAMES))
    host, *others = (phone() for _ in NAMES)
    host.goto(links["host"])
    for seat, page in enumerate(others, start=1):
        sit_down(page, links["join"], seat)
    return [host, *others]


def test_a_whole_game_on_four_phones_and_the_same_truth_on_each_after_every_tap(phones):
    start, *after = told_by_replay()
    assert all(shown(page) == as_shown(start) for page in phones)
    for told in after:
        button(phones[seat_of(told["tap"])], told["tap"]).click()
        for page in phones:
            wait_for(page, told["n"])
            assert shown(page) == as_shown(told)
    assert after[-1]["match_winner"] == 0
    for page in phones:
        expect(page.locator("#panel")).to_contain_text("Anna")
        expect(page.locator('[data-tap^="won@"]')).to_have_count(0)
        expect(page.locator('[data-tap="undo"]')).to_be_visible()


def test_the_open_question_names_who_called_who_answers_and_what_it_is_worth(phones):
    button(phones[1], "truc@1").click()
    for page in phones:
        wait_for(page, 1)
        question = page.locator("#panel")
        for words in ("Truc", "Biel", "Carme", "2", "1"):
            expect(question).to_contain_text(words)
        expect(button(page, "yes@2")).to_be_visible()


def test_the_hand_of_eleven_asks_the_right_side_and_tells_the_others(open_table, phone):
    links = open_table(variant="catalan", names=",".join(NAMES), score="11-4")
    pages = [phone() for _ in NAMES]
    pages[0].goto(links["host"])
    for seat in (1, 2):
        sit_down(pages[seat], links["join"], seat)
    for seat in (0, 2):
        expect(pages[seat].locator("#panel")).to_contain_text("Biel")  # who leads
        expect(pages[seat].locator("#panel")).to_contain_text("Anna")  # who is last
    expect(pages[2].locator('[data-tap="yes@2"]')).to_be_visible()
    expect(pages[1].locator(".question")).to_be_visible()
    button(pages[2], "no@2").click()
    for page in pages[:3]:
        wait_for(page, 1)
        assert shown(page)["score"] == "11-5"


def test_two_phones_tap_at_the_same_moment_and_the_slower_one_sees_the_truth_and_a_sentence(phones):
    """The second phone's stream is cut, so that it taps on what it last saw."""
    slow = phones[2]
    slow.route("**/stream*", lambda route: route.abort())
    slow.route("**/panel*", lambda route: route.abort())
    slow.reload()
    wait_for(slow, 0)
    button(phones[1], "truc@1").click()
    wait_for(phones[3], 1)
    button(slow, "won@2").click()
    wait_for(slow, 1)
    expect(slow.locator("#panel")).to_contain_text("Biel")
    assert shown(slow)["score"] == "0-0"
    wait_for(phones[0], 1)  # and nothing was recorded twice


def test_a_watching_phone_follows_and_cannot_tap(open_table, phone):
    links = open_table(variant="catalan", names=",".join(NAMES))
    host, watcher = phone(), phone()
    host.goto(links["host"])
    watcher.goto(links["watch"])
    expect(watcher.locator("[data-tap]")).to_have_count(0)
    button(host, "truc@1").click()
    wait_for(watcher, 1)
    expect(watcher.locator("[data-tap]")).to_have_count(0)


def test_every_tap_that_is_legal_has_a_visible_button_on_the_hosts_phone(phones):
    host = phones[0]
    for told in told_by_replay()[:12]:
        if told.get("tap"):
            button(host, told["tap"]).click()
            wait_for(host, told["n"])
        for tap in told["legal"]:
            if tap.partition("@")[0] not in (
                "hand",
                "fold",
            ):  # these are a side's: its first player's
                expect(button(host, tap)).to_be_visible()


def test_from_the_scanned_link_to_the_first_tap_there_are_two_taps_and_no_typing(open_table, phone):
    links = open_table(variant="catalan", names=",".join(NAMES))
    page = phone()
    page.goto(links["join"])
    page.get_by_role("button", name="Biel").tap()
    page.locator('[data-tap="truc@1"]').tap()
    wait_for(page, 1)


def test_kill_9_between_taps_loses_nothing_and_the_phones_come_back(mortal, phone):
    links = mortal.open_table(variant="catalan", names=",".join(NAMES))
    host, biel = phone(), phone()
    host.goto(links["host"])
    sit_down(biel, links["join"], 1)
    button(biel, "truc@1").click()
    wait_for(host, 1)
    mortal.kill()
    mortal.start()
    host.reload()
    wait_for(host, 1)
    button(host, "yes@2").click()
    wait_for(host, 2)
    wait_for(biel, 2)  # without a reload: its stream comes back by itself
    assert shown(biel)["stake"] == "2"
