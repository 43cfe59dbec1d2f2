"""Draw each page of a wall once for all televisions that show it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from flask import current_app, make_response, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.web import language, root
from companion.web.forms import number

SECONDS = 1.0  # for which a drawn page is used again
MOST = 500  # drawn pages that a process keeps
TILES = 8  # tables on one page of a wall
PAGE_SECONDS = 12  # for which a wall shows a page before the next
MOST_PAGES = 1000  # an address with this page number or a larger one shows the first page
LONG = 24  # a name with more letters is written smaller
VERY_LONG = 32  # a name with more letters is written smaller still


def size_class(name: str) -> str:
    """Return the CSS class for a name on a wall, by its length: "", "long" or "xlong"."""
    if len(name) > VERY_LONG:
        return "xlong"
    return "long" if len(name) > LONG else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageInTurn:
    """One page of a wall. A wall shows its pages one after the other.

    * `token`: the token of the link of the wall.
    * `page`: the number of this page, from 1.
    * `pages`: how many pages the wall has.
    * `next`: the number of the page that is shown after `seconds` seconds.
    """

    token: str
    title: str
    page: int
    pages: int
    next: int
    seconds: int = PAGE_SECONDS


@dataclass(frozen=True, slots=True)
class ShownWall:
    """A page of a wall, with its HTML."""

    page: PageInTurn
    drawn: Markup


def answer_with_wall(room: str, token: str, build: Callable[[int], PageInTurn]) -> Response:
    """Answer with one page of a wall. `?page=` in the URL is the number of this page.

    `build` returns the page with a given number. The template `wall.html` in the template folder
    `room` draws the whole page. If htmx asks, the answer is only the part that changes, drawn by
    `_wall.html`.
    """
    at = number(request.args.get("page", ""), MOST_PAGES) or 1

    def draw() -> ShownWall:
        page = build(at)
        text = render_template(f"{room}/_wall.html", page=page)
        drawn = Markup(text)  # noqa: S704 # a template escapes its texts
        return ShownWall(page, drawn)

    wall = drawn_lately((room, token, at), draw)
    if "HX-Request" in request.headers:
        return make_response(wall.drawn)
    return make_response(render_template(f"{room}/wall.html", wall=wall))


def split_evenly(count: int, most: int) -> list[range]:
    """Split `count` things into pages of at most `most` things. Return the range of each page.

    There are as few pages as possible, and their sizes differ by at most one: `(5, 4)` gives
    `range(0, 2)` and `range(2, 5)`.
    """
    pages = -(-count // most)
    return [range(count * at // pages, count * (at + 1) // pages) for at in range(pages)]


def grid_class(tiles: int) -> str:
    """Return the CSS class that sets the columns and rows of a page with this number of tiles."""
    if tiles <= 3:
        return f"g1x{max(tiles, 1)}"
    return f"g2x{-(-tiles // 2)}"


def next_page(page: int, pages: int, calling: Sequence[int] = ()) -> int:
    """Return the number of the page that is shown after `page`.

    `calling` are the numbers of the pages that call teams or people to a table. If there are any,
    only these pages are shown, in turn.
    """
    for other in calling:
        if other > page:
            return other
    if calling:
        return calling[0]
    return page % pages + 1


@dataclass(slots=True)
class SharedPages:
    """The pages of walls that this process has drawn, each with the time when it was drawn."""

    lock: Lock = field(default_factory=Lock)
    pages: dict[Hashable, tuple[float, ShownWall]] = field(default_factory=dict)


def drawn_lately(key: Hashable, draw: Callable[[], ShownWall]) -> ShownWall:
    """Return a page of a wall. If it was drawn less than a second ago, return it from the cache.

    `key` is the key of the page in the cache. The language and the path of the request are added
    to it.
    """
    shared: SharedPages = current_app.extensions.setdefault("walls", SharedPages())
    key = (key, language.code(), root.script_root())
    with shared.lock:
        known = shared.pages.get(key)
    if known is not None and monotonic() - known[0] < SECONDS:
        return known[1]
    shown = draw()
    with shared.lock:
        if len(shared.pages) >= MOST:
            shared.pages.clear()
        shared.pages[key] = (monotonic(), shown)
    return shown
