"""Every game played to its end once through the real page: a random legal game, driven by the taps the page offers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import settings
from playwright.sync_api import Page, expect

from companion import variants
from companion.engine import Game, MatchLog, legal, parse, start
from companion.engine.table_taps import FORMS
from tests.browser.conftest import button

ALWAYS = {"undo", "redo", *FORMS}
EVENINGS = (
    ("", "another", "a third", "a fourth")
    if settings.get_current_profile_name() == "deep"
    else ("",)
)
MOST = 150  # taps; the games begin one short of their end, so that chance gets there


def near_the_end(game: str) -> str:
    """A score from which a hand or two will do."""
    rules = variants.get(game).rules()
    last = rules.tally.target - 1
    return "-".join([f"{last}/1" if start(rules).truts else str(last)] * rules.sides)


def offered(page: Page) -> list[str]:
    """The taps on the page but for undo, redo and corrections, in the words of the notation; none that are two."""
    keys = "[data-tap]:not([data-tap*=';'])"
    taps = page.eval_on_selector_all(keys, "buttons => buttons.map(button => button.dataset.tap)")
    return sorted({tap for tap in taps if tap.partition("@")[0].partition("=")[0] not in ALWAYS})


def of_the_engine(game: Game) -> list[str]:
    """What is legal, of what ends a hand for a side only what its first player may tap."""
    taps, sides = [tap for offer in legal(game) for tap in offer.all_taps()], set[tuple[str, int]]()
    kept = []
    for tap in taps:
        side = (tap.word, game.rules.side(tap.seat or 0))
        if tap.word not in ("hand", "fold") or side not in sides:
            kept.append(str(tap))
        sides.add(side)
    return sorted(kept)


@pytest.mark.parametrize("name", variants.VARIANTS)
@pytest.mark.parametrize("evening", EVENINGS)
def test_a_random_game_to_its_end_by_what_the_page_offers(
    name: str, evening: str, open_table: Callable[..., dict[str, str]], phone
):
    dice, score = random.Random(name + evening), near_the_end(name)
    links = open_table(variant=name, score=score, rules="best_of=1")
    line = MatchLog(start(variants.get(name).rules(house={"best_of": "1"}), score=score))
    host = phone(viewport={"width": 1280, "height": 900}, is_mobile=False, has_touch=False)
    host.goto(links["host"])
    for number in range(1, MOST):
        taps = offered(host)
        assert taps == of_the_engine(line.game)
        tap = dice.choice([tap for tap in taps if not tap.startswith("says")] or taps)
        key = button(host, tap)
        if tap.endswith("=*"):
            host.locator(f'[name="n-{tap.removesuffix("=*")}"]').first.fill("2")
            tap = tap.replace("*", "2")
        line = line.play(parse(tap))
        key.click()
        expect(host.locator(f'#table[data-version="{number}"]')).to_be_attached()
        assert host.locator("#table").get_attribute("data-score") == line.game.score_text
        if line.game.winner is not None:
            break
    assert line.game.winner is not None
    assert offered(host) == []
