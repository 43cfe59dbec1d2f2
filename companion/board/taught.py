"""Hold the explanations on a newcomer's phone, which say in other words what is going on.

The texts come from an extension (`companion.web.slots`).
"""

from __future__ import annotations

from typing import NamedTuple


class AnswerExplained(NamedTuple):
    """A line of an explanation: a label, such as that of a key, and a sentence about it."""

    label: str
    text: str


class Explanation(NamedTuple):
    """An explanation of what is going on, as one line of the page that can be opened.

    * `text`: what the line shows; "" if it shows only “?”.
    * `full`: the whole sentence, shown when the reader opens the line.
    * `answers`: more lines, for example about what each key leads to.
    * `turn`: a text that says that it is the reader's turn; otherwise "".
    """

    text: str
    full: str
    answers: tuple[AnswerExplained, ...]
    turn: str = ""

    @property
    def is_whole(self) -> bool:
        """Return whether the whole sentence is shown, not only a part of it or “?”."""
        return self.text == self.full


class Taught(NamedTuple):
    """The explanation that a phone shows now. `explanation` is None if the phone shows none.

    `counted` is the text for the phone's cookie: how often each kind of sentence was shown.
    """

    counted: str
    explanation: Explanation | None = None

    @property
    def whole(self) -> str:
        """Return the explanation in full, "" if there is none."""
        if self.explanation is None:
            return ""
        return self.explanation.full
