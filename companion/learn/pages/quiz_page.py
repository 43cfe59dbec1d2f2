"""The base of all pages that ask a question: the question, its answers and the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.cheatsheets.ranking import Card
from companion.learn.question_words import QuestionText
from companion.learn.sheet_lines import RuleLine

LONG = 34  # letters of an answer that needs a whole row

Verdict = Literal["", "right", "wrong", "other"]


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A key with an answer: what the key sends, its text, and the verdict on this answer.

    The verdict is "" until the question was answered or skipped.
    """

    sends: str
    text: str
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizPage:
    """A page with a question, or the page at the end of a round, without a question.

    * `of` is the number of questions in the round.
    * `marks` has a word for each question of the round: "ok", "no" (wrong or skipped), "said"
      (answered, neither right nor wrong), "now" (on this page) or "" (it comes later).
    * `fields` are parameters of this address that the next address must have too.
    * `said` has one character for each answer so far.
    * `told` is what happened before the question.
    * `cards` are the cards on the table, by seat, and `turned` is the card turned up.
    * `chosen` is the position of the chosen answer.
    * `line` is the line of the cheat-sheet with the answer, None until the question was answered or
      skipped. `rules` is the address of the sheet at that line.
    * `next` is the address of the page after the verdict.
    * `skip` is the address that skips this question.
    """

    game: str
    many: bool
    of: int
    marks: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    said: str = ""
    told: tuple[str, ...] = ()
    question: QuestionText | None = None
    cards: Mapping[int, Card] = field(default_factory=dict)
    turned: Card | None = None
    chosen: int | None = None
    line: RuleLine | None = None
    next: str = ""
    skip: str = ""
    rules: str = ""

    @property
    def number(self) -> int:
        """Return the number of the question in its round, from 1."""
        return self.marks.index("now") + 1

    @property
    def is_right(self) -> bool:
        """Return whether the right answer was chosen."""
        return self.question is not None and self.chosen == self.question.right

    @property
    def has_long_choices(self) -> bool:
        """Return whether some answer is so long that each answer needs a row of its own."""
        return any(len(choice.text) > LONG for choice in self.choices)

    @property
    def choices(self) -> tuple[ShownChoice, ...]:
        """Return the answers that the reader may choose, in the order in which they are shown."""
        if self.question is None:
            return ()
        found = list[ShownChoice]()
        for at, text in enumerate(self.question.choices):
            found.append(ShownChoice(f"{self.said}{at}", text, self._verdict(at)))
        return tuple(found)

    def _verdict(self, at: int) -> Verdict:
        if self.question is None or self.line is None:
            return ""
        if at == self.question.right:
            return "right"
        if at == self.chosen:
            return "wrong"
        return "other"
