"""One page load, looked at in every way: screen, size of text and letters are changed where the page is.

For whoever checks what lies where, over many states (a fiftieth of a second each):

    def test_nothing_collides(screen: Screen):
        ways = [*product(SIZES, ("", "large", "huge"), PAIRS)]
        states = (GalleryState("walk", "catalan", taps, at=1) for taps in walk("catalan", 4))
        for view in screen.each((state, "table", ways) for state in states):
            wrong += [f"{view} after “{screen.state.taps}”: {what}" for what in screen.page.evaluate(COLLIDES)]

`screen` is a fixture: a phone that needs no server. Only the first state is loaded; the others take its place, also
those of the next test. Its pages are not painted, which takes a quarter of the time. With a page of the server's,
`page.goto(…)` once and then `views(page, …)`; afterwards the page is as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from playwright.sync_api import Page, Route

from companion import gallery
from companion.pages import table
from tests.browser.fonts import USUAL, wear
from tests.browser.pages import DRESSED, IN_PLACE, dress

HOUSE = "http://table.test"
TEXT = "text => { document.documentElement.dataset.text = text; }"  # as the setting of a phone does
Way = tuple[tuple[int, int], str, str]  # a screen, a size of text, a pair of letters
NOT_PAINTED = "() => { document.documentElement.style = 'opacity: 0'; }"  # and in its usual letters and size of text


def views(
    page: Page,
    sizes: Iterable[tuple[int, int]],
    texts: Iterable[str] = ("",),
    letters: Iterable[str] = (USUAL,),
) -> Iterator[str]:
    """The page on each screen, in each size of text (as a phone is set), in each pair of letters; what is seen now."""
    yield from one_by_one(
        page, ((size, text, pair) for size in sizes for pair in letters for text in texts)
    )


def one_by_one(page: Page, ways: Iterable[Way]) -> Iterator[str]:
    """The page on these screens, each in that size of text and those letters; what is seen now."""
    before, worn, shown = page.viewport_size, USUAL, ""
    for (width, height), text, pair in ways:
        if page.viewport_size != (size := {"width": width, "height": height}):
            page.set_viewport_size(size)
        if pair != worn:
            wear(page, worn := pair)
        if text != shown:
            page.evaluate(TEXT, shown := text)
        yield " ".join(filter(None, (f"{width}x{height}", text, pair if pair != USUAL else "")))
    if shown:
        page.evaluate(TEXT, "")
    if worn != USUAL:
        wear(page, USUAL)
    if before and page.viewport_size != before:
        page.set_viewport_size(before)


class Screen:
    """A phone that is shown one state after the other, without a server: whatever it asks for is answered here."""

    def __init__(self, app: Flask, page: Page) -> None:
        self.app, self.page, self.html, self.kept = app, page, "", dict[str, Any]()
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
        """These states as those pages draw them, each on its screens; what is seen now, of `state`."""

        def ways() -> Iterator[Way]:
            for self.state, view, ways in shown:
                self.show(self.state, view)
                yield from ways

        yield from one_by_one(self.page, ways())

    def show(self, state: gallery.GalleryState, view: str = table.IN_HAND) -> None:
        """That state as its page draws it, in the place of the one before."""
        with self.app.test_request_context():
            html = gallery.drawn(state, view)
        if self.page.url == f"{HOUSE}/":
            self.page.evaluate(IN_PLACE, html)
        else:
            self.load(html)

    def load(self, html: str) -> None:
        """Any page."""
        self.html = html
        self.page.goto(HOUSE)
        self.page.wait_for_function(DRESSED)
        self.page.evaluate(NOT_PAINTED)

    def leave(self) -> None:
        """The page as the next test expects it, also where this one was broken off."""
        self.page.unroute_all()
        dress(self.page, "light")
        self.page.evaluate(NOT_PAINTED)
        self.page.evaluate(TEXT, "")
