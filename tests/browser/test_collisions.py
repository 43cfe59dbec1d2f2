"""No text of the table is cut, covered, over its box, beyond the screen or on other text: in no state, on no phone.

`make test` looks at each state once in each view, in sizes, letters, sizes of text and colours that meet each other in
all pairs over the states; `make deep` at all of them. On a television a call is looked at when it has been shouted.
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
from tests.browser.fonts import PAIRS
from tests.browser.pages import dress
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
SIZES = {IN_HAND: HELD, OTHERS: HELD, "flat": HELD[:6], "tv": (*HELD[5:], (3840, 2160))}
Look = tuple[tuple[int, int], str, str, str]  # a screen, a pair of letters, a size of text, colours
DOUBLE = "share => { document.documentElement.style.fontSize = share; }"
COLLIDES = (Path(__file__).parent / "collisions.js").read_text("utf-8")


def looks(number: int, view: str) -> Iterator[Look]:
    """How a state is looked at: in all ways, or in one, each value of each kind after the other."""
    every = [*product(SIZES[view], PAIRS, ("100%", "200%"), ("light", "dark", "forced"))]
    yield from every if DEEP else [every[number * 5 % len(every)]]


def phones(number: int, state: GalleryState, view: str) -> Iterator[tuple[GalleryState, str]]:
    """Who looks at it, and at which page: of the others one after the other, or both."""
    if view != OTHERS:
        yield state, view
        return
    for who in (HOST, FRIEND) if DEEP else ((HOST, FRIEND)[number % 2],):
        yield replace(state, at=who, lost_seat=None), IN_HAND


@pytest.mark.parametrize("view", SIZES)
@pytest.mark.parametrize("part", range(4))
def test_no_text_collides(screen: Screen, view: str, part: int):
    wrong, worn = list[str](), list[str]()
    states = (
        (shown, page, dressed(screen.page, looks(number, view), worn))
        for number, state in [*enumerate(STATES)][part::4]
        for shown, page in phones(number, state, view)
    )
    for look in screen.each(states):
        found = screen.page.evaluate(COLLIDES, ".log")
        wrong += [f"{screen.state.name} {view} {look} {' '.join(worn)}: {what}" for what in found]
    screen.page.evaluate(DOUBLE, "")
    assert wrong[:6] == []


def dressed(page: Page, looks: Iterator[Look], worn: list[str]) -> Iterator[Way]:
    """These looks; the page has the size of text and the colours of each when it comes, and `worn` names them."""
    for size, letters, *worn[:] in looks:
        page.evaluate(DOUBLE, worn[0])
        dress(page, worn[1])
        yield size, "", letters
