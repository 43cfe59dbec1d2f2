"""Before the first hand, all players at a table answer the same questions on their phones."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from companion import tables
from companion.learn import first_answers
from companion.learn.models import QUESTIONS, FirstAnswers
from companion.learn.table_quiz import puzzles_for
from companion.tables.models import now
from companion.tables.store import writing
from tests.conftest import ENGINES
from tests.plain_phones import words


def right(of) -> str:
    """Return the right answers to the questions of this phone's table, as a digit for each."""
    return "".join(str(puzzle.right) for puzzle in puzzles_for(of.match, tables.rules(of.match)))


def wrong(of) -> str:
    """Return a digit for each question of this phone's table: a wrong answer, then right ones."""
    first, *others = puzzles_for(of.match, tables.rules(of.match))
    other = (first.right + 1) % len(first.choices)
    return f"{other}" + "".join(str(puzzle.right) for puzzle in others)


def answer(of, said: str) -> None:
    assert of.post("/questions", {"said": said}).status_code == 303


def test_a_phone_sees_only_its_own_answers_until_every_player_has_answered(phone):
    anna = phone(0)
    biel = phone(1)
    carme = phone(2)
    assert f"1 of {QUESTIONS}" in words(anna.read("/questions"))
    answer(carme, wrong(carme))
    answer(anna, right(anna))
    waiting = words(anna.read("/questions"))
    assert "2 of 3 have answered" in waiting
    assert f"Your answers: {QUESTIONS} of {QUESTIONS} right" in waiting
    assert "This table plays" not in waiting
    assert "This table plays" in words(carme.read("/questions"))
    answer(biel, wrong(biel))
    for one in (anna, biel):
        assert f"You agree on {QUESTIONS - 1} of {QUESTIONS}" in words(one.read("/questions"))


def test_table_questions_end_with_the_rules_on_which_players_differ(phone):
    anna = phone(0)
    biel = phone(1)
    answer(anna, right(anna))
    answer(biel, wrong(biel))
    page = words(anna.read("/questions"))
    assert "This table plays:" in page
    assert page.count("Anna") >= 1
    assert page.count("Biel") >= 1


def test_table_questions_can_end_without_players_who_do_not_answer(phone):
    anna = phone(0)
    phone(1)
    answer(anna, right(anna))
    assert f"You agree on {QUESTIONS} of {QUESTIONS}" in words(anna.read("/questions?now=1"))


def test_only_the_first_valid_answers_of_a_phone_are_recorded(phone):
    anna = phone(0)
    for said in ("", "0", "99999", "٣٣٣٣٣", "0" * 500, "ab"):
        answer(anna, said)
    assert first_answers.answers_at(anna.match) == {}
    answer(anna, right(anna))
    answer(anna, wrong(anna))
    assert [*first_answers.answers_at(anna.match).values()] == [right(anna)]


def test_after_the_first_tap_a_phone_gets_its_own_quiz_instead_of_the_table_questions(phone):
    anna = phone(0)
    assert "Five questions for the table" in words(anna.page())
    anna.play("truc@1")
    assert "Five questions for the table" not in words(anna.page())
    assert anna.get("/questions").location.startswith("/games/catalan/questions")


@pytest.mark.parametrize("engine", ENGINES)
def test_answers_of_a_phone_are_deleted_after_a_day_or_after_it_left_its_seat(phone):
    anna = phone(0)
    biel = phone(1)
    answer(anna, right(anna))
    with writing() as connection:
        earlier = now() - 2 * first_answers.KEPT
        connection.execute(update(FirstAnswers).values(at=earlier))
    answer(biel, right(biel))
    assert len(first_answers.answers_at(anna.match)) == 1
    first_answers.record_answers(anna.match, "somebody", "00000", {"somebody"})
    assert [*first_answers.answers_at(anna.match)] == ["somebody"]
