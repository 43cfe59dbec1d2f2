"""Share what televisions on a wall show, so that many of them cost as much as one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from flask import current_app
from markupsafe import Markup

from companion.web import language, root

SECONDS = 1.0  # that a wall may be behind its tables
MOST = 500  # pages of walls that a process keeps
TILES = 8  # tables on one page of a wall
PAGE_SECONDS = 12  # that a page stays before the next one comes
LONG = 24  # letters of a name that is set smaller
VERY_LONG = 32


def size_class(name: str) -> str:
    """Return the class for the length of a name on a wall: "", "long" or "xlong"."""
    if len(name) > VERY_LONG:
        return "xlong"
    return "long" if len(name) > LONG else ""


@dataclass(frozen=True, slots=True)
class ShownWall:
    """One page of a wall, drawn. `page` counts from 1 of `pages`; `next` is the one after it."""

    title: str
    page: int
    pages: int
    drawn: Markup
    next: int
    seconds: int = PAGE_SECONDS


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
    for number in calling:
        if number > page:
            return number
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
