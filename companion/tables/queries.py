"""Hold the questions of this process to others, each until it is answered or its time is over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from threading import Event


class Query:
    """A question that waits for a yes of any process."""

    def __init__(self) -> None:
        self.name = token_hex(8)
        self._answered = Event()

    def wait(self, seconds: float) -> bool:
        """Return whether somebody says yes within so many seconds."""
        return self._answered.wait(seconds)

    def answer(self) -> None:
        """Note the answer yes, and wake the request that waits for it."""
        self._answered.set()


class Queries:
    """The open questions of one process, by names that nobody can guess."""

    def __init__(self) -> None:
        self._open: dict[str, Query] = {}

    @contextmanager
    def open(self) -> Iterator[Query]:
        """Keep a new question open as long as the block runs."""
        question = Query()
        self._open[question.name] = question
        try:
            yield question
        finally:
            del self._open[question.name]

    def answer(self, name: str) -> None:
        """Answer the question of that name if this process has it and it is still open."""
        question = self._open.get(name)
        if question is not None:
            question.answer()
