"""What the screen promises a thumb, an eye and an ear: places that stay, gaps, themes, calls that fill it, a voice."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Page, expect

from companion import variants
from companion.engine import start
from companion.engine.table_taps import FORMS
from companion.gallery import STATES
from tests.browser.conftest import button
from tests.browser.fonts import PAIRS, wear
from tests.browser.views import Screen, views

Open = Callable[..., dict[str, str]]
Phones = Callable[..., Page]
SMALL = {"viewport": {"width": 360, "height": 640}}
SIZES = ((360, 640), (320, 568), (390, 844))
DEEP = settings.get_current_profile_name() == "deep"
ALWAYS = {"undo", "redo", "says", *FORMS}
NAMES = "Anna,Biel,Carme,Dídac"
GAP = 6  # pixels nobody can tap between two targets, and along the sides of the screen

BOXES = """() => {
  const all = [...document.querySelectorAll('#panel [data-tap]')];
  return all.filter((one) => one.checkVisibility()).map((one) => {
    const box = one.getBoundingClientRect(), frame = one.closest('.talk')?.getBoundingClientRect() ?? box;
    return { tap: one.dataset.tap, left: box.left, right: box.right,
      top: Math.max(box.top, frame.top), bottom: Math.min(box.bottom, frame.bottom),
      zone: one.closest('.dock, .ring, .end').className };
  }).filter((box) => box.bottom > box.top);
}"""
UNDO = """() => {
  scrollTo(0, 0);
  const { left, bottom } = document.querySelector(".back .tap").getBoundingClientRect();
  return [left, Math.round(bottom)];
}"""
HIDDEN = """() => [...document.querySelectorAll('.end :is(button, summary)')].filter((one) => {
  if (!one.checkVisibility() || one.closest('.drawer')) return false;
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const seen = (x, y) => one.contains(document.elementFromPoint(x, y));
  return bottom - top < 47.5 || ![top + 5, bottom - 5].every((y) => [left + 5, right - 5].every((x) => seen(x, y)));
}).map((one) => one.outerHTML)"""
FETCHED = """() => new Promise((go) => {
  const fetched = () => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('later.js'));
  setInterval(() => fetched() && go(), 100);
})"""
HEARD = """() => {
  window.heard = [];
  const fake = { cancel() {}, speak(said) { window.heard.push([said.text, said.lang]); } };
  Object.defineProperty(window, 'speechSynthesis', { value: fake });
  navigator.vibrate = (beats) => window.heard.push(['shake', beats.length]);
}"""


def sit(page: Page, links: dict[str, str], seat: int, **settings: str) -> Page:
    """A phone set up like this, in that seat."""
    if settings:
        page.context.request.post(f"{links['join'].rpartition('/j/')[0]}/phone", form=settings)
    page.goto(links["join"])
    page.locator(f'button[name="seat"][value="{seat}"]').click()
    page.wait_for_selector("#table")
    return page


def ready(page: Page) -> None:
    """Until it has what can wait: shouts and the voice come some seconds after the page."""
    page.locator("head > script[src$='later.js']").wait_for(state="attached")
    page.evaluate(FETCHED)


def tap(page: Page, text: str) -> None:
    """A tap, until it is on the screen."""
    version = int(page.locator("#table").get_attribute("data-version") or 0)
    button(page, text).click()
    expect(
        page.locator(f'#table[data-version="{version + len(text.split(";"))}"]')
    ).to_be_attached()


def offered(page: Page) -> list[str]:
    taps = page.eval_on_selector_all(
        "[data-tap]", "buttons => buttons.map(button => button.dataset.tap)"
    )
    return sorted({one for one in taps if one.partition("@")[0].partition("=")[0] not in ALWAYS})


def evening(page: Page, name: str, most: int) -> list[str]:
    """Random taps of those the page offers, until the match is over or there were so many."""
    dice, made = random.Random(name), []
    while (taps := offered(page)) and len(made) < most:
        made.append(dice.choice(taps))
        if made[-1].endswith("=*"):
            button(page, made[-1])
            page.locator(f'[name="n-{made[-1].removesuffix("=*")}"]').first.fill("2")
        tap(page, made[-1])
    return made


def last_point(game: str) -> str:
    rules = variants.get(game).rules()
    last = rules.tally.target - 1
    return "-".join([f"{last}/1" if start(rules).truts else str(last)] * rules.sides)


def test_undo_stays_where_it_is_through_a_whole_game(open_table: Open, phone: Phones):
    page = sit(phone(), open_table(variant="catalan", score="9-8"), 1)
    places = defaultdict(set)
    dice = random.Random(7)
    while taps := offered(page):
        for view in views(page, SIZES, letters=PAIRS):
            places[view].add(tuple(page.evaluate(UNDO)))
        tap(page, dice.choice(taps))
        if int(page.locator("#table").get_attribute("data-version") or 0) > 40:
            break
    assert {view: seen for view, seen in places.items() if len(seen) != 1} == {}
    assert len(places) == len(SIZES) * len(PAIRS)


@pytest.mark.parametrize("game", ["catalan", "argentine", "put-many"])
@pytest.mark.parametrize("view", ["", "/flat"], ids=["hand", "flat"])
def test_between_two_targets_there_is_a_dead_zone(
    open_table: Open, phone: Phones, game: str, view: str
):
    page = sit(phone(**SMALL), open_table(variant=game), 1)
    for made in ("", "truc@1", "truco@1", "put@1"):
        if made and made not in offered(page):
            continue
        if made:
            tap(page, made)
        page.goto(page.url.removesuffix("/flat") + view)
        for letters in views(page, [(360, 640)], letters=PAIRS):
            assert [*too_close(page.evaluate(BOXES))] == [], letters
        page.goto(page.url.removesuffix("/flat"))


def too_close(boxes: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], ...]]:
    """Each target too near a side of the screen, and each two of one zone that are too near each other."""
    assert boxes
    yield from ((one,) for one in boxes if one["left"] < GAP / 2 or one["right"] > 360 - GAP / 2)
    for one, other in combinations(boxes, 2):
        aside = max(one["left"] - other["right"], other["left"] - one["right"])
        above = max(one["top"] - other["bottom"], other["top"] - one["bottom"])
        if one["zone"] == other["zone"] and max(aside, above) < GAP - 0.5:
            yield one, other


@pytest.mark.parametrize(
    "page",
    [
        "/",
        "/new?game=argentine",
        "/phone",
        "/t/{code}",
        "/t/{code}/flat",
        "/t/{code}/tv",
        "/t/{code}/seats",
    ],
)
def test_everything_reflows_at_320_pixels_with_any_text(open_table: Open, phone: Phones, page: str):
    links = open_table(variant="argentine", score="14-21")
    one = sit(phone(), links, 1)
    tap(one, "truco@1")
    one.goto(links["join"].rpartition("/j/")[0] + page.format(code=links["code"]))
    for view in views(one, [(320, 568)], ("", "large", "huge"), PAIRS):
        assert one.evaluate("document.documentElement.scrollWidth") <= 320, view


def test_the_size_of_text_of_a_phone_is_that_of_its_pages(open_table: Open, phone: Phones):
    page = sit(phone(), open_table(variant="argentine"), 1, text="huge")
    assert page.evaluate("document.documentElement.dataset.text") == "huge"


def test_nothing_focused_is_hidden_behind_the_thumb_zone(open_table: Open, phone: Phones):
    page = sit(phone(**SMALL), open_table(variant="argentine"), 1)
    for pair in PAIRS:
        page.goto(page.url)
        wear(page, pair)
        assert "won@3" in stops(page)


def stops(page: Page) -> set[str]:
    """Whatever gets the focus by sixty presses of Tab, each thing in sight."""
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => {
              const one = document.activeElement;
              if (!one.closest('#panel')) return ['', true];
              const box = one.getBoundingClientRect();
              const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
              return [one.dataset.tap || one.textContent.trim(), !!at && (one.contains(at) || at.contains(one))];
            }"""
        )
        seen.add(found[0])
        assert found[1], found
    return seen


def test_for_the_left_hand_keys_are_mirrored_and_seats_are_not(open_table: Open, phone: Phones):
    links = open_table(variant="catalan")
    right, left = sit(phone(), links, 0), sit(phone(), links, 2, hand="left")
    tap(right, "truc@1")
    expect(left.locator('#table[data-version="1"]')).to_be_attached()

    def middle(page: Page, what: str) -> float:
        box = page.locator(f'[data-tap="{what}"]').first.bounding_box()
        assert box
        return box["x"] + box["width"] / 2

    assert middle(left, "yes@2") > middle(left, "no@2")
    assert middle(left, "won@3") > middle(left, "won@1")
    tap(left, "yes@2")
    expect(right.locator('#table[data-version="2"]')).to_be_attached()
    assert middle(right, "won@1") > middle(right, "won@3")


def colours(page: Page) -> list[str]:
    """The colours of letters and ground as a screen shows them."""
    return page.evaluate(
        """() => ['color', 'backgroundColor'].map((name) => {
          const brush = document.createElement('canvas').getContext('2d');
          brush.fillStyle = getComputedStyle(document.body)[name];
          brush.fillRect(0, 0, 1, 1);
          const parts = [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3);
          return '#' + parts.map((part) => part.toString(16).padStart(2, '0')).join('');
        })"""
    )


@pytest.mark.parametrize(
    ("settings", "device", "colour"),
    [
        ({}, "light", "#f7efdf"),
        ({}, "dark", "#14100c"),
        ({"theme": "light"}, "dark", "#f7efdf"),
        ({"theme": "dark"}, "light", "#14100c"),
        ({"theme": "oled"}, "light", "#000000"),
    ],
)
def test_the_device_or_the_setting_decides_the_colours(
    server, phone: Phones, settings: dict[str, str], device: str, colour: str
):
    page = phone(color_scheme=device)
    page.context.request.post(f"{server.url}/phone", form=settings or {"theme": ""})
    page.goto(server.url)
    assert colours(page)[1] == colour


@pytest.mark.parametrize("way", ["device", "setting"])
def test_high_contrast_is_black_on_white(server, phone: Phones, way: str):
    page = phone(contrast="more" if way == "device" else "no-preference")
    page.context.request.post(
        f"{server.url}/phone", form={"contrast": "more" if way == "setting" else ""}
    )
    page.goto(server.url)
    assert colours(page) == ["#000000", "#ffffff"]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_call_fills_the_screens_of_the_other_side_for_a_moment(
    open_table: Open, phone: Phones, motion: str
):
    links = open_table(variant="catalan", names=NAMES)
    anna, biel = phone(reduced_motion=motion), phone()
    for page in (anna, biel):
        page.add_init_script(f"({HEARD})()")
    sit(anna, links, 0)
    sit(biel, links, 1)
    ready(anna)
    tap(biel, "truc@1")
    shout = anna.locator("#shout")
    expect(shout).to_be_visible()
    moves = shout.locator("b").evaluate("one => getComputedStyle(one).animationName") != "none"
    assert moves == (motion != "reduce")
    assert anna.evaluate("heard") == [["shake", 3]]
    expect(anna.locator("#said")).to_have_text("Biel called truc.")
    assert biel.locator("#shout").count() == 0
    expect(shout).to_be_hidden(timeout=3000)
    anna.reload()
    anna.wait_for_selector("#table")
    assert not shout.is_visible()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_trick_comes_from_the_seat_that_took_it(open_table: Open, phone: Phones, motion: str):
    links = open_table(variant="catalan")
    anna, biel = phone(reduced_motion=motion), phone(reduced_motion=motion)
    for seat, page in enumerate((anna, biel)):
        page.add_init_script("""moved = []; Element.prototype.animate = function (frames) {
          if (this.matches(".taken")) moved.push(frames[0].transform.split("(")[0]); }""")
        sit(page, links, seat)
        ready(page)
    tap(anna, "won@1")
    for page, moved in ((anna, "translate"), (biel, "scale")):  # who tapped it saw the seat
        expect(page.locator(".tricks .taken")).to_have_count(1)
        assert page.evaluate("moved") == ([] if motion == "reduce" else [moved])


def test_the_table_phone_says_the_score_and_its_reason(open_table: Open, phone: Phones):
    links = open_table(variant="catalan", names=NAMES)
    page = phone()
    page.add_init_script(f"({HEARD})()")
    sit(page, links, 0, voice="on", shout="off", buzz="off")
    ready(page)
    tap(page, "truc@1")
    assert [said for said in page.evaluate("heard") if said[0]] == []
    tap(page, "no@2")
    said = "Biel & Dídac: truc refused, +1. Anna & Carme 0. Biel & Dídac 1."
    assert [one for one in page.evaluate("heard") if one[0]] == [[said, "en"]]
    tap(page, "undo")
    assert page.evaluate("heard").pop()[0].startswith("Undone")


@pytest.mark.parametrize("game", ["catalan", "argentine", "trut", "put-many", "french-free"])
def test_one_phone_in_the_middle_plays_to_the_end(open_table: Open, phone: Phones, game: str):
    page = phone()
    page.goto(open_table(variant=game, score=last_point(game), rules="best_of=1")["host"])
    page.goto(f"{page.url}/flat")
    evening(page, game, 120)
    assert page.locator("#table[data-over]").count() == 1
    for end in ("near", "far"):
        assert page.locator(f'.end.{end} [data-tap="undo"]').is_visible()


def test_both_ends_are_of_one_size_and_the_far_one_is_turned_round(open_table: Open, phone: Phones):
    page = phone(**SMALL)
    page.goto(open_table(variant="catalan")["host"])
    page.goto(f"{page.url}/flat")
    for _ in views(page, [(360, 640)], letters=PAIRS):
        near, far = (page.locator(f".end.{end}") for end in ("near", "far"))
        boxes = [one.bounding_box() for one in (near, far)]
        assert boxes[0]
        assert boxes[1]
        assert (boxes[0]["width"], round(boxes[0]["height"])) == (
            boxes[1]["width"],
            round(boxes[1]["height"]),
        )
        assert far.evaluate("one => getComputedStyle(one).rotate") == "180deg"
        sizes = [end.locator(".back .tap").first.bounding_box() for end in (near, far)]
        assert sizes[0]
        assert sizes[1]
        assert sizes[0]["height"] == sizes[1]["height"] >= 48
        assert page.evaluate("document.documentElement.scrollHeight") == 640


def test_at_both_ends_every_key_is_whole_in_every_state(screen: Screen):
    """On every screen; in `make deep` in all letters, in `make test` in one pair, one after the other."""
    sizes, pairs = [SIZES, SIZES[::-1]], [*PAIRS]
    states = (
        (
            state,
            "flat",
            [
                (size, "", pair)
                for pair in (pairs if DEEP else [pairs[number % len(pairs)]])
                for size in sizes[number % 2]
            ],
        )
        for number, state in enumerate(STATES)
    )
    for view in screen.each(states):
        assert screen.page.evaluate(HIDDEN) == [], f"{screen.state.name} {view}"


def test_a_television_follows_the_table(open_table: Open, phone: Phones):
    links = open_table(variant="catalan", names=NAMES)
    wall = phone(
        viewport={"width": 1920, "height": 1080},
        is_mobile=False,
        has_touch=False,
        device_scale_factor=1,
    )
    wall.goto(links["watch"] + "/tv")
    biel = sit(phone(), links, 1)
    tap(biel, "truc@1")
    expect(wall.locator(".question h2")).to_have_text("Truc · Carme?")
    fills(wall)
    tap(biel, "no@2")
    expect(wall.locator(".points").last).to_have_text("1")
    fills(wall)
    assert wall.locator("#panel :is(button, a)").count() == 0


def fills(wall: Page) -> None:
    """What is on the television is large, and just as much as it holds."""
    for view in views(wall, [(1920, 1080)], letters=PAIRS):
        size = wall.locator(".points").first.evaluate(
            "one => parseFloat(getComputedStyle(one).fontSize)"
        )
        assert size >= 0.22 * 1920, view
        size = "(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])(document.documentElement)"
        assert wall.evaluate(size) == [1920, 1080], view
