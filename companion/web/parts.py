"""The parts of a table's page: each a macro `show` in a file of its own, which prints its values alone.

What is the same is drawn once. Nothing kept here can be out of date: a part follows from its values alone, every one of
which never changes. Four phones at a table share what they all see, and a tap draws anew only what it has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, lru_cache

from flask import g
from jinja2 import Environment
from markupsafe import Markup

from companion.web import language, root

LASTING = {
    "line": 10_000,
    "place": 25_000,
    "row": 20_000,
    "face": 5_000,
    "points": 5_000,
    "key": 25_000,
}
"""Parts that stay on a page from tap to tap, and how many of each are kept: enough for a thousand tables."""
PASSING = 250  # of every other part, which is shared by the phones of a table, but only until the next tap

Page = tuple[str, str]
"""What a part follows from beside its values: the language of the page, and the path its addresses begin with."""
Show = Callable[..., Markup]


class Parts:
    """Draws the parts, as the templates of this environment print them, which may use these names beside its own."""

    FILTERS = ("draw", "part", "shared")

    def __init__(self, environment: Environment, names: dict[str, object]) -> None:
        self._environment, self._names, self._shows = environment, names, dict[str, Show]()

    @property
    def filters(self) -> dict[str, Callable[..., Markup]]:
        """What its templates may ask for, `{{ place|part("place") }}`: a filter costs Jinja less than a call."""
        return {name: getattr(self, name) for name in self.FILTERS}

    def draw(self, value: object, name: str, *more: object) -> Markup:
        """A part, drawn each time."""
        return self._show(name)(value, *more)

    def part(self, value: Hashable, name: str, *more: Hashable) -> Markup:
        """A part, drawn once for all values that are equal to these."""
        return _drawer(name)(self._show(name), _page(), value, *more)

    def shared(self, value: object, name: str, *more: Hashable) -> Markup:
        """A part, drawn once for all phones that are handed this very value: nothing large need be compared."""
        return _shared(self._show(name), _page(), _Itself(value), *more)

    def _show(self, name: str) -> Show:
        show = self._shows.get(name)
        if show is None:
            module = self._environment.get_template(
                f"tables/parts/{name}.html", globals=self._names
            ).module
            show = self._shows[name] = module.show  # type: ignore[attr-defined] # every part has one
        return show


def _page() -> Page:
    try:
        page = (
            g._get_current_object()
        )  # as in `language.now`; hundreds of parts are drawn for a tap
        return page.language.code, page.root
    except (
        RuntimeError,
        AttributeError,
    ):  # no page is being made, or nobody has asked for its language yet
        return language.code(), root.now()


@cache
def _drawer(name: str) -> Callable[..., Markup]:
    @lru_cache(maxsize=LASTING.get(name, PASSING))
    def draw(show: Show, _: Page, *values: Hashable) -> Markup:
        return _squeezed(show(*values))

    return draw


def forget() -> None:
    """Draws everything anew from now on: for tests of what is remembered."""
    _drawer.cache_clear()
    _shared.cache_clear()


class _Itself:
    """A value that is equal to nothing but itself."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.value is other.value


@lru_cache(maxsize=PASSING)
def _shared(show: Show, _: Page, value: _Itself, *more: Hashable) -> Markup:
    return _squeezed(show(value.value, *more))


def _squeezed(part: Markup) -> Markup:
    """The part without the blanks that only those who write templates need."""
    lines = map(str.strip, str(part).split("\n"))
    return Markup(" ".join(filter(None, lines)))  # noqa: S704  # it was markup before
