"""What is the same is made once: values in words, by what they are made of and in which language.

Nothing here can be out of date: all of it follows from its arguments alone, every one of which is a value that never
changes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from companion.web import language
from companion.web.language import Language

P = ParamSpec("P")
T = TypeVar("T")


def once(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remembers the latest so many results of a function whose words are in the language of the page."""

    def remembering(work: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=size)
        def cached(_: Language, *args: P.args, **kwargs: P.kwargs) -> T:
            return work(*args, **kwargs)

        @wraps(work)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> T:
            return cached(language.now(), *args, **kwargs)  # type: ignore[arg-type] # what is passed here can be hashed

        return remembered

    return remembering
