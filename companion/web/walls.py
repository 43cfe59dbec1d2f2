"""Share what televisions on a wall show, so that many of them cost as much as one."""

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

SECONDS = 1.0  # that a wall may be behind its tables
MOST = 500  # pages of walls that a process keeps
TILES = 8  # tables on one page of a wall
PAGE_SECONDS = 12  # that a page stays before the next one comes
MOST_PAGES = 1000  # a larger number in the address is the first page
LONG = 24  # letters of a name that is set smaller
VERY_LONG = 32


def size_class(name: str) -> str:
    """Return the class for the length of a name on a wall: "", "long" or "xlong"."""
    if len(name) > VERY_LONG:
        return "xlong"
    return "long" if len(name) > LONG else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageInTurn:
    """One page of a wall. `page` counts from 1 of `pages`; `next` is the one after it.

    `token` is that of the wall's link. After `seconds` the next page comes.
    """

    token: str
    title: str
    page: int
    pages: int
    next: int
    seconds: int = PAGE_SECONDS


@dataclass(frozen=True, slots=True)
class ShownWall:
    """One page of a wall, and its text."""

    page: PageInTurn
    drawn: Markup


def answer_with_wall(room: str, token: str, build: Callable[[int], PageInTurn]) -> Response:
    """Answer with a page of a wall: `page` in the address says which one, in turn.

    `build` makes a page by its number. The templates are `wall.html` of that room for a whole page,
    and `_wall.html` for what a wall asks for again.
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
    """Return which of `count` things are on which page: as few pages as possible, equally full."""
    pages = -(-count // most)
    return [range(count * at // pages, count * (at + 1) // pages) for at in range(pages)]


def grid_class(tiles: int) -> str:
    """Return the class for a page with so many tiles: how many columns and rows it has."""
    if tiles <= 3:
        return f"g1x{max(tiles, 1)}"
    return f"g2x{-(-tiles // 2)}"


def next_page(page: int, pages: int, calling: Sequence[int] = ()) -> int:
    """Return the number of the page that comes next. Pages that call somebody stay on the wall."""
    for other in calling:
        if other > page:
            return other
    if calling:
        return calling[0]
    return page % pages + 1


@dataclass(slots=True)
class SharedPages:
    """The pages of walls that this process has drawn in the last second."""

    lock: Lock = field(default_factory=Lock)
    pages: dict[Hashable, tuple[float, ShownWall]] = field(default_factory=dict)


def drawn_lately(key: Hashable, draw: Callable[[], ShownWall]) -> ShownWall:
    """Return a page of a wall, drawn at most once a second for everybody who looks at it.

    `key` says which page it is; the language of the page is added to it.
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
