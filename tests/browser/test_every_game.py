"""Games are played to their end by pressing random keys of the real page.

`make test` plays one game of each kind once, for example one game with envido. `make deep` plays
every game four times.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import settings
from playwright.sync_api import Page

from companion import variants
from companion.engine import Game, MatchLog, legal, parse, start
from companion.engine.table_taps import FORMS
from tests.browser.conftest import press, wait_for

ALWAYS = {"undo", "redo", *FORMS}
DEEP = settings.get_current_profile_name() == "deep"
EVENINGS = ("", "another", "a third", "a fourth") if DEEP else ("",)
ONE_OF_EACH_KIND = (
    *("catalan", "argentine", "gauderio", "mineiro", "menorcan"),
    *("truc-y-flou", "doubling", "french-free", "trut-gatine", "put-many"),
)
IN_THE_HAND = variants.VARIANTS if DEEP else ONE_OF_EACH_KIND
ON_A_FLAT_PHONE = ("argentine", "put-many", *(("catalan", "trut", "french-free") if DEEP else ()))
MOST = 150  # taps; all sides lack one point at the start, so that random taps end the game
LAPTOP = {"viewport": {"width": 1280, "height": 900}, "is_mobile": False, "has_touch": False}


def near_the_end(game: str) -> str:
    """Return a score at which each side needs one point, so that one or two hands end the game."""
    rules = variants.get(game).rules()
    last = rules.tally.target - 1
    return "-".join([f"{last}/1" if start(rules).truts else str(last)] * rules.accounts)


def offered(page: Page) -> list[str]:
    """Return the taps that the keys of the page offer.

    Corrections are left out, and so are keys that record two taps at once.
    """
    keys = "[data-tap]:not([data-tap*=';'])"
    taps = page.eval_on_selector_all(keys, "buttons => buttons.map(button => button.dataset.tap)")
    return sorted({tap for tap in taps if tap.partition("@")[0].partition("=")[0] not in ALWAYS})


def of_the_engine(game: Game) -> list[str]:
    """Return the taps that are legal according to the engine.

    Of several `hand` taps of one side, only the first is returned. The same is true of `fold`.
    """
    sides: set[tuple[str, int]] = set()
    kept = []
    for offer in legal(game):
        for tap in offer.all_taps():
            side = (tap.word, game.rules.account(tap.seat or 0))
            if tap.word not in ("hand", "fold") or side not in sides:
                kept.append(str(tap))
            sides.add(side)
    return sorted(kept)


def touch(page: Page, tap: str) -> str:
    """Touch the key of this tap, and return the tap that is recorded.

    If the tap needs a number, type 2.
    """
    if tap.endswith("=*"):
        page.locator(f'[name="n-{tap.removesuffix("=*")}"]').first.fill("2")
    press(page, tap)
    return tap.replace("*", "2")


@pytest.mark.parametrize("evening", EVENINGS)
@pytest.mark.parametrize(
    ("name", "view"),
    [*product(IN_THE_HAND, [""]), *product(ON_A_FLAT_PHONE, ["/flat"])],
)
def test_a_random_game_can_be_finished_with_the_keys_of_the_page(
    name: str, view: str, evening: str, open_table: Callable[..., dict[str, str]], phone
):
    dice = random.Random(name + evening)
    score = near_the_end(name)
    links = open_table(variant=name, score=score, rules="best_of=1")
    log = MatchLog(start(variants.get(name).rules(house={"best_of": "1"}), score=score))
    host = phone(**({} if view else LAPTOP))
    host.goto(links["host"])
    if view:
        host.goto(host.url + view)
    for number in range(1, MOST):
        taps = offered(host)
        assert view or taps == of_the_engine(log.game)
        tap = dice.choice([tap for tap in taps if not tap.startswith("says")] or taps)
        log = log.play(parse(touch(host, tap)))
        wait_for(host, number)
        assert host.locator("#table").get_attribute("data-score") == log.game.score_text
        if log.game.winner is not None:
            break
    assert log.game.winner is not None
    assert offered(host) == []
    for end in host.locator(".end").all():
        assert end.locator('[data-tap="undo"]').is_visible()
