"""No text of the table is cut, covered, beyond its box or the screen, or on other text.

`make test` looks at each state once in each view, in sizes, fonts, sizes of text and colours of
which all pairs meet over the states, with the longest text of any language in each place.
`make deep` looks at all of them, and at each state once more in every language. On a television a
call is looked at when it has been shouted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Page

from companion.gallery import FRIEND, HOST, STATES, GalleryState
from companion.pages.table import IN_HAND
from companion.web.language import LANGUAGES, load
from tests.browser.fonts import PAIRS
from tests.browser.longest import longest_language
from tests.browser.pages import set_look
from tests.browser.views import Screen, Way

DEEP = settings.get_current_profile_name() == "deep"
HELD = (
    (320, 568),
    (360, 640),
    (390, 664),
    (390, 844),
    (667, 375),
    (768, 1024),
    (1280, 720),
    (1920, 1080),
)
OTHERS = "others"  # the table's own phone and one that watches, in the hand
NEWCOMER = "newcomer"  # a phone that explains the game
SIZES = {
    IN_HAND: HELD,
    OTHERS: HELD,
    NEWCOMER: HELD,
    "flat": HELD[:6],
    "tv": (*HELD[5:], (3840, 2160)),
}
Look = tuple[tuple[int, int], str, str, str]  # a screen, a pair of letters, a size of text, colours
DOUBLE = "share => { document.documentElement.style.fontSize = share; }"
COLLIDES = (Path(__file__).parent / "collisions.js").read_text("utf-8")


def looks(number: int, view: str) -> Iterator[Look]:
    """Yield all ways to look at a state, or one: each value of each kind comes in its turn."""
    every = [*product(SIZES[view], PAIRS, ("100%", "200%"), ("light", "dark", "forced"))]
    yield from every if DEEP else [every[number * 5 % len(every)]]


def phones(number: int, state: GalleryState, view: str) -> Iterator[tuple[GalleryState, str]]:
    """Yield who looks at a state, and at which page: of the others both, or each in its turn.

    Of the phones of newcomers every third one is looked at, or each.
    """
    if view == NEWCOMER:
        if DEEP or number % 3 == 0:
            yield replace(state, learn="on"), IN_HAND
        return
    if view != OTHERS:
        yield state, view
        return
    for who in (HOST, FRIEND) if DEEP else ((HOST, FRIEND)[number % 2],):
        yield replace(state, at=who, lost_seat=None), IN_HAND


@pytest.mark.parametrize("view", SIZES)
@pytest.mark.parametrize("part", range(4))
def test_no_text_of_a_table_is_cut_off_covered_or_on_other_text(
    screen: Screen, view: str, part: int
):
    wrong: list[str] = []
    named: list[str] = []
    states = []
    for number, state in [*enumerate(STATES)][part::4]:
        for shown, page in phones(number, state, view):
            states.append((shown, page, apply(screen.page, looks(number, view), named)))
    with longest_language() as screen.language:
        for look in screen.each(states):
            found = screen.page.evaluate(COLLIDES, ".log")
            where = f"{screen.state.name} {view} {look} {' '.join(named)}"
            wrong += [f"{where}: {what}" for what in found]
    screen.page.evaluate(DOUBLE, "")
    assert wrong[:6] == []


if DEEP:  # `make test` looks at the longest text of any language

    @pytest.mark.parametrize("code", LANGUAGES)
    @pytest.mark.parametrize("view", SIZES)
    def test_no_text_collides_in_any_language(screen: Screen, view: str, code: str):
        screen.language = load(code)
        wrong: list[str] = []
        states = []
        for number, state in enumerate(STATES):
            for shown, page in phones(number, state, view):
                ways = [(size, "", pair) for size, pair in product(SIZES[view], PAIRS)]
                states.append((shown, page, ways))
        for look in screen.each(states):
            found = screen.page.evaluate(COLLIDES, ".log")
            wrong += [f"{screen.state.name} {view} {look}: {what}" for what in found]
        assert wrong[:6] == []


def apply(page: Page, looks: Iterator[Look], named: list[str]) -> Iterator[Way]:
    """Yield these looks; the page gets the size of text and the colours, which `named` names."""
    for size, letters, *named[:] in looks:
        page.evaluate(DOUBLE, named[0])
        set_look(page, named[1])
        yield size, "", letters
