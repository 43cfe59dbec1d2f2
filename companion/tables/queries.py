"""Hold the questions of this process to other processes until each is answered or expires."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from threading import Event


class Query:
    """A question to all other processes, which any of them may answer with yes."""

    def __init__(self) -> None:
        self.name = token_hex(8)
        self._answered = Event()

    def wait(self, seconds: float) -> bool:
        """Return True as soon as a process answers yes, False if none does within `seconds`."""
        return self._answered.wait(seconds)

    def answer(self) -> None:
        """Note the answer yes, and wake the request that waits for it."""
        self._answered.set()


class Queries:
    """The open questions of one process, by random names that nobody can guess."""

    def __init__(self) -> None:
        self._open: dict[str, Query] = {}

    @contextmanager
    def open(self) -> Iterator[Query]:
        """Yield a new question, which is open as long as the block runs."""
        question = Query()
        self._open[question.name] = question
        try:
            yield question
        finally:
            del self._open[question.name]

    def answer(self, name: str) -> None:
        """Answer yes to the question of that name, if it is an open question of this process."""
        question = self._open.get(name)
        if question is not None:
            question.answer()
