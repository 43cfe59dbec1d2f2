"""The parts of a table's page in one language: each a macro `show` in a file of its own, which prints its values alone.

What is the same is drawn once. Nothing kept here can be out of date: a part follows from its values alone, every one of
which never changes. Four phones at a table share what they all see, and a tap draws anew only what it has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, lru_cache

from jinja2 import Environment
from markupsafe import Markup

LASTING = {"line": 10_000, "place": 25_000, "row": 20_000, "face": 5_000, "points": 5_000, "key": 25_000}
"""Parts that stay on a page from tap to tap, and how many of each are kept: enough for a thousand tables."""
PASSING = 250  # of every other part, which is shared by the phones of a table, but only until the next tap

Show = Callable[..., Markup]


class Parts:
    """Draws the parts, as the templates of this environment print them."""

    FILTERS = ("draw", "part", "shared")

    def __init__(self, environment: Environment) -> None:
        self.environment, self._shows = environment, dict[str, Show]()

    @property
    def filters(self) -> dict[str, Callable[..., Markup]]:
        """What its templates may ask for, `{{ place|part("place") }}`: a filter costs Jinja less than a call."""
        return {name: getattr(self, name) for name in self.FILTERS}

    def draw(self, value: object, name: str, *more: object) -> Markup:
        """A part, drawn each time."""
        return self._show(name)(value, *more)

    def part(self, value: Hashable, name: str, *more: Hashable) -> Markup:
        """A part, drawn once for all values that are equal to these."""
        return _drawn(name)(self._show(name), value, *more)

    def shared(self, value: object, name: str, *more: Hashable) -> Markup:
        """A part, drawn once for all phones that are handed this very value: nothing large need be compared."""
        return _handed(self._show(name), _Itself(value), *more)

    def _show(self, name: str) -> Show:
        known = self._shows.get(name)
        if known is None:
            module = self.environment.get_template(f"tables/parts/{name}.html").module
            known = self._shows[name] = module.show  # type: ignore[attr-defined] # every part has one
        return known


@cache
def _drawn(name: str) -> Callable[..., Markup]:
    @lru_cache(maxsize=LASTING.get(name, PASSING))
    def drawn(show: Show, *values: Hashable) -> Markup:
        return Markup(str(show(*values)).strip())  # noqa: S704  # it was markup before

    return drawn


def forget() -> None:
    """Draws everything anew from now on: for tests of what is remembered."""
    _drawn.cache_clear()
    _handed.cache_clear()


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
def _handed(show: Show, value: _Itself, *more: Hashable) -> Markup:
    return show(value.value, *more)
