"""Let everybody at a table answer the same questions on their own phone before the first hand.

No answer is shown until every player who has a phone has answered. Then the page shows the rules on
which the players differ, and no ranking. A phone sends all its answers at once, after the last
question.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import tables, variants
from companion.learn.first_answers import answers_at, record_answers
from companion.learn.pages.quiz_page import QuizPage
from companion.learn.question_words import in_words
from companion.learn.questions import Puzzle
from companion.learn.sheet_lines import RuleLine, line_for
from companion.learn.table_quiz import (
    are_answers,
    differences,
    make_puzzles,
    puzzles_for,
    seated,
)
from companion.pages.sheets import asks_for, sheet_of
from companion.tables import State, TableLink
from companion.web import device
from companion.web.guests import Guest, require_member, require_player, table_at
from companion.words import games
from companion.words.people import People, glyph, many

bp = Blueprint("table_questions", __name__)


@dataclass(frozen=True, slots=True)
class PlayerAnswer:
    """A player, the number and the glyph of their side, their answer, and whether they answered."""

    name: str
    side: int
    glyph: str
    answer: str = ""
    has_answered: bool = True


@dataclass(frozen=True, slots=True)
class RuleToSettle:
    """A question to which some player gave another answer than the rules of the table.

    `told` is what happened before the question, `plays` the answer by the rules. `line` is the line
    of the sheet with that answer, `rules` the address of the sheet at that line.
    """

    told: tuple[str, ...]
    asks: str
    answers: tuple[PlayerAnswer, ...]
    plays: str
    line: RuleLine
    rules: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestionsPage(QuizPage):
    """A question, the players who have not answered, or the rules on which players differ.

    * `ready` is true if everybody has answered, or this phone no longer waits for the others.
    * `alone` is the address that shows the result without waiting for the other players.
    * `agreed` is the number of questions that all players answered by the rules of the table.
    * `settle` has the questions to which some player gave another answer.

    While this phone waits, `agreed` and `settle` are about its own answers alone.
    """

    code: str
    quiz: str
    lesson: str
    is_last: bool = False
    players: tuple[PlayerAnswer, ...] = ()
    ready: bool = False
    alone: str = ""
    agreed: int = 0
    settle: tuple[RuleToSettle, ...] = ()

    @property
    def answered(self) -> int:
        """Return how many players have answered."""
        return sum(player.has_answered for player in self.players)


@bp.get("/t/<code>/questions")
def show_table_questions(code: str) -> Response | str:
    """Show the next question, then who has not answered yet, then where the players differ."""
    table = table_at(code)
    guest = require_member(table)
    state = tables.state(table.match)
    if not _answers_here(guest, state):
        return redirect(_alone(table, state), 303)
    puzzles = _puzzles(state)
    said = {seat: text for seat, text in _said(state).items() if are_answers(text, puzzles)}
    page = _page(table, state, puzzles)
    people = People(state.names, state.log.game.rules)
    if guest.viewer.seat not in said:
        page = _with_question(page, puzzles, people)
    else:
        page = _with_answers(page, state, puzzles, said, people)
    return render_template("learn/table_questions.html", page=page)


@bp.post("/t/<code>/questions")
def record_table_answers(code: str) -> Response:
    """Record the answers of this phone, all at once."""
    table = table_at(code)
    guest = require_player(table)
    state = tables.state(table.match)
    if not _answers_here(guest, state):
        return redirect(_alone(table, state), 303)
    puzzles = _puzzles(state)
    said = request.form.get("said", "")
    if are_answers(said, puzzles):
        record_answers(state.match, device.phone_id(), said, seated(state))
    return redirect(url_for("table_questions.show_table_questions", code=table.address), 303)


def _answers_here(guest: Guest, state: State) -> bool:
    """Return whether this phone may answer the questions of its table.

    It may if it has a seat and nothing has been tapped at the table yet.
    """
    return guest.viewer.seat is not None and state.version == 0


def _puzzles(state: State) -> tuple[Puzzle, ...]:
    """Return the questions of this table. Other requests are answered while they are made."""
    rules = state.log.game.rules
    tables.run_in_steps(make_puzzles(state.match, rules))
    return puzzles_for(state.match, rules)


def _alone(table: TableLink, state: State) -> str:
    """Return the address of a quiz for one reader.

    A phone that may not answer the questions of its table is redirected to this quiz.
    """
    asks: dict[str, Any] = asks_for(state.log.game.rules, table.address)
    return url_for("questions.show_questions", **asks)


def _said(state: State) -> dict[int, str]:
    """Return, by seat, the answers of the phones that have a seat."""
    seats = seated(state)
    kept = answers_at(state.match)
    return {seats[name]: said for name, said in kept.items() if name in seats}


def _page(table: TableLink, state: State, puzzles: tuple[Puzzle, ...]) -> TableQuestionsPage:
    rules = state.log.game.rules
    said = request.args.get("said", "")[: len(puzzles) - 1]
    if not are_answers(said, puzzles[: len(said)]):
        said = ""
    asks: dict[str, Any] = asks_for(rules, table.address)
    return TableQuestionsPage(
        game=games.name(rules.variant),
        many=many(rules),
        code=table.address,
        of=len(puzzles),
        said=said,
        quiz=url_for("questions.show_questions", **asks),
        lesson=url_for("lesson.show_lesson", **asks),
    )


def _with_question(
    page: TableQuestionsPage, puzzles: tuple[Puzzle, ...], people: People
) -> TableQuestionsPage:
    at = len(page.said)
    marks = ["said"] * at + ["now"] + [""] * (page.of - at - 1)
    text = in_words(puzzles[at], people)
    return replace(
        page, marks=tuple(marks), question=text, told=text.scene.told, is_last=at == page.of - 1
    )


def _with_answers(
    page: TableQuestionsPage,
    state: State,
    puzzles: tuple[Puzzle, ...],
    said: dict[int, str],
    people: People,
) -> TableQuestionsPage:
    seats = sorted(seated(state).values())
    players = tuple(_player(seat, people, has_answered=seat in said) for seat in seats)
    page = replace(page, players=players)
    goes_alone = request.args.get("now") == "1"
    if not goes_alone and not all(player.has_answered for player in players):
        address = url_for("table_questions.show_table_questions", code=page.code, now=1)
        seat = next(seat for name, seat in seated(state).items() if name == device.phone_id())
        own = _with_differences(page, state, puzzles, {seat: said[seat]}, people)
        return replace(own, alone=address)
    return replace(_with_differences(page, state, puzzles, said, people), ready=True)


def _with_differences(
    page: TableQuestionsPage,
    state: State,
    puzzles: tuple[Puzzle, ...],
    said: dict[int, str],
    people: People,
) -> TableQuestionsPage:
    """Return the page with the questions to which somebody gave another answer than the rules."""
    settle: list[RuleToSettle] = []
    rules = state.log.game.rules
    sheet = sheet_of(variants.get(rules.variant), rules)
    for puzzle, chosen in differences(puzzles, said):
        text = in_words(puzzle, people)
        answers = [_player(seat, people, text.choices[chosen[seat]]) for seat in sorted(chosen)]
        line = line_for(sheet, puzzle, people)
        address = url_for("sheets.show_table_sheet", code=page.code, topic=line.topic)
        plays = text.choices[text.right]
        told = text.scene.told
        settle.append(RuleToSettle(told, text.asks, tuple(answers), plays, line, address))
    return replace(page, agreed=page.of - len(settle), settle=tuple(settle))


def _player(
    seat: int, people: People, answer: str = "", *, has_answered: bool = True
) -> PlayerAnswer:
    side = people.rules.account(seat)
    return PlayerAnswer(people.seat(seat), side, glyph(side), answer, has_answered)
