"""No page has an accessibility barrier that a program can find, in any colours, on any screen.

`make deep` checks each page in all colours, and on each screen in all fonts.

`make test` checks each page in light colours, on the two narrowest screens. It checks every third
page also in other colours and on a wider screen. The other colours and the wider screen change from
page to page. The pages of the gallery show invented states of a table, and differ little, so
`make test` checks each of these pages in one set of colours on one screen.

`make test` leaves out pages that have only elements of other pages (`LIKE_OTHERS`). It also leaves
out five of six flat phones of the gallery, which test_collisions.py and test_layout.py check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product, repeat
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from hypothesis import settings
from playwright.sync_api import Browser, Page

from companion.board.panel import VIEWS
from tests.browser.fonts import PAIRS
from tests.browser.pages import EXTENSIONS, NOT_PAGES, SIGHTS, Evening, Sight, set_look
from tests.browser.views import NOT_PAINTED, PAINTED, one_by_one
from tests.server import Server

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLOURS = ["color-contrast", "link-in-text-block"]
LOOKS = ("dark", "oled", "contrast", "dark-contrast")
DEEP = settings.get_current_profile_name() == "deep"

NARROW = {"small": (320, 568, 100), "large-letters": (320, 640, 200)}
WIDE = {"phone": (390, 844, 100), "zoomed": (640, 512, 200)}
SIZES = NARROW | WIDE

ENLARGED = "percent => { document.documentElement.style.fontSize = `${percent}%`; }"
COLLIDES = (Path(__file__).parent / "collisions.js").read_text("utf-8")
HELD = ((320, 568), (390, 664), (667, 375), (768, 1024), (1280, 720), (1920, 1080))
SEEN = (Path(__file__).parent / "looking.js").read_text("utf-8")
FIND = """async (options) => (await axe.run(options)).violations.flatMap(found => found.nodes.map(
  node => `${found.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 260)}`))"""


@pytest.fixture(scope="module")
def evening(server: Server, browser: Browser) -> Iterator[Evening]:
    evening = Evening(server, browser, has_touch=True, reduced_motion="reduce")
    for phone in evening.phones.values():
        phone.add_init_script(AXE_SCRIPT)
    yield evening
    evening.close()


def found(page: Page, **options: Any) -> list[str]:
    barriers: list[str] = page.evaluate(
        FIND, {"resultTypes": ["violations"], "preload": False} | options
    )
    return barriers


def test_the_accessibility_check_covers_every_page(app):
    at = app.url_map.bind("localhost")
    known = {"code": "K7NQ4", "token": "token", "looking": "watch", "result": "token"}
    tables = dict.fromkeys(
        ("played", "over", "closed", "again", "fresh", "eight", "left", "two"), known
    )
    tables["tv"] = {"token": "token", "number": "4729"}
    for extension in EXTENSIONS.values():
        tables |= extension.TABLES
    addresses = {sight.address.format(**tables).partition("?")[0] for sight in SIGHTS} - {
        "/nothing"
    }
    seen = {(endpoint, words.get("view", "")) for endpoint, words in map(at.match, addresses)}
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    pages = set()
    for rule in rules:
        pages.update(product([rule.endpoint], VIEWS if "view" in rule.arguments else [""]))
    assert seen == {(endpoint, view) for endpoint, view in pages if endpoint not in NOT_PAGES}


def in_turn(every: Sequence[str], number: int) -> Sequence[str]:
    """In `make deep` return all these values, in `make test` only the one that `number` chooses."""
    return every if DEEP else [every[number % len(every)]]


def barriers(page: Page, looks: Sequence[str]) -> Iterator[str]:
    """Yield the accessibility barriers that the program axe finds on the page in these looks.

    Axe applies all its rules in the first look, and only the rules on colours in the other
    looks.
    """
    for look, rules in zip(looks, chain([RULES], repeat(OF_COLOURS)), strict=False):
        set_look(page, look)
        yield from (f"{look}: {barrier}" for barrier in found(page, runOnly=rules))


def unfit(page: Page, number: int, sizes: Sequence[str]) -> Iterator[str]:
    """Yield what is too wide, too small to read or too small to touch on this page.

    The page is checked in all these `sizes`. In `make test`, `number` chooses the pair of fonts.
    The browser does not paint the page meanwhile, which saves time.
    """
    page.evaluate(NOT_PAINTED)
    for view in one_by_one(page, screens(page, number, sizes)):
        yield from (f"{view}: {what}" for what in page.evaluate(SEEN))
    page.evaluate(PAINTED)


def screens(
    page: Page, number: int, sizes: Sequence[str]
) -> Iterator[tuple[tuple[int, int], str, str]]:
    """Yield each screen: its width and height, "" for the size of text, and a pair of fonts.

    The size of text is "" because this function enlarges the text before it yields a screen, to
    the percentage in `SIZES`.
    """
    for at, size in enumerate(sizes):
        width, height, percent = SIZES[size]
        page.evaluate(ENLARGED, percent)
        yield from (((width, height), "", pair) for pair in in_turn([*PAIRS], number + at))


def collisions(page: Page, number: int) -> Iterator[str]:
    """Yield the texts that are cut off, covered or on other text.

    `make deep` checks all screens and fonts. `make test` checks one screen in one pair of fonts,
    which `number` chooses.
    """
    page.evaluate(ENLARGED, 100)
    every = [*product(HELD, ("",), [*PAIRS])]
    for view in one_by_one(page, every if DEEP else [every[number * 5 % len(every)]]):
        yield from (f"{view}: {what}" for what in page.evaluate(COLLIDES, ".link"))


# Pages whose elements other pages have too, and whose routes have another page in the list.
LIKE_OTHERS = frozenset(
    """
    new new-pairs new-again invite-seat invite-friend join join-by-code join-no-such-code
    join-dead-link join-old-card table-friend table-replayed seats-host sheet-trut not-joined
    place-choice book-to-read book-figures match-of-others tournament-draft tournament-team-waits
    tournament-over-team questions questions-many lesson lesson-end
    style-first-tap style-table-phone style-watching style-my-answer style-their-answer style-met
    style-silent-hand style-one-card style-closed style-game-won style-two-players style-mon-reste
    style-deux-sevres style-envido-first style-shared-envido style-muestra style-espaseta
    style-gauderio style-seat-is-asked-for
    """.split()
)
FLAT = [sight.name for sight in SIGHTS if sight.name.startswith("style-flat-")]
NOT_SIXTH = {name for number, name in enumerate(FLAT) if number % 6}
LEFT_OUT = set() if DEEP else LIKE_OTHERS | NOT_SIXTH
LOOKED_AT = [sight for sight in SIGHTS if sight.name not in LEFT_OUT]


def test_the_pages_left_out_of_make_test_are_in_the_list_of_all_pages():
    assert {sight.name for sight in SIGHTS} >= LIKE_OTHERS


def looks(sight: Sight, number: int) -> Sequence[str]:
    if sight.name.startswith("style-"):
        return in_turn(("light", *LOOKS), number)
    if DEEP or number % 3 == 0:
        return ("light", *in_turn(LOOKS, number // 3))
    return ("light",)


def sizes(sight: Sight, number: int) -> Sequence[str]:
    if sight.name.startswith("style-"):
        return in_turn([*SIZES], number)
    if DEEP or number % 3 == 0:
        return [*NARROW, *in_turn([*WIDE], number // 3)]
    return [*NARROW]


@pytest.mark.parametrize("sight", LOOKED_AT, ids=lambda sight: sight.name)
def test_all_pages_are_free_of_accessibility_barriers_and_fit_the_screen(
    evening: Evening, sight: Sight
):
    page = evening.show(sight)
    number = LOOKED_AT.index(sight)
    wrong = [*barriers(page, looks(sight, number)), *unfit(page, number, sizes(sight, number))]
    if sight.name.startswith("tournament-"):
        wrong += collisions(page, number)
    assert wrong == []
