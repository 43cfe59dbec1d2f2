"""What is the same is made once: values in words and parts of a page, by what they are made of and in which language.

Nothing here can be out of date: all of it follows from its arguments alone, every one of which is a value that never
changes. Four phones at a table share what they all see, and a tap draws anew only what it has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from flask import current_app
from markupsafe import Markup

from companion.views import language
from companion.views.language import Language

PARTS = 20_000  # of pages: some twenty for each of a thousand tables, 20 MB

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
    """A part of a table's page: the macro in its template, which prints these values and knows nothing else."""
    return _drawn(language.now(), name, *values)


@lru_cache(maxsize=PARTS)
def _drawn(_: Language, name: str, *values: Hashable) -> Markup:
    template = current_app.jinja_env.get_template(f"tables/parts/{name}.html")
    drawn: str = template.module.draw(*values)  # type: ignore[attr-defined] # each has this macro
    return Markup(bare(drawn))  # noqa: S704  # it comes from our own template, which has escaped the values


def bare(html: str) -> str:
    """The page without its indents and empty lines."""
    return "\n".join(filter(None, map(str.strip, str.split(html, "\n"))))
