"""Draw the parts of a table's page: each is a macro `show` in a file of its own.

What is the same is drawn once. Nothing kept here can be out of date: a part follows from its values
alone, and these never change. Four phones at a table share what they all see, and a tap draws only
what it has changed.
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
"""Parts that stay on a page from tap to tap, and how many are kept: a thousand tables' worth."""
PASSING = 250  # of every other part, which the phones of a table share until the next tap

Page = tuple[str, str]
"""The language of the page, and the path its addresses begin with: a part depends on both."""
Show = Callable[..., Markup]


class Parts:
    """Draws the parts by the templates of an environment, which may use these names as well."""

    FILTERS = ("draw", "part", "shared")

    def __init__(self, environment: Environment, names: dict[str, object]) -> None:
        self._environment = environment
        self._names = names
        self._shows: dict[str, Show] = {}

    @property
    def filters(self) -> dict[str, Callable[..., Markup]]:
        """Return the filters of its templates, `{{ place|part("place") }}`.

        A filter costs Jinja less than a call.
        """
        return {name: getattr(self, name) for name in self.FILTERS}

    def draw(self, value: object, name: str, *more: object) -> Markup:
        """Draw a part each time."""
        return self._show(name)(value, *more)

    def part(self, value: Hashable, name: str, *more: Hashable) -> Markup:
        """Draw a part once for all values that are equal to these."""
        return _drawer(name)(self._show(name), _page(), value, *more)

    def shared(self, value: object, name: str, *more: Hashable) -> Markup:
        """Draw a part once for all phones that get this very value: nothing large is compared."""
        return _shared(self._show(name), _page(), _Itself(value), *more)

    def _show(self, name: str) -> Show:
        show = self._shows.get(name)
        if show is None:
            path = f"tables/parts/{name}.html"
            module = self._environment.get_template(path, globals=self._names).module
            show = module.show  # type: ignore[attr-defined] # every part has one
            self._shows[name] = show
        return show


def _page() -> Page:
    try:
        # As in `language.current`: hundreds of parts are drawn for a tap.
        page = g._get_current_object()
        return page.language.code, page.root
    except (RuntimeError, AttributeError):
        # No page is being made, or nobody has asked for its language yet.
        return language.code(), root.script_root()


@cache
def _drawer(name: str) -> Callable[..., Markup]:
    @lru_cache(maxsize=LASTING.get(name, PASSING))
    def draw(show: Show, _: Page, *values: Hashable) -> Markup:
        return _squeezed(show(*values))

    return draw


def forget() -> None:
    """Forget what was drawn, for tests of what is remembered."""
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
    """Return the part without the blanks that only those who write templates need."""
    lines = map(str.strip, str(part).split("\n"))
    return Markup(" ".join(filter(None, lines)))  # noqa: S704  # it was markup before
