"""Make values in words once for the same arguments and the same language.

Nothing here can be out of date: a result follows from its arguments alone, and these are values
that never change.
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
    """Remember the latest results of a function whose words are in the language of the page."""

    def remembering(work: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=size)
        def cached(_: Language, *args: P.args, **kwargs: P.kwargs) -> T:
            return work(*args, **kwargs)

        @wraps(work)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> T:
            # What is passed here can be hashed.
            return cached(language.now(), *args, **kwargs)  # type: ignore[arg-type]

        return remembered

    return remembering
