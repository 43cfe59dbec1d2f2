"""Every game played to its end once through the real page: a random legal game, driven by the taps the page offers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion import variants
from companion.engine import Game, Line, legal, parse, start

MOST = 150  # taps; the games begin one short of their end, so that chance gets there


def near_the_end(game: str) -> str:
    """A score from which a hand or two will do."""
    rules = variants.get(game).rules()
    last = rules.tally.target - 1
    return "-".join([f"{last}/1" if start(rules).truts else str(last)] * rules.sides)


def offered(page: Page) -> list[str]:
    """The taps on the page but for undo, redo and corrections, in the words of the notation."""
    taps = page.eval_on_selector_all("[data-tap]", "buttons => buttons.map(button => button.dataset.tap)")
    return sorted(tap for tap in taps if tap.partition("@")[0] not in ("undo", "redo", "fix"))


def of_the_engine(game: Game) -> list[str]:
    return sorted(str(tap) for offer in legal(game) for tap in offer.taps())


@pytest.mark.parametrize("name", variants.VARIANTS)
def test_a_random_game_to_its_end_by_what_the_page_offers(name: str, open_table: Callable[..., dict[str, str]], phone):
    dice, score = random.Random(name), near_the_end(name)
    links = open_table(variant=name, score=score, rules="best_of=1")
    line = Line(start(variants.get(name).rules(house={"best_of": "1"}), score=score))
    host = phone(viewport={"width": 1280, "height": 900}, is_mobile=False, has_touch=False)
    host.goto(links["host"])
    for number in range(1, MOST):
        taps = offered(host)
        assert taps == of_the_engine(line.game)
        tap = dice.choice([tap for tap in taps if not tap.startswith("says")] or taps)
        button = host.locator(f'[data-tap="{tap}"]')
        if tap.endswith("=*"):
            tap = tap.replace("*", "2")
            host.locator(f'[name="n-{tap.partition("@")[0]}"]').first.fill("2")
        line = line.tap(parse(tap))
        button.click()
        expect(host.locator(f'#table[data-version="{number}"]')).to_be_attached()
        assert host.locator("#table").get_attribute("data-score") == line.game.score_text
        if line.game.winner is not None:
            break
    assert line.game.winner is not None
    assert offered(host) == []
