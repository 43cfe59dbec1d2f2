"""Opposite meanings never lie where the other one lay: on no screen, in no hand of a game, whoever deals.

`make deep` plays longer, and looks at every screen in each game; `make test` at a game's seat on two and at its shared
phone on the other two.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Page

from companion import variants
from tests.browser.test_screen import offered, sit, tap

Open = Callable[..., dict[str, str]]
Phones = Callable[..., Page]

SIZES = ((320, 568), (360, 560), (390, 664), (667, 375))
DEEP = settings.get_current_profile_name() == "deep"
TAPS = 26 if DEEP else 16
SLACK = 1  # pixels two boxes may share by rounding

# Where every key lies: on the page, or for those of the thumb zone on the screen.
PLACES = """() => scrollTo(0, 0) ?? [...document.querySelectorAll('#panel [data-tap]')].flatMap((one) => {
  const box = one.getBoundingClientRect(), held = one.closest('.dock');
  if (!one.checkVisibility()) return [];
  return [[one.dataset.tap, held ? 'dock' : 'page', box.left, box.top, box.right, box.bottom]];
})"""


def meaning(tap: str, sides: int) -> str:
    """What it does, and for which side: a side's two players mean the same."""
    word, _, rest = tap.partition("@")
    seat, _, value = rest.partition("=")
    if word in ("yes", "no", "undo", "redo"):
        return word
    return f"{word} {int(seat) % sides} {value}" if word in ("hand", "fold", "won", "fix") else ""


def opposed(one: str, other: str) -> bool:
    """Whether one of them would be a wrong score where the other one was meant."""
    pairs = ({"yes", "no"}, {"undo", "redo"})
    about = [said.split() for said in (one, other)]
    if len(about[0]) == 1 or len(about[1]) == 1:
        return {one, other} in pairs
    (word, *told), (what, *said) = about
    return {word, what} == {"hand", "fold"} or (word == what and told != said)


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return all(min(a[end + 2], b[end + 2]) - max(a[end], b[end]) > SLACK for end in (0, 1))


def states(page: Page, game: str, sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[str, list[list[Any]]]]:
    """Random legal taps, one after the other; what lies where after each, on every screen."""
    dice = random.Random(game)
    for number in range(TAPS):
        for width, height in sizes[:: -1 if number % 2 else 1]:
            page.set_viewport_size({"width": width, "height": height})
            yield f"{width}x{height}", page.evaluate(PLACES)
        made = [one for one in offered(page) if not one.endswith("=*")]
        if not made:
            return
        tap(page, "undo" if dice.random() < 0.12 and page.locator("[data-tap=undo]").count() else dice.choice(made))


def clashes(page: Page, game: str, sizes: Sequence[tuple[int, int]]) -> list[str]:
    """Every two opposite meanings that some point had in the course of the game."""
    lay: dict[tuple[str, str, str], set[tuple[float, ...]]] = defaultdict(set)
    sides = variants.get(game).rules().sides
    for size, state in states(page, game, sizes):
        for text, zone, *box in state:
            if said := meaning(text, sides):
                lay[size, zone, said].add(tuple(box))
    return sorted(
        f"{where}: {one} {a} and {other} {b}"
        for ((*where, one), here), ((*at, other), there) in combinations(lay.items(), 2)
        if where == at and opposed(one, other)
        for a in here
        for b in there
        if overlap(a, b)
    )


@pytest.mark.parametrize("game", ["catalan", "argentine", "mineiro", "french", "trut", "put-many"])
@pytest.mark.parametrize("seat", [None, 1], ids=["shared", "seated"])
def test_no_point_ever_means_the_opposite(open_table: Open, phone: Phones, game: str, seat: int | None):
    links, page = open_table(variant=game), phone()
    if seat is None:
        page.goto(links["host"])
    else:
        sit(page, links, seat, shout="off")
    assert clashes(page, game, SIZES if DEEP else SIZES[seat is None :: 2])[:4] == []
