"""Hold the queries of this process to other processes, until an answer or a timeout."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from threading import Event


class Query:
    """A query to all other processes. A process either answers yes or does not answer."""

    def __init__(self) -> None:
        self.name = token_hex(8)
        self._answered = Event()

    def wait(self, seconds: float) -> bool:
        """Return True as soon as a process answers yes, False if none does within `seconds`."""
        return self._answered.wait(seconds)

    def answer(self) -> None:
        """Record that a process answered yes, and wake the request that waits for it."""
        self._answered.set()


class Queries:
    """The open queries of this process, by their random names, which nobody can guess."""

    def __init__(self) -> None:
        self._open: dict[str, Query] = {}

    @contextmanager
    def open(self) -> Iterator[Query]:
        """Yield a new query, which is open as long as the block runs."""
        question = Query()
        self._open[question.name] = question
        try:
            yield question
        finally:
            del self._open[question.name]

    def answer(self, name: str) -> None:
        """Record that a process answered yes to the query of that name.

        Nothing happens if this process has no open query of that name.
        """
        question = self._open.get(name)
        if question is not None:
            question.answer()
