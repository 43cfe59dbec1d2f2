"""No text of the table is cut, covered, beyond its box or the screen, or on other text.

`make test` checks each state on a phone held in the hand, on a flat phone and on a television, each
with the longest text of any language. The size of the screen, the fonts, the size of the text and
the colours change from state to state. Any two of these values occur together in some state.

Every third state is also checked on a newcomer's phone, and on either a host's or a watcher's
phone. On these phones each value occurs, but not every pair of values.

`make deep` checks all combinations of screens, fonts, sizes of text and colours. A second test in
`make deep` checks each state in every language. In this test the fonts change from state to state,
and narrow screens are checked in the widest fonts too.

The overlay of a call is not checked, because it is hidden until a script shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Page

from companion.gallery import FRIEND, HOST, STATES, GalleryState
from companion.pages.table import IN_HAND
from companion.web.language import LANGUAGES, load
from tests.browser.fonts import PAIRS, PUT_ON, USUAL, families_of
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
NARROW = 600  # pixels: a narrower screen is looked at in the widest fonts as well
OTHERS = "others"  # the page in the hand, on the host's phone and on a phone that watches
NEWCOMER = "newcomer"  # the page in the hand, on a phone that explains the game
SELDOM = (OTHERS, NEWCOMER)  # `make test` looks at every third state in these views
SIZES = {
    IN_HAND: HELD,
    OTHERS: HELD,
    NEWCOMER: HELD,
    "flat": (*HELD, (480, 320)),
    "tv": (*HELD[5:], (3840, 2160)),
}
Look = tuple[tuple[int, int], str, str, str]  # a screen, a pair of fonts, a size of text, colours
DOUBLE = "share => { document.documentElement.style.fontSize = share; }"
HERE = Path(__file__).parent
NAMES = ("collisions", "labels", "looking", "one_screen")
LOOKERS = {name: (HERE / f"{name}.js").read_text("utf-8") for name in NAMES}
COLLIDES = LOOKERS["collisions"]
# Look at the page in each of these fonts, in one script, and leave it in the first of them.
IN_THESE_FONTS = f"""(every) => {{
  const found = every.flatMap(([pair, ...families], number) => {{
    ({PUT_ON})(families);
    return ({COLLIDES})(".log", number < every.length - 1).map((what) => `${{pair}}: ${{what}}`);
  }});
  ({PUT_ON})(every[0].slice(1));
  return found;
}}"""


def looks(number: int, view: str) -> Iterator[Look]:
    """Yield all looks of a state in `make deep`. In `make test`, yield one chosen by `number`.

    A look is a screen, a pair of fonts, a size of text and colours.
    """
    every = [*product(SIZES[view], PAIRS, ("100%", "200%"), ("light", "dark", "forced"))]
    turn = number // 3 if view in SELDOM else number
    yield from every if DEEP else [every[turn * 5 % len(every)]]


def phones(number: int, state: GalleryState, view: str) -> Iterator[tuple[GalleryState, str]]:
    """Yield the state as it is shown in this view, each time with the name of the page to open.

    The view OTHERS is the phone of the host, or of a watcher in every second state. Views in SELDOM
    are left out in two of three states. With `make deep`, nothing is left out.
    """
    if view in SELDOM and number % 3 and not DEEP:
        return
    if view == NEWCOMER:
        yield replace(state, learn="on"), IN_HAND
        return
    if view != OTHERS:
        yield state, view
        return
    for who in (HOST, FRIEND) if DEEP else ((HOST, FRIEND)[number % 2],):
        if DEEP and state.seen_by == who:
            continue  # the view in the hand shows this phone already
        yield replace(state, seen_by=who, lost_seat=None), IN_HAND


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


def fonts_by_turns(number: int, width: int) -> list[tuple[str, ...]]:
    """Return the pair of fonts that `number` chooses, and on a narrow screen the widest pair too.

    Each pair is its name and its two families, as `IN_THESE_FONTS` needs them.
    """
    found = {[*PAIRS][number % len(PAIRS)]}
    if width < NARROW:
        found.add(USUAL)
    return [(pair, *families_of(pair)) for pair in sorted(found)]


if DEEP:  # `make test` looks at the longest text of any language

    @pytest.mark.parametrize("view", SIZES)
    @pytest.mark.parametrize("code", LANGUAGES)
    def test_no_text_collides_in_any_language(screen: Screen, code: str, view: str):
        screen.language = load(code)
        wrong: list[str] = []
        states = []
        for number, state in enumerate(STATES):
            for shown, page in phones(number, state, view):
                states.append((shown, page, [(size, "", USUAL) for size in SIZES[view]]))
        turn = [*LANGUAGES].index(code)
        for number, look in enumerate(screen.each(states)):
            width = screen.page.viewport_size["width"]
            fonts = fonts_by_turns(turn + number + number // len(SIZES[view]), width)
            found = screen.page.evaluate(IN_THESE_FONTS, fonts)
            wrong += [f"{screen.state.name} {view} {code} {look} {what}" for what in found]
        assert not wrong, "\n".join(wrong)


# A page without a fault. Each style in `BROKEN` breaks a rule of one of the scripts `LOOKERS`. The
# styles of the page are in its body, so that they go when another page replaces it.
SOUND = """<!doctype html><meta name="viewport" content="width=device-width"><body><style>
  body { margin: 20px; font: 16px/1.5 sans-serif; }
  div { width: 280px; display: flex; gap: 20px; padding-bottom: 20px; }
  .tap { position: relative; width: 100px; height: 50px; padding: 0 20px; font: inherit; }
  .tap { border: 1px solid; border-radius: 5px; overflow: clip; }
  p { margin: 0; }
</style><style id="broken"></style>
<div class="score"><b class="points">4</b><b class="points">6</b></div>
<div class="dock screen" data-of="catalan"><div class="calls">
  <button class="tap" data-tap="truc@0"><span>Truc</span></button>
  <button class="tap" data-tap="envit@0"><span>Envit</span></button>
</div></div>
<div class="middle"><button class="tap"><span>Tied</span></button></div>
<div><p class="seat">Anna</p><p>leads</p></div>"""
BROKEN = (
    ("collisions", ".seat { width: 20px; overflow: clip; }", "is cut by seat"),
    ("collisions", ".seat { height: 5px; overflow: clip; }", "is cut by seat"),
    ("collisions", ".seat { width: 20px; overflow: clip; text-overflow: ellipsis; }", "is cut by"),
    ("collisions", ".middle .tap { position: fixed; left: 5px; top: 5px; }", "is under tap"),
    ("collisions", ".seat { position: fixed; left: -9px; }", "is beyond the screen"),
    ("collisions", ".seat { position: fixed; bottom: -9px; }", "is beyond the screen"),
    (
        "collisions",
        ".middle .tap { overflow: visible; width: 60px; padding: 0 0 0 55px; }",
        "edge of",
    ),
    (
        "collisions",
        ".middle .tap { border-radius: 25px; padding: 0 70px 35px 0; line-height: 1; }",
        "round corner of",
    ),
    ("collisions", ".seat { margin-right: -55px; }", "lies on"),
    ("collisions", "[data-tap] span { visibility: hidden; }", "two keys of a row read “”"),
    ("collisions", ".points + .points { font-size: 19px; }", "scores of 16 and 19 pixels"),
    ("collisions", ".seat { position: fixed; top: 175px; opacity: 0; }", "of the key “Tied”"),
    ("collisions", ".seat { width: 700px; flex: none; }", "wide on"),
    ("labels", "[data-tap] span { margin-left: 90px; }", "wide in"),
    ("labels", "[data-tap] span { position: relative; top: -90px; }", "is over its key"),
    ("labels", "[data-tap] span { display: block; width: 9px; overflow: hidden; }", "is cut"),
    ("labels", ".calls { width: 700px; flex: none; }", "wide on a screen of"),
    ("looking", ".seat { width: 700px; flex: none; }", "px wide on"),
    ("looking", ".seat { font-size: 15px; }", "letters of 15.0 px"),
    ("looking", ".middle .tap { height: 40px; }", "100 × 40 px to hit"),
    ("one_screen", "[data-tap] { height: 40px; }", "truc@0 is 100 × 40"),
    ("one_screen", "[data-tap] { left: -50px; }", "truc@0 ends at"),
    ("one_screen", ".middle { margin-top: -60px; position: relative; }", "is covered by"),
    ("one_screen", ".seat { width: 700px; flex: none; }", "wide"),
)


@pytest.mark.parametrize(("looker", "style", "found"), BROKEN)
def test_each_rule_about_a_page_finds_the_page_that_breaks_it(
    screen: Screen, looker: str, style: str, found: str
):
    screen.page.set_viewport_size({"width": 360, "height": 640})
    screen.load(SOUND)
    assert findings(screen.page, looker) == []
    screen.page.evaluate(
        "style => { document.getElementById('broken').textContent = style; }", style
    )
    assert any(found in what for what in findings(screen.page, looker))


def findings(page: Page, looker: str) -> list[str]:
    found: Any = page.evaluate(LOOKERS[looker])
    wrong: list[str] = found["wrong"] if looker == "one_screen" else found
    return wrong


def apply(page: Page, looks: Iterator[Look], named: list[str]) -> Iterator[Way]:
    """Set the size of text and the colours of each look, then yield its screen and its fonts.

    `named` is a list that is overwritten with the names of the size and the colours of the present
    look. The message of a failed test shows them.
    """
    for size, font_pair, *named[:] in looks:
        page.evaluate(DOUBLE, named[0])
        set_look(page, named[1])
        yield size, "", font_pair
