"""Opposite meanings never lie where the other one lay: on no screen, in no hand of a game, whoever deals.

`make deep` plays longer, and looks at every screen in each game; `make test` at a game's seat on two and at its shared
phone on the other two.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import settings

from companion import variants
from companion.engine import UNDO, MatchLog, legal, start
from companion.gallery import HOST, GalleryState
from companion.pages.table import IN_HAND
from tests.browser.fonts import USUAL
from tests.browser.views import Screen

SIZES = ((320, 568), (360, 560), (390, 664), (667, 375))
DEEP = settings.get_current_profile_name() == "deep"
TAPS = 40 if DEEP else 20
SLACK = 1  # pixels two boxes may share by rounding

# Where every key lies: on the page, or for those of the thumb zone on the screen.
PLACES = """async () => {
  await scrollTo(0, 0);
  return [...document.querySelectorAll('#panel [data-tap]')].flatMap((one) => {
    const box = one.getBoundingClientRect(), held = one.closest('.dock');
    if (!one.checkVisibility()) return [];
    return [[one.dataset.tap, held ? 'dock' : 'page', box.left, box.top, box.right, box.bottom]];
  });
}"""


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


def walk(game: str) -> Iterator[str]:
    """Random legal taps, as many as there are so far, from none on."""
    dice, line, made = random.Random(game), MatchLog(start(variants.get(game).rules())), list[str]()
    yield ""
    while len(made) < TAPS and (
        taps := [tap for it in legal(line.game) if not it.endless for tap in it.all_taps()]
    ):
        tap = UNDO if line.past is not None and dice.random() < 0.12 else dice.choice(taps)
        line = line.play(tap)
        made.append(str(tap))
        yield " ".join(made)


def clashes(screen: Screen, game: str, at: Any, sizes: Sequence[tuple[int, int]]) -> list[str]:
    """Every two opposite meanings that some point had in the course of the game."""
    lay: dict[tuple[str, str, str], set[tuple[float, ...]]] = defaultdict(set)
    sides = variants.get(game).rules().sides
    ways = [[(size, "", USUAL) for size in some] for some in (sizes, sizes[::-1])]
    states = (GalleryState("walk", game, taps, at=at) for taps in walk(game))
    for size in screen.each(
        (state, IN_HAND, ways[number % 2]) for number, state in enumerate(states)
    ):
        found = screen.page.evaluate(PLACES)
        assert found, f"no key was found at {size}"
        for text, zone, *box in found:
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
@pytest.mark.parametrize("at", [HOST, 1], ids=["shared", "seated"])
def test_no_point_ever_means_the_opposite(screen: Screen, game: str, at: Any):
    assert clashes(screen, game, at, SIZES if DEEP else SIZES[at == HOST :: 2])[:4] == []
