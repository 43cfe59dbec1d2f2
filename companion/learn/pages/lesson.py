"""Explain one hand of a game step by step, with a question at each step.

Nothing is stored: the answers so far are in the address, and every answer is a button of a form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import Blueprint, render_template, request, url_for

from companion import tables
from companion.cheatsheets.ranking import card
from companion.engine import MatchLog, Rules
from companion.learn.lesson import Lesson, LessonStep, lesson_of
from companion.learn.pages.asked import Asked, asked
from companion.learn.pages.questions import SKIPPED, QuizRound, marks_of
from companion.learn.pages.quiz_page import QuizPage
from companion.learn.question_words import NAMES, in_words, told_since
from companion.learn.questions import MOST
from companion.learn.sheet_lines import line_for, line_of_cards
from companion.web.language import gettext, ngettext
from companion.words import games, labels, sentences
from companion.words.people import People, many

bp = Blueprint("lesson", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPage(QuizPage):
    """A step of the lesson, the verdict on its answer, or the end of the hand.

    `told` is what happened between the previous step and this one. `quiz` is the address of the
    questions about this game, `opens` the address of the form that opens a table for this game.
    """

    suits: str
    quiz: str = ""
    opens: str = ""


@bp.get("/games/<variant>/lesson")
def show_lesson(variant: str) -> str:
    """Show a step of the lesson, or the end of its hand.

    In the query, `?seats=` is the number of players, and `?rules=` the house rules.
    """
    subject = asked(variant)
    tables.run_in_steps(_find(subject.rules))
    lesson = lesson_of(subject.rules)
    played = _round(len(lesson.steps))
    page = _page(lesson, subject, played)
    return render_template("learn/lesson.html", page=page)


def _find(rules: Rules) -> Iterator[object]:
    yield lesson_of(rules)


def _round(steps: int) -> QuizRound:
    signs = {SKIPPED, *map(str, range(MOST))}
    said = "".join(sign for sign in request.args.get("said", "")[:steps] if sign in signs)
    goes_on = request.args.get("on") == "1" or not said
    return QuizRound("", tuple(range(steps)), said, goes_on)


def _page(lesson: Lesson, subject: Asked, played: QuizRound) -> LessonPage:
    rules = subject.rules
    asks = subject.parameters
    people = People(NAMES[: rules.seats], rules)
    right = [step.puzzle.right for step in lesson.steps]
    results = [sign == str(at) for sign, at in zip(played.said, right, strict=False)]
    page = LessonPage(
        game=games.name(rules.variant),
        many=many(rules),
        of=len(lesson.steps),
        suits=subject.variant.suits_under(rules),
        marks=tuple(marks_of(played, results)),
        fields={key: value for key, value in asks.items() if value and key != "variant"},
        said=played.said,
        told=_told(lesson, people, played),
        rules=subject.back,
        quiz=url_for("questions.show_questions", **asks),
        opens=url_for("new_table.show_new_table", game=rules.variant),
    )
    if played.is_over:
        return page
    return _with_step(page, lesson.steps[played.at], subject, people, played)


def _told(lesson: Lesson, people: People, played: QuizRound) -> tuple[str, ...]:
    """Return sentences about what happened between the previous step and this one.

    At the first step, begin with how many cards are dealt and who plays first. At the end, add what
    the hand paid.
    """
    if played.is_over:
        return (
            *told_since(lesson.steps[-1].puzzle.log, lesson.end, people),
            *_paid(lesson, people),
        )
    step = lesson.steps[played.at]
    if played.at == 0:
        return (_dealt(step.puzzle.log, people), *told_since(None, step.puzzle.log, people))
    return told_since(lesson.steps[played.at - 1].puzzle.log, step.puzzle.log, people)


def _dealt(log: MatchLog, people: People) -> str:
    hand = log.game.hand
    # NOTE: the first sentence of a lesson: how many cards each player has, and who leads
    return ngettext(
        "%(num)s card each. %(name)s plays first, then the others in turn.",
        "%(num)s cards each. %(name)s plays first, then the others in turn.",
        hand.cards,
        name=people.seat(hand.mano),
    )


def _paid(lesson: Lesson, people: People) -> Iterator[str]:
    """Yield sentences about what the hand paid, and about who deals next."""
    game = lesson.end.game
    for event in game.events:
        if event.kind == "points":
            said = sentences.of_event(event, people)
            yield f"{said} {labels.gained(event, game.rules)}."
    if not game.over:
        yield gettext("%(name)s deals the next hand.", name=people.seat(game.dealer))


def _with_step(
    page: LessonPage, step: LessonStep, subject: Asked, people: People, played: QuizRound
) -> LessonPage:
    rules = subject.rules
    asks = subject.parameters
    sheet = subject.sheet(step.turned)
    words = games.words(rules.variant)
    suits = page.suits
    cards = {seat: card(text, suits, words) for seat, text in enumerate(step.cards) if text}
    turned = [card(text, suits, words) for _, text in step.turned]
    page = replace(page, question=in_words(step.puzzle, people), cards=cards)
    if turned:
        page = replace(page, turned=turned[0])
    endpoint = "lesson.show_lesson"
    if not played.shows_verdict:
        skip = url_for(endpoint, **asks, said=played.said + SKIPPED, on=1)
        return replace(page, skip=skip)
    chosen = None
    if played.said[-1] != SKIPPED:
        chosen = int(played.said[-1])
    line = line_for(sheet, step.puzzle, people)
    if step.cards:
        line = line_of_cards(sheet, rules, step.cards, step.turned)
    return replace(
        page,
        chosen=chosen,
        line=line,
        next=url_for(endpoint, **asks, said=played.said, on=1),
        rules=f"{page.rules}#{line.topic}",
    )
