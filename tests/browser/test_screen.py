"""Test colours, left-handed keys, call overlays, the voice, flat phones and televisions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import press, ready, take_seat, wait_for
from tests.browser.fonts import PAIRS
from tests.browser.views import views

Open = Callable[..., dict[str, str]]
Phones = Callable[..., Page]
MOTION = "no-preference"  # with animations, as on most phones
SMALL = {"viewport": {"width": 360, "height": 640}}
NAMES = "Anna,Biel,Carme,Dídac"
HELD = """() => {  // the test says when a call overlay has been there for long enough
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => {
    if (ms !== 1500) return usual(act, ms, ...more);
    window.hide = act;
  };
}"""
HEARD = """() => {
  window.heard = [];
  const fake = { cancel() {}, speak(said) { window.heard.push([said.text, said.lang]); } };
  Object.defineProperty(window, 'speechSynthesis', { value: fake });
  navigator.vibrate = (beats) => window.heard.push(['shake', beats.length]);
}"""


def sit(page: Page, links: dict[str, str], seat: int, **settings: str) -> Page:
    """Give the phone these settings, take the seat, and return the page of the table."""
    if settings:
        page.context.request.post(f"{links['join'].rpartition('/j/')[0]}/phone", form=settings)
    return take_seat(page, links["join"], seat)


def tap(page: Page, text: str) -> None:
    """Record these taps, and wait until the page shows them."""
    version = int(page.locator("#table").get_attribute("data-version") or 0)
    press(page, text)
    wait_for(page, version + len(text.split(";")))


def test_keys_are_mirrored_for_the_left_hand_and_seats_are_not(open_table: Open, phone: Phones):
    links = open_table(variant="catalan")
    right = sit(phone(), links, 0)
    left = sit(phone(), links, 2, hand="left")
    tap(right, "truc@1")
    wait_for(left, 1)

    def middle(page: Page, what: str) -> float:
        box = page.locator(f'[data-tap="{what}"]').first.bounding_box()
        assert box
        return box["x"] + box["width"] / 2

    assert middle(left, "yes@2") > middle(left, "no@2")
    assert middle(left, "won@3") > middle(left, "won@1")
    tap(left, "yes@2")
    wait_for(right, 2)
    assert middle(right, "won@1") > middle(right, "won@3")


def colours(page: Page) -> list[str]:
    """Return the colours of text and background on the screen, such as "#ffffff"."""
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
    ("setting", "device", "letters", "ground"),
    [
        ({}, {"color_scheme": "light"}, None, "#f7efdf"),
        ({}, {"color_scheme": "dark"}, None, "#14100c"),
        ({"theme": "light"}, {"color_scheme": "dark"}, None, "#f7efdf"),
        ({"theme": "dark"}, {"color_scheme": "light"}, None, "#14100c"),
        ({"theme": "oled"}, {"color_scheme": "light"}, None, "#000000"),
        ({}, {"contrast": "more"}, "#000000", "#ffffff"),
        ({"contrast": "more"}, {}, "#000000", "#ffffff"),
    ],
)
def test_a_phone_shows_its_chosen_colours_or_else_those_of_its_device(
    server, phone: Phones, setting: dict[str, str], device: dict[str, str], letters, ground: str
):
    page = phone(**device)
    page.context.request.post(f"{server.url}/phone", form=setting or {"theme": ""})
    page.goto(server.url)
    seen = colours(page)
    assert seen[1] == ground
    assert letters in (None, seen[0])


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_call_overlay_fills_the_screens_of_the_other_side_for_a_moment(
    links, phone: Phones, motion: str
):
    anna = phone()
    biel = phone()
    for page in (anna, biel):
        page.add_init_script(f"({HEARD})(); ({HELD})()")
    sit(anna, links, 0)
    sit(biel, links, 1)
    ready(anna)
    table = anna.locator("#table").bounding_box()
    tap(biel, "truc@1")
    shout = anna.locator("#shout")
    expect(shout).to_be_visible()
    assert anna.locator("#table").bounding_box() == table
    moves = shout.locator("b").evaluate("one => getComputedStyle(one).animationName") != "none"
    assert moves == (motion != "reduce")
    assert anna.evaluate("heard") == [["shake", 3]]
    expect(anna.locator("#said")).to_have_text("Biel called truc.")
    assert biel.locator("#shout").count() == 0
    anna.evaluate("hide()")
    expect(shout).to_be_hidden()
    anna.reload()
    anna.wait_for_selector("#table")
    assert not shout.is_visible()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_tricks_points_and_the_dealers_chip_are_animated_unless_motion_is_reduced(
    open_table: Open, phone: Phones, motion: str
):
    links = open_table(variant="catalan")
    anna = phone()
    biel = phone()
    for seat, page in enumerate((anna, biel)):
        page.add_init_script("""moved = []; slid = 0;
          Element.prototype.animate = function (frames) {
            if (this.matches(".taken")) moved.push(frames[0].transform.split("(")[0]);
            if (this.matches(".chip")) slid += 1;
            return {}; }""")
        sit(page, links, seat)
        ready(page)
    tap(anna, "won@1")
    for page, moved in ((anna, "translate"), (biel, "scale")):  # only Anna touched the seat
        expect(page.locator(".tricks .taken")).to_have_count(1)
        assert page.evaluate("moved") == ([] if motion == "reduce" else [moved])
    tap(anna, "won@3")
    for page in (anna, biel):  # the side that scored lights up, and the dealer's chip slides
        expect(page.locator(".told.band")).to_be_attached()
        lit = page.locator(".half.lit").count()
        assert (lit, page.evaluate("slid")) == ((0, 0) if motion == "reduce" else (1, 1))


def test_a_phone_with_its_voice_switched_on_speaks_the_score_and_its_reason(links, phone: Phones):
    page = phone()
    page.add_init_script(f"({HEARD})()")
    sit(page, links, 0, voice="on", shout="off", buzz="off")
    ready(page)
    tap(page, "truc@1")
    assert [said for said in page.evaluate("heard") if said[0]] == []
    tap(page, "no@2")
    said = "Biel & Pep: truc refused, +1. Anna & Carme 0. Biel & Pep 1."
    assert [one for one in page.evaluate("heard") if one[0]] == [[said, "en"]]
    tap(page, "undo")
    assert page.evaluate("heard").pop()[0].startswith("Undone")


def test_both_ends_of_a_flat_phone_have_the_same_size_and_the_far_end_is_turned(
    open_table: Open, phone: Phones
):
    page = phone(**SMALL)
    page.goto(open_table(variant="catalan")["host"])
    page.goto(f"{page.url}/flat")
    for _ in views(page, [(360, 640)], font_pairs=PAIRS):
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


COUNT_KNOCKS = """knocks = 0; AudioContext.prototype.createBufferSource = new Proxy(
  AudioContext.prototype.createBufferSource,
  { apply: (make, on, all) => { knocks += 1; return make.apply(on, all); } })"""


def test_a_flat_phone_plays_knocks_for_calls_after_its_first_touch(open_table: Open, phone: Phones):
    page = phone()
    page.add_init_script(COUNT_KNOCKS)
    page.goto(open_table(variant="catalan")["host"])
    page.goto(f"{page.url}/flat")
    key = page.locator(".between > .sound")
    tap(page, "truc@1")
    assert page.evaluate("knocks") == 0
    key.tap()
    expect(key).to_be_hidden()
    for taps, knocks in (("retruc@2", 2), ("undo", 2), ("undo", 2), ("truc@3", 3)):
        tap(page, taps)
        assert page.evaluate("knocks") == knocks
    expect(key).to_be_hidden()


def test_a_television_shows_each_tap_and_plays_knocks_after_it_was_touched(links, phone: Phones):
    wall = phone(
        viewport={"width": 1920, "height": 1080},
        is_mobile=False,
        has_touch=False,
    )
    wall.add_init_script(COUNT_KNOCKS)
    wall.goto(links["watch"] + "/tv")
    biel = sit(phone(), links, 1)
    tap(biel, "truc@1")
    expect(wall.locator(".question h2")).to_have_text("Truc · Carme?")
    fills(wall)
    tap(biel, "no@2")
    expect(wall.locator(".points").last).to_have_text("1")
    fills(wall)
    assert wall.locator("#panel :is(button, a)").count() == 0
    assert wall.evaluate("knocks") == 0
    wall.mouse.click(960, 540)
    for called, knocks in (("truc@1", 1), ("retruc@2", 3)):
        tap(biel, called)
        wall.wait_for_function("number => knocks === number", arg=knocks)


def fills(wall: Page) -> None:
    """Check that the points on the television are large, and that its page does not scroll."""
    for view in views(wall, [(1920, 1080)], font_pairs=PAIRS):
        size = wall.locator(".points").first.evaluate(
            "one => parseFloat(getComputedStyle(one).fontSize)"
        )
        assert size >= 0.22 * 1920, view
        size = "(({ scrollWidth: w, scrollHeight: h }) => [w, h])(document.documentElement)"
        assert wall.evaluate(size) == [1920, 1080], view
