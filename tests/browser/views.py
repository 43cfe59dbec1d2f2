"""Look at many states of a table on many screens, with one page load.

The screen, the size of text and the fonts are changed without a reload. A change takes a fiftieth
of a second. For example, this test checks that the table is never wider than the screen:

    def test_the_table_is_not_too_wide(screen: Screen):
        ways = [*product(SIZES, ("", "large", "huge"), PAIRS)]
        games = walk("catalan", 4, 8)
        states = [GalleryState("walk", "catalan", taps, seen_by=1) for taps in games]
        for view in screen.each((state, "table", ways) for state in states):
            width = screen.page.evaluate("document.documentElement.scrollWidth")
            assert width <= screen.page.evaluate("innerWidth"), view

`screen` is a fixture: a phone that needs no server. This phone loads only the first state as a
page. Each later state replaces the content of that page, also in the next test. The page is not
painted, which saves three quarters of the time. For a page of the server, use `page.goto(…)` once
and then `views(page, …)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from playwright.sync_api import Page, Route

from companion import gallery
from companion.pages import table
from companion.web.language import Language, set_language
from tests.browser.fonts import USUAL, set_fonts
from tests.browser.pages import IN_PLACE, STYLED, set_look

HOUSE = "http://table.test"
# Set the size of text, as the setting of a phone does.
TEXT = "text => { document.documentElement.dataset.text = text; }"
# Do not paint the page. Its fonts and size of text become the usual ones.
NOT_PAINTED = "() => { document.documentElement.style = 'opacity: 0'; }"
PAINTED = "() => { document.documentElement.style = ''; }"
Way = tuple[tuple[int, int], str, str]  # a screen, a size of text, a pair of fonts


def views(
    page: Page,
    sizes: Iterable[tuple[int, int]],
    texts: Iterable[str] = ("",),
    font_pairs: Iterable[str] = (USUAL,),
) -> Iterator[str]:
    """Show the page in each combination of these screens, sizes of text and fonts.

    Yield the name of each of these views.
    """
    yield from one_by_one(page, product(sizes, texts, font_pairs))


def one_by_one(page: Page, ways: Iterable[Way]) -> Iterator[str]:
    """Show the page in each of these ways, and yield the name of the way.

    A way is a size of screen, a size of text and a pair of fonts. At the end, restore the page.
    """
    before = page.viewport_size
    fonts = USUAL
    shown = ""
    for (width, height), text, pair in ways:
        size = {"width": width, "height": height}
        if page.viewport_size != size:
            page.set_viewport_size(size)
        if pair != fonts:
            fonts = pair
            set_fonts(page, fonts)
        if text != shown:
            shown = text
            page.evaluate(TEXT, shown)
        named = (f"{width}x{height}", text, pair.replace(USUAL, ""))
        yield " ".join(filter(None, named))
    if shown:
        page.evaluate(TEXT, "")
    if fonts != USUAL:
        set_fonts(page, USUAL)
    if before and page.viewport_size != before:
        page.set_viewport_size(before)


class Screen:
    """A page that shows one state after another, without a server."""

    def __init__(self, app: Flask, page: Page) -> None:
        self.app = app
        self.page = page
        self.html = ""
        self.language: Language | None = None  # of its pages; None is English
        self.kept: dict[str, Any] = {}
        page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        url = urlsplit(route.request.url)
        if url.path == "/":
            route.fulfill(body=self.html, content_type="text/html")
            return
        if url.path not in self.kept:
            with self.app.test_client().get(url.path) as answer:
                self.kept[url.path] = {"body": answer.data, "content_type": answer.mimetype}
        route.fulfill(**self.kept[url.path])

    def each(
        self, shown: Iterable[tuple[gallery.GalleryState, str, Iterable[Way]]]
    ) -> Iterator[str]:
        """Show each of these states of tables in several ways, and yield a name for each way.

        An item of `shown` is a state, the name of the page that shows it, and the ways: sizes of
        the screen, sizes of text and fonts. The attribute `state` is the state on the screen.
        """

        def ways() -> Iterator[Way]:
            for self.state, view, ways in shown:
                self.show(self.state, view)
                yield from ways

        yield from one_by_one(self.page, ways())

    def show(self, state: gallery.GalleryState, view: str = table.IN_HAND) -> None:
        """Draw this state with the page's templates, and show it instead of the last state."""
        with self.app.test_request_context():
            if self.language is not None:
                set_language(self.language)
            html = gallery.drawn(state, view)
        if self.page.url == f"{HOUSE}/":
            self.page.evaluate(IN_PLACE, html)
        else:
            self.load(html)

    def load(self, html: str) -> None:
        """Load this HTML as a page, and keep the browser from painting it, which saves time."""
        self.html = html
        self.page.goto(HOUSE)
        self.page.wait_for_function(STYLED)
        self.page.evaluate(NOT_PAINTED)

    def reset(self) -> None:
        """Restore the page for the next test, even if a test was interrupted."""
        self.language = None
        self.page.unroute_all()
        set_look(self.page, "light")
        self.page.evaluate(NOT_PAINTED)
        self.page.evaluate(TEXT, "")
