"""A sheet is built in short steps, so that other requests can run between them."""

from __future__ import annotations

import sys
from collections import Counter
from functools import _lru_cache_wrapper
from types import FrameType

import pytest

from companion import variants
from companion.cheatsheets import build_sheet, steps
from companion.engine import Rules, play, start
from companion.engine.variant import Variant

MOST = 250  # most taps played and matches started in one step, which then takes some 25 ms
GAMES = sorted(variants.VARIANTS)


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    names = [name for name in sys.modules if name.startswith("companion.cheatsheets")]
    for name in names:
        for found in vars(sys.modules[name]).values():
            if isinstance(found, _lru_cache_wrapper):
                found.cache_clear()


def sets(game: Variant) -> tuple[Rules, ...]:
    most = max(game.seats)
    return (
        *(game.rules(most, dict(preset.house)) for preset in game.presets),
        game.rules(most, {"target": "99"}),
    )


def plays_by_step(game: Variant, rules: Rules) -> list[int]:
    """Return how often `play` or `start` of the engine ran in each step of building a sheet.

    A sheet is built by a generator, and a step ends with each value that the generator yields. The
    last number of the list is for the work after the last value.
    """
    counts = Counter[int]()
    asked = (play.__code__, start.__code__)
    done = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        counts[done] += event == "call" and frame.f_code in asked

    sys.setprofile(count)
    try:
        for done, _ in enumerate(steps(game, rules), start=1):  # noqa: B007  # read by count
            pass
    finally:
        sys.setprofile(None)
    return list(counts.values())


@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_building_a_sheet_is_short(name: str) -> None:
    game = variants.get(name)
    for rules in sets(game):
        assert max(plays_by_step(game, rules)) <= MOST


@pytest.mark.parametrize("name", GAMES)
def test_a_sheet_is_built_without_playing_taps_if_its_steps_ran_before(name: str) -> None:
    game = variants.get(name)
    rules = game.rules()
    assert sum(plays_by_step(game, rules)) > 0
    assert (
        sum(plays_by_step(game, rules)) <= 1
    )  # games with truts start one match for `gains` each time
    assert any(sheet == build_sheet(game, rules) for sheet in steps(game, rules))


def test_two_requests_for_a_sheet_at_the_same_time_share_the_work_of_building_it() -> None:
    game = variants.get("argentine")
    one = steps(game, game.rules())
    other = steps(game, game.rules())
    alone = len(list(steps(game, game.rules(2))))
    together = sum(1 for _ in zip(one, other, strict=True))
    assert together == alone
    assert build_sheet(game, game.rules()) is build_sheet(game, game.rules())
