"""The table fits on one screen: keys are whole, large enough, apart, and keep their places.

A game is played at random, with a few undos, and the page's own templates draw each state once.
`make test` checks each state on screens of some sizes. Games with many calls are checked on a
player's phone and on the host's phone, other games on one of these two phones. `make deep` plays
more taps, and checks both phones on screens of every size, in each size of text and in all fonts.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Page

from companion import variants
from companion.engine import UNDO, MatchLog, legal, parse, start
from companion.gallery import HOST, STATES, GalleryState
from companion.pages.table import IN_HAND
from tests.browser.fonts import PAIRS, USUAL
from tests.browser.views import Screen, Way, views

SIZES = ((320, 568), (360, 560), (360, 640), (390, 664), (390, 844), (667, 375), (844, 390))
TEXTS = ("", "large")
Size = tuple[int, int]
Box = dict[str, Any]  # a key: its tap, its zone, and where it lies
DEEP = settings.get_current_profile_name() == "deep"
LONG = ("catalan", "argentine", "mineiro", "french", "trut", "put-many")
GAP = 6  # least pixels between two keys; half of it between a key and a side of the screen
DIGITS_GAP = 4  # pixels between two digits on a flat phone, or on a screen of less than 360 pixels
SLACK = 1  # pixels by which two boxes may differ or overlap through rounding
LOOK = (Path(__file__).parent / "one_screen.js").read_text("utf-8")

ENDS = """() => {
  const keys = ".acts > :is(.left, .right, .yes, .no)";
  const stay = `${keys}, .field > :is(.back, .others), .middle > .tap`;
  return [...document.querySelectorAll(stay)].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const place = [left, top, right, bottom].map(Math.round).join();
    return [`${(one.closest(".end") ?? one).className} ${one.className}`, place];
  });
}"""
BAR = """() => [...document.querySelectorAll(".bar > *")].map((one) => {
  const { left, right } = one.getBoundingClientRect();
  return [left, right, one.scrollWidth - one.clientWidth];
})"""
DIGITS = """() => [...document.querySelectorAll('.points')].map((one) =>
  parseFloat(getComputedStyle(one).fontSize))"""
COINS = """() => [...document.querySelectorAll('.coins li')].filter((one) =>
  one.checkVisibility()).length"""
HIDDEN = """() => [...document.querySelectorAll('.end :is(button, summary)')].filter((one) => {
  if (!one.checkVisibility() || one.closest('.drawer')) return false;
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const seen = (x, y) => one.contains(document.elementFromPoint(x, y));
  const corners = [top + 5, bottom - 5].flatMap((y) => [[left + 5, y], [right - 5, y]]);
  return bottom - top < 47.5 || !corners.every(([x, y]) => seen(x, y));
}).map((one) => one.outerHTML)"""


def walk(variant: str, seats: int, most: int) -> Iterator[str]:
    """Yield the taps of a random game so far: at first none, then one, two and so on up to `most`.

    For example "", "truc@0", "truc@0 yes@1".
    """
    dice = random.Random(f"{variant}{seats}")
    log = MatchLog(start(variants.get(variant).rules(seats)))
    made: list[str] = []
    yield ""
    while len(made) < most:
        tap = any_tap(dice, log)
        if not tap:
            return
        made.append(tap)
        log = log.play(parse(tap))
        yield " ".join(made)


def any_tap(dice: random.Random, log: MatchLog) -> str:
    """Return a random legal tap, "" if there is none.

    About one tap in eight is `undo`. Otherwise each kind of tap is equally likely, except `hand`
    and `fold`, which end the hand at once and are rarer.
    """
    kinds = defaultdict(list)
    for offer in legal(log.game):
        for tap in offer.all_taps():
            kinds[tap.word].append(str(tap).replace("*", "2"))
    if not kinds:
        return ""
    if log.past is not None and dice.random() < 0.12:
        return str(UNDO)
    playing = sorted(kinds.keys() - {"hand", "fold"})
    if not playing or dice.random() < 0.1:
        playing = sorted(kinds)
    return dice.choice(kinds[dice.choice(playing)])


def ways(number: int, sizes: Sequence[Size], font_pairs: Sequence[str]) -> Iterator[Way]:
    """Yield the screens, sizes of text and fonts with which state number `number` is checked.

    For every second state the screens come in reverse order, so that the screen changes less often.
    """
    every = [*product(TEXTS, font_pairs)]
    for at, size in [*enumerate(sizes)][:: -1 if number % 2 else 1]:
        for text, pair in every if DEEP else [every[(number + at) % len(every)]]:
            yield size, text, pair


@dataclass
class Places:
    """The places of keys during a game, for each size of screen, size of text and font."""

    sides: int
    first: dict[tuple[str, str], Sequence[float]] = field(default_factory=dict)
    meanings: dict[tuple[str, str, str], set[tuple[float, ...]]] = field(
        default_factory=lambda: defaultdict(set)
    )

    def moved(self, view: str, places: dict[str, Sequence[float]]) -> Iterator[str]:
        """Yield each element that is not at its first place, and by how many pixels it moved."""
        for key, place in places.items():
            first = self.first.setdefault((view, key), place)
            by = max(abs(a - b) for a, b in zip(first, place, strict=True))
            if by > SLACK:
                yield f"{key} moved by {by:.0f}"

    def note(self, view: str, boxes: Sequence[Box]) -> None:
        """Record where each key is, by what its tap does (see `meaning_of`)."""
        for box in boxes:
            meaning = meaning_of(box["tap"], self.sides)
            if meaning:
                zone = "dock" if "dock" in box["zone"] else "page"
                place = (box["left"], box["top"], box["right"], box["bottom"])
                self.meanings[view, zone, meaning].add(place)

    def clashes(self) -> Iterator[str]:
        """Yield each pair of opposite taps, such as yes and no, with keys at the same place."""
        for (here, ones), (there, others) in combinations(self.meanings.items(), 2):
            if here[:2] == there[:2] and are_opposed(here[2], there[2]):
                for one, other in product(ones, others):
                    if overlap(one, other):
                        yield f"{here}: {one} and {there[2]} {other}"


def meaning_of(tap: str, sides: int) -> str:
    """Return what a tap does and for which side, "" for calls.

    Taps of two players of one side have the same meaning: `won@0` and `won@2` become "won 0 ".
    """
    word, _, rest = tap.partition("@")
    seat, _, value = rest.partition("=")
    if word in ("yes", "no", "undo", "redo"):
        return word
    return f"{word} {int(seat) % sides} {value}" if word in ("hand", "fold", "won", "fix") else ""


def are_opposed(one: str, other: str) -> bool:
    """Return whether a finger that hits the tap `one` instead of `other` makes the score wrong.

    `one` and `other` are texts that `meaning_of` returns. For example, "yes" and "no" are opposed,
    and so are a trick for side 0 and one for side 1.
    """
    word, *what = one.split()
    other_word, *other_what = other.split()
    if not what or not other_what:
        return {one, other} in ({"yes", "no"}, {"undo", "redo"})
    if {word, other_word} == {"hand", "fold"}:
        return True
    return word == other_word and what != other_what


def overlap(a: Sequence[float], b: Sequence[float]) -> bool:
    return all(min(a[end + 2], b[end + 2]) - max(a[end], b[end]) > SLACK for end in (0, 1))


def too_close(boxes: Sequence[Box], width: int) -> Iterator[str]:
    """Yield keys that are too near a side of the screen or another key."""
    # The keys in an open menu may touch its frame.
    boxes = [box for box in boxes if box["zone"] != "page"]
    for box in boxes:
        if box["left"] < GAP / 2 or box["right"] > width - GAP / 2:
            yield f"{box['tap']} is at the edge of the screen"
    for one, other in combinations(boxes, 2):
        aside = max(one["left"] - other["right"], other["left"] - one["right"])
        above = max(one["top"] - other["bottom"], other["top"] - one["bottom"])
        least = GAP
        if "says" in one["tap"] and (width < 360 or "end" in one["zone"]):
            least = DIGITS_GAP
        if one["zone"] == other["zone"] and max(aside, above) < least - 0.5:
            yield f"{one['tap']} is too close to {other['tap']}"


def find_faults(
    screen: Screen,
    variant: str,
    seats: int,
    viewer: Any,
    font_pairs: Sequence[str],
    sizes: Sequence[Size],
) -> list[str]:
    """Play a random game, and return all faults of the pages that show its states.

    `viewer` is the seat of the phone that shows the pages, or `HOST` for the host's phone.
    """
    places = Places(variants.get(variant).rules(seats).accounts)
    taps = walk(variant, seats, (14 if variant in LONG else 6) * (3 if DEEP else 1))
    state_after = partial(GalleryState, "walk", variant, seen_by=viewer, seats=seats)
    states = enumerate(state_after(made) for made in taps)
    shown = ((state, IN_HAND, ways(number, sizes, font_pairs)) for number, state in states)
    wrong = []
    for view in screen.each(shown):
        seen = screen.page.evaluate(LOOK)
        assert seen["boxes"], f"no key was found: {view}"
        places.note(view, seen["boxes"])
        found = [*places.moved(view, seen["places"])]
        found += seen["wrong"]
        found += too_close(seen["boxes"], screen.page.viewport_size["width"])
        wrong += [f"{view} after “{screen.state.taps}”: {what}" for what in found]
    return [*wrong, *places.clashes()]


ALL = [(name, max(variants.get(name).seats)) for name in variants.VARIANTS]
ALL.append(("gauderio", 3))  # one against two


PHONES = (1, HOST)


def games_and_viewers() -> Iterator[tuple[str, int, Any]]:
    """Yield each game, its number of seats, and a phone on which the game is checked."""
    for number, (variant, seats) in enumerate(ALL):
        every = DEEP or variant in LONG
        for viewer in PHONES if every else (PHONES[number % 2],):
            yield variant, seats, viewer


def name_of(value: Any) -> str:
    """Return the part of a test's name that stands for this parameter."""
    if value in PHONES:
        return "shared" if value == HOST else "seated"
    return str(value)


@pytest.mark.parametrize(("variant", "seats", "viewer"), [*games_and_viewers()], ids=name_of)
def test_keys_keep_their_places_and_no_place_gets_a_key_of_the_opposite_meaning(
    screen: Screen, variant: str, seats: int, viewer: Any
):
    number = ALL.index((variant, seats)) + 3 * (viewer == HOST)
    sizes = SIZES if DEEP else [SIZES[number % len(SIZES)]]
    wrong = find_faults(screen, variant, seats, viewer, [USUAL], sizes)
    assert not wrong, "\n".join(wrong[:6])


@pytest.mark.parametrize(("variant", "seats"), [("argentine", 4), ("catalan", 4), ("put-many", 5)])
def test_keys_are_whole_and_keep_their_places_in_other_fonts(
    screen: Screen, variant: str, seats: int
):
    font_pairs = [pair for pair in PAIRS if pair != USUAL]
    wrong = find_faults(screen, variant, seats, 1, font_pairs, SIZES if DEEP else SIZES[::5])
    assert not wrong, "\n".join(wrong[:6])


@pytest.mark.parametrize("variant", ["argentine", "catalan", "valencian"])
@pytest.mark.parametrize("size", [(390, 664), (667, 375)])
def test_the_keys_of_a_flat_phone_are_apart_and_keep_their_places(
    screen: Screen, variant: str, size: Size
):
    lay: dict[str, set[str]] = defaultdict(set)
    said = ["envido@3 yes@0"] if variant == "argentine" else []
    for taps in (*walk(variant, 4, 14), *said):
        screen.show(GalleryState("walk", variant, taps, seen_by=HOST), "flat")
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        for key, place in screen.page.evaluate(ENDS):
            lay[key].add(place)
        boxes = screen.page.evaluate(LOOK)["boxes"]
        assert [*too_close(boxes, size[0])] == [], taps
    assert {key: places for key, places in lay.items() if len(places) > 1} == {}
    assert len(lay) > 4


@pytest.mark.parametrize(
    ("variant", "seats"),
    [("argentine", 4), ("catalan", 4), ("put-many", 5), ("trut", 4), ("uruguayan", 4)],
)
def test_menus_and_overlays_are_whole_on_every_screen(screen: Screen, variant: str, seats: int):
    """All keys of each open menu are on the screen, or in a part of the page that scrolls."""
    wrong = []
    for taps in walk(variant, seats, 4):
        screen.show(GalleryState("walk", variant, taps, seen_by=1, seats=seats))
        for width, height in ((320, 568), (667, 375)):
            screen.page.set_viewport_size({"width": width, "height": height})
            for name in opening(screen.page):
                seen = screen.page.evaluate(LOOK, name)["wrong"]
                wrong += [f"{width}x{height} {name} after “{taps}”: {what}" for what in seen]
    assert wrong[:6] == []


def opening(page: Page) -> list[str]:
    """Return the ids of all menus of the page."""
    ids: list[str] = page.eval_on_selector_all(
        ".screen details[id]", "all => all.map(one => one.id)"
    )
    return ids


@pytest.mark.parametrize("text", ["", "huge"])
def test_the_top_bar_shortens_the_longest_name_and_shows_it_whole_as_a_tooltip(
    screen: Screen, text: str
):
    long = "W" * 24
    screen.show(GalleryState("bar", "catalan", names=(long, "Biel", "Carme", "Pep")))
    for _ in views(screen.page, [(320, 568)], [text]):
        links = screen.page.evaluate(BAR)
    assert screen.page.locator(".bar a:has(.me)").get_attribute("title") == long
    assert all(0 <= left < right <= 320 and spilt <= 0 for left, right, spilt in links), links


def test_every_key_at_both_ends_of_a_flat_phone_is_whole_in_every_state(screen: Screen):
    """`make test` looks at each state on one screen in one pair of fonts, `make deep` in all."""
    sizes = ((360, 640), (320, 568), (390, 844))
    every = [(size, "", pair) for pair, size in product(PAIRS, sizes)]
    shown = []
    for number, state in enumerate(STATES):
        here = every if DEEP else [every[number % len(every)]]
        shown.append((state, "flat", here))
    for view in screen.each(shown):
        assert screen.page.evaluate(HIDDEN) == [], f"{screen.state.name} {view}"


TABLES = ((768, 1024), (1280, 720), (1920, 1080))
SCORED = (
    GalleryState("two digits", "argentine", seen_by=HOST, score="13-12"),
    GalleryState("numbers", "argentine", "envido@3 yes@0", seen_by=HOST, score="13-12"),
    GalleryState("paid", "catalan", "truc@1 no@2", seen_by=HOST, score="4-6"),
)


@pytest.mark.parametrize("state", SCORED, ids=lambda state: state.name)
def test_digits_on_a_flat_phone_are_of_equal_size_and_no_smaller_than_on_other_phones(
    screen: Screen, state: GalleryState
):
    sizes = ((320, 568), (360, 640), (390, 664), (667, 375), *TABLES)
    screen.show(state)
    in_hand = [screen.page.evaluate(DIGITS) for _ in views(screen.page, sizes)]
    screen.show(state, "flat")
    lying = [screen.page.evaluate(DIGITS) for _ in views(screen.page, sizes)]
    for size, seen, there in zip(sizes, in_hand, lying, strict=True):
        assert len(there) == 4
        assert len({*map(round, there)}) == 1, f"{size}: {there}"
        assert min(there) >= max(seen), f"{size}: {there}, in the hand {seen}"


SIX = "hand@1 hand@0 hand@1 truc@1 yes@2 hand@1 hand@1 hand@0 hand@0"


@pytest.mark.parametrize(
    ("variant", "taps", "viewer"),
    [
        ("catalan", SIX, 1),  # beside a key
        ("argentine", SIX.replace("truc", "truco"), HOST),  # all rows have keys
    ],
)
def test_a_phone_held_in_the_hand_shows_what_at_least_six_hands_paid(
    screen: Screen, variant: str, taps: str, viewer: Any
):
    screen.show(GalleryState("coins", variant, taps, seen_by=viewer))
    for view in views(screen.page, (*SIZES, *TABLES)):
        assert screen.page.evaluate(COINS) >= 6, view
