"""Ask quick questions about a game under its house rules.

Nothing is stored: the seed of the round and the answers so far are in the address, so that a page
can be shown again. Every answer is a button of a form.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import tables
from companion.engine import Rules
from companion.learn.pages.asked import Asked, asked
from companion.learn.pages.quiz_page import QuizPage
from companion.learn.question_words import NAMES, QuestionText, in_words
from companion.learn.questions import MOST, ROUND, puzzle_of
from companion.learn.sheet_lines import line_for
from companion.words import games
from companion.words.people import People, many

SEED = re.compile(r"[a-z0-9]{1,12}")
RESULTS = {True: "ok", False: "no"}
NUMBERS = frozenset(map(str, range(ROUND)))  # the numbers of questions that an address may have
SKIPPED = "s"  # in the address, instead of the number of an answer

bp = Blueprint("questions", __name__)


@dataclass(frozen=True, slots=True)
class QuizRound:
    """The numbers of the questions of one round, and the answers so far.

    `seed` decides which question has which number. `said` has a character for each answer: its
    position, or "s" for a skipped question. `goes_on` is true if the reader has seen the verdict on
    the last answer.
    """

    seed: str
    numbers: tuple[int, ...]
    said: str
    goes_on: bool

    @property
    def is_over(self) -> bool:
        """Return whether every question was answered and the last verdict was seen."""
        return self.goes_on and len(self.said) == len(self.numbers)

    @property
    def shows_verdict(self) -> bool:
        """Return whether the verdict on the last answer is shown.

        A skipped question has no verdict.
        """
        return bool(self.said) and not self.goes_on

    @property
    def at(self) -> int:
        """Return the position of the shown question in the round, from 0."""
        return len(self.said) - int(self.shows_verdict)


@dataclass(frozen=True, slots=True)
class QuizAnswer:
    """A question of the round that was answered or skipped."""

    number: int
    text: QuestionText
    chosen: int | None

    @property
    def is_right(self) -> bool:
        """Return whether the right answer was chosen."""
        return self.chosen == self.text.right


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsPage(QuizPage):
    """A question, the verdict on its answer, or the score at the end of the round.

    `again` is the address of a round with other questions. `only` is the address of a round with
    the questions that were answered wrongly or skipped, or "" if all answers were right.
    """

    answered: tuple[QuizAnswer, ...]
    again: str = ""
    only: str = ""

    @property
    def right(self) -> int:
        """Return how many questions were answered correctly."""
        return sum(answered.is_right for answered in self.answered)

    @property
    def wrong(self) -> int:
        """Return how many questions were answered wrongly or skipped."""
        return len(self.answered) - self.right


@bp.get("/games/<variant>/questions")
def show_questions(variant: str) -> Response | str:
    """Show a question, the verdict on its answer, or the score of the round."""
    subject = asked(variant)
    seed = request.args.get("seed", "")
    if not SEED.fullmatch(seed):
        return redirect(subject.address("questions.show_questions", {"seed": secrets.token_hex(3)}))
    page = _page(subject, _round(seed))
    return render_template("learn/questions.html", page=page)


def _round(seed: str) -> QuizRound:
    """Return the round of questions that the parameters of this request describe.

    Invalid parts of the parameters are ignored.
    """
    numbers = tuple(range(ROUND))
    only = [int(part) for part in request.args.get("only", "").split(".") if part in NUMBERS]
    if only:
        numbers = tuple(dict.fromkeys(only))
    signs = {SKIPPED, *map(str, range(MOST))}
    said = "".join(sign for sign in request.args.get("said", "")[: len(numbers)] if sign in signs)
    goes_on = request.args.get("on") == "1" or not said
    return QuizRound(seed, numbers, said, goes_on)


def _page(subject: Asked, played: QuizRound) -> QuestionsPage:
    rules = subject.rules
    tables.run_in_steps(_make_all(rules, played))
    people = People(NAMES[: rules.seats], rules)
    answered = tuple(_answered(rules, people, played))
    fields = {**subject.parameters, "seed": played.seed}
    if len(played.numbers) < ROUND:
        fields["only"] = ".".join(map(str, played.numbers))
    page = QuestionsPage(
        game=games.name(rules.variant),
        many=many(rules),
        of=len(played.numbers),
        marks=tuple(marks_of(played, [one.is_right for one in answered])),
        answered=answered,
        fields={key: value for key, value in fields.items() if value and key != "variant"},
        said=played.said,
        rules=subject.back,
        again=subject.address("questions.show_questions"),
    )
    if played.is_over:
        return _with_score(page, fields, answered)
    return _with_question(page, fields, subject, people, played)


def _make_all(rules: Rules, played: QuizRound) -> Iterator[object]:
    """Make the questions of the round up to the one that is shown.

    Other requests are answered at each `yield`.
    """
    for number in played.numbers[: played.at + 1]:
        yield puzzle_of(rules, played.seed, number)


def _answered(rules: Rules, people: People, played: QuizRound) -> Iterator[QuizAnswer]:
    for number, sign in zip(played.numbers, played.said, strict=False):
        text = in_words(puzzle_of(rules, played.seed, number), people)
        chosen = None
        if sign != SKIPPED:
            chosen = int(sign)
        yield QuizAnswer(number, text, chosen)


def marks_of(played: QuizRound, results: Sequence[bool]) -> Iterator[str]:
    """Yield a mark for each question in the round.

    * "ok": the question was answered rightly.
    * "no": the question was answered wrongly or skipped.
    * "now": the question is on this page.
    * "": the question comes later.
    """
    for place in range(len(played.numbers)):
        if place == played.at and not played.is_over:
            yield "now"
        elif place < len(results):
            yield RESULTS[results[place]]
        else:
            yield ""


def _with_score(
    page: QuestionsPage, fields: Mapping[str, Any], answered: tuple[QuizAnswer, ...]
) -> QuestionsPage:
    missed = [str(one.number) for one in answered if not one.is_right]
    only = ""
    if missed:
        again = {**fields, "only": ".".join(missed)}
        only = url_for("questions.show_questions", **again)
    return replace(page, only=only)


def _with_question(
    page: QuestionsPage,
    fields: Mapping[str, Any],
    subject: Asked,
    people: People,
    played: QuizRound,
) -> QuestionsPage:
    puzzle = puzzle_of(subject.rules, played.seed, played.numbers[played.at])
    text = in_words(puzzle, people)
    endpoint = "questions.show_questions"
    if not played.shows_verdict:
        skip = url_for(endpoint, **fields, said=played.said + SKIPPED, on=1)
        return replace(page, question=text, told=text.scene.told, skip=skip)
    line = line_for(subject.sheet(), puzzle, people)
    return replace(
        page,
        question=text,
        told=text.scene.told,
        chosen=page.answered[-1].chosen,
        line=line,
        next=url_for(endpoint, **fields, said=played.said, on=1),
        rules=f"{page.rules}#{line.topic}",
    )
