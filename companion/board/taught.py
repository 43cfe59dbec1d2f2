"""The line in which a newcomer's phone says in other words what is going on.

An extension writes these words (`companion.web.slots`).
"""

from __future__ import annotations

from typing import NamedTuple


class AnswerExplained(NamedTuple):
    """A key or a result by its label, and what it leads to."""

    label: str
    text: str


class Explanation(NamedTuple):
    """An explanation of what is going on.

    `text` is what the line shows, empty if only "?" is shown. `full` is the whole sentence, which
    is shown behind it. `answers` are what each key leads to.
    """

    text: str
    full: str
    answers: tuple[AnswerExplained, ...]

    @property
    def is_whole(self) -> bool:
        """Return whether the line shows the whole sentence, if the screen has room for one."""
        return self.text == self.full


class Taught(NamedTuple):
    """What a phone that explains the game shows now.

    `counted` is what it has shown so far, for its cookie. Without an `explanation` it is silent.
    """

    counted: str
    explanation: Explanation | None = None
