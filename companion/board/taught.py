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
    is shown behind it. `answers` are what each key leads to. `turn` says that it is the reader's
    turn, empty if it is not.
    """

    text: str
    full: str
    answers: tuple[AnswerExplained, ...]
    turn: str = ""

    @property
    def is_whole(self) -> bool:
        """Return whether the line shows the whole sentence, if the screen has room for one."""
        return self.text == self.full


class Taught(NamedTuple):
    """The explanations of a phone that explains the game.

    `counted` is what it has shown so far, for its cookie. Without an `explanation` it is silent.
    """

    counted: str
    explanation: Explanation | None = None

    @property
    def whole(self) -> str:
        """Return the whole sentence, empty if there is none."""
        if self.explanation is None:
            return ""
        return self.explanation.full
