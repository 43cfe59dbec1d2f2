"""Questions that one process has put to the others, each until it is answered or its time is up."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex


class OpenQuestion:
    """A question under a name that nobody can guess; any process may answer it with yes."""

    def __init__(self) -> None:
        self.name = token_hex(8)
        # Looked up here, so that it is gevent's own if gevent is in charge.
        self._answered = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Return whether somebody says yes within so many seconds."""
        return self._answered.wait(seconds)

    def answer(self) -> None:
        """Let whoever waits go on: the answer is yes."""
        self._answered.set()


class Questions:
    """The questions of one process that are open."""

    def __init__(self) -> None:
        self._open: dict[str, OpenQuestion] = {}

    @contextmanager
    def ask(self) -> Iterator[OpenQuestion]:
        """Hold a new question open as long as the block runs."""
        question = OpenQuestion()
        self._open[question.name] = question
        try:
            yield question
        finally:
            del self._open[question.name]

    def answer(self, name: str) -> None:
        """Answer the question of that name, if it is one of this process and still open."""
        question = self._open.get(name)
        if question is not None:
            question.answer()
