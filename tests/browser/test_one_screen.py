"""The table on one screen: in every state of every game what is needed is whole, hit, large enough, and where it was.

Random legal games, each state drawn once by the page's own templates. `make deep` walks further, and looks at every
size in each size of text and all letters; `make test` at two sizes a game, others from game to game.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from companion import variants
from companion.engine import Game, legal, parse, play, start
from companion.gallery import HOST, GalleryState
from companion.pages.table import IN_HAND
from tests.browser.fonts import PAIRS, USUAL
from tests.browser.views import Screen, Way, views

SIZES = ((320, 568), (360, 560), (360, 640), (390, 664), (390, 844), (667, 375), (844, 390))
TEXTS = ("", "large")
Size = tuple[int, int]
DEEP = settings.get_current_profile_name() == "deep"
TAPS = 14 if DEEP else 8
LOOK = (Path(__file__).parent / "one_screen.js").read_text("utf-8")

AT_ENDS = """() => [...document.querySelectorAll(".acts > :is(.left, .right, .yes, .no)")].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [`${one.closest(".end").className} ${one.className}`, [left, top, right, bottom].map(Math.round).join()];
})"""


def walk(variant: str, seats: int, most: int = TAPS) -> Iterator[str]:
    """Taps of a random legal game, as many as there are so far, from none on."""
    dice, game, made = (
        random.Random(f"{variant}{seats}"),
        start(variants.get(variant).rules(seats)),
        list[str](),
    )
    yield ""
    while len(made) < most and (tap := _any(dice, game)):
        made.append(tap)
        game = play(game, parse(tap))
        yield " ".join(made)


def _any(dice: random.Random, game: Game) -> str:
    taps = [str(tap).replace("*", "2") for offer in legal(game) for tap in offer.all_taps()]
    groups = sorted(
        {tap.partition("@")[0] for tap in taps} - {"hand", "fold"}
        or {tap.partition("@")[0] for tap in taps}
    )
    return (
        dice.choice([tap for tap in taps if tap.partition("@")[0] == dice.choice(groups)] or taps)
        if taps
        else ""
    )


def ways(number: int, sizes: Sequence[Size], letters: Sequence[str]) -> Iterator[Way]:
    """The sizes in which that state of the walk is looked at, each with text and letters; the next one begins there."""
    every = [*product(TEXTS, letters)]
    for at, size in [*enumerate(sizes)][:: -1 if number % 2 else 1]:
        for text, pair in every if DEEP else [every[(number + at) % len(every)]]:
            yield size, text, pair


def judged(
    screen: Screen,
    variant: str,
    seats: int,
    at: Any,
    letters: Sequence[str] = (USUAL,),
    sizes: Sequence[Size] = SIZES,
) -> list[str]:
    wrong, lay = list[str](), dict[tuple[str, str], tuple[float, float]]()
    states = (
        GalleryState("walk", variant, taps, at=at, seats=seats) for taps in walk(variant, seats)
    )
    for size in screen.each(
        (state, IN_HAND, ways(number, sizes, letters)) for number, state in enumerate(states)
    ):
        seen, after = screen.page.evaluate(LOOK), f"{size} after “{screen.state.taps}”"
        wrong += [f"{after}: {what}" for what in seen["wrong"]]
        for key, place in seen["places"].items():
            first = lay.setdefault((size, key), place)
            moved = max(abs(a - b) for a, b in zip(first, place, strict=True))
            wrong += [f"{after}: {key} moved by {moved:.0f}"] if moved > 1 else []
    return wrong


ALL = [(name, max(variants.get(name).seats)) for name in variants.VARIANTS]


@pytest.mark.parametrize(("variant", "seats"), ALL)
@pytest.mark.parametrize("at", [1, HOST], ids=["seated", "shared"])
def test_what_is_needed_is_whole_hit_and_where_it_was(
    screen: Screen, variant: str, seats: int, at: Any
):
    first = 2 * ALL.index((variant, seats)) + 3 * (at == HOST)
    sizes = SIZES if DEEP else [SIZES[(first + more) % len(SIZES)] for more in (0, 1)]
    assert judged(screen, variant, seats, at, sizes=sizes)[:6] == []


@pytest.mark.parametrize("variant", ["argentine", "catalan"])
def test_it_is_so_in_other_letters(screen: Screen, variant: str):
    assert judged(screen, variant, 4, 1, [pair for pair in PAIRS if pair != USUAL])[:6] == []


@pytest.mark.parametrize("variant", ["argentine", "catalan", "valencian"])
@pytest.mark.parametrize("size", [(390, 664), (667, 375)])
def test_a_flat_phone_keeps_what_raises_the_hand_and_the_answers_in_their_places(
    screen: Screen, variant: str, size: Size
):
    lay: dict[str, set[str]] = defaultdict(set)
    for taps in walk(variant, 4):
        screen.show(GalleryState("walk", variant, taps, at=HOST), "flat")
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        for key, place in screen.page.evaluate(AT_ENDS):
            lay[key].add(place)
    assert {key: places for key, places in lay.items() if len(places) > 1} == {}
    assert len(lay) > 4


@pytest.mark.parametrize("variant", ["argentine", "catalan", "put-many", "trut", "uruguayan"])
def test_whatever_opens_over_the_page_is_whole_too(screen: Screen, variant: str):
    """Each thing that opens, opened: its keys are on the screen, or in a drawer that may scroll."""
    wrong = []
    for taps in list(walk(variant, 4 if variant != "put-many" else 5))[:5]:
        screen.show(
            GalleryState("walk", variant, taps, at=1, seats=4 if variant != "put-many" else 5)
        )
        for width, height in ((320, 568), (667, 375)):
            screen.page.set_viewport_size({"width": width, "height": height})
            for name in screen.page.eval_on_selector_all(
                ".screen details[id]", "all => all.map(one => one.id)"
            ):
                seen = screen.page.evaluate(LOOK, name)
                wrong += [
                    f"{width}x{height} {name} after “{taps}”: {what}" for what in seen["wrong"]
                ]
    assert wrong[:6] == []


BAR = """() => [...document.querySelectorAll(".bar > *")].map((one) => {
  const { left, right } = one.getBoundingClientRect();
  return [left, right, one.scrollWidth - one.clientWidth];
})"""


@pytest.mark.parametrize("text", ["", "huge"])
def test_longest_own_name_is_shortened_in_the_bar_and_whole_in_its_title(screen: Screen, text: str):
    long = "W" * 24
    screen.show(GalleryState("bar", "catalan", names=(long, "Biel", "Carme", "Pep")))
    for _ in views(screen.page, [(320, 568)], [text]):
        links = screen.page.evaluate(BAR)
    assert screen.page.locator(".bar a:has(.me)").get_attribute("title") == long
    assert all(0 <= left < right <= 320 and spilt <= 0 for left, right, spilt in links), links
