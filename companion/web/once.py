"""What is the same is made once: values in words and parts of a page, by what they are made of and in which language.

Nothing here can be out of date: all of it follows from its arguments alone, every one of which is a value that never
changes. Four phones at a table share what they all see, and a tap draws anew only what it has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, lru_cache, wraps
from typing import ParamSpec, TypeVar

from markupsafe import Markup

from companion.web import language
from companion.web.language import Language
from companion.web.templates import bare, draw

LASTING = {"line": 10_000, "place": 25_000, "row": 20_000, "half": 5_000, "key": 25_000}
"""Parts that stay on a page from tap to tap, and how many of each are kept: enough for a thousand tables."""
PASSING = 250  # of every other part, which is shared by the phones of a table, but only until the next tap

P = ParamSpec("P")
T = TypeVar("T")


def once(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remembers the latest so many results of a function whose words are in the language of the page."""

    def remembering(work: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=size)
        def made(_: Language, *args: P.args, **kwargs: P.kwargs) -> T:
            return work(*args, **kwargs)

        @wraps(work)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> T:
            return made(language.now(), *args, **kwargs)  # type: ignore[arg-type] # what is passed here can be hashed

        return remembered

    return remembering


def part(name: str, *values: Hashable) -> Markup:
    """A part of a table's page, drawn once."""
    return _drawn(name)(language.now(), *values)


@cache
def _drawn(name: str) -> Callable[..., Markup]:
    @lru_cache(maxsize=LASTING.get(name, PASSING))
    def drawn(_: Language, *values: Hashable) -> Markup:
        return Markup(bare(draw(name, *values)))  # noqa: S704  # it was markup before

    return drawn
