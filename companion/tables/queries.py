"""Hold the queries that this process sends to other processes, while they wait for an answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from threading import Event


class Query:
    """A query to all other processes, such as whether a phone is awake.

    A process either answers yes or does not answer.
    """

    def __init__(self) -> None:
        self.name = token_hex(8)
        self._answered = Event()

    def wait(self, seconds: float) -> bool:
        """Wait until another process answers yes, for at most `seconds`. Return whether one did."""
        return self._answered.wait(seconds)

    def answer(self) -> None:
        """Record that a process answered yes. The request that sent the query stops waiting."""
        self._answered.set()


class Queries:
    """The queries to other processes that still wait for an answer, by name.

    The names are random, so nobody can guess them.
    """

    def __init__(self) -> None:
        self._open: dict[str, Query] = {}

    @contextmanager
    def open(self) -> Iterator[Query]:
        """Yield a new query to other processes. Answers after the end of the block are ignored."""
        question = Query()
        self._open[question.name] = question
        try:
            yield question
        finally:
            del self._open[question.name]

    def answer(self, name: str) -> None:
        """Record that another process answered yes to the query with this name.

        Nothing happens if this process has no open query with this name.
        """
        question = self._open.get(name)
        if question is not None:
            question.answer()
