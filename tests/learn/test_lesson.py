"""A hand of every game, explained in five steps. Each step has a question with one right answer."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings

from companion import variants
from companion.cheatsheets import turning
from companion.engine.cards import strongest
from companion.learn.lesson import STEPS, LessonStep, lesson_of
from companion.learn.question_words import NAMES
from tests.engine.test_laws import house_rules
from tests.learn.test_questions import holds
from tests.plain_phones import words
from tests.playing import every_table

DEEP = settings.get_current_profile_name() == "deep"
TABLES = every_table()


def takes(step: LessonStep) -> int:
    """Return the seat of the highest card on the table."""
    rules = step.puzzle.game.rules
    variant = variants.get(rules.variant)
    ranking = turning.ranking(variant, rules, step.turned)
    seats = [seat for seat, card in enumerate(step.cards) if card]
    best = strongest([step.cards[seat] for seat in seats], ranking, variant.suits_under(rules))
    assert len(best) == 1
    return seats[best[0]]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_game_has_a_lesson_of_five_questions_with_one_right_answer_each(game, seats):
    dice = random.Random(f"{game} {seats}")
    variant = variants.get(game)
    houses = [house_rules(variant, seats, dice)] if DEEP else []
    for house in [{}, *houses]:
        lesson = lesson_of(variant.rules(seats, house))
        assert house or len(lesson.steps) == STEPS
        for step in lesson.steps:
            puzzle = step.puzzle
            if puzzle.kind == "takes":
                true = [choice.seats == (takes(step),) for choice in puzzle.choices]
            else:
                true = [holds(puzzle, choice) for choice in puzzle.choices]
            assert true.count(True) == 1, puzzle
            assert true[puzzle.right], puzzle


@pytest.mark.parametrize("game", ["catalan", "paulista", "put-many", "trut-gatine"])
def test_the_lesson_is_read_to_its_end_with_five_answers(client, game):
    rules = variants.get(game).rules()
    lesson = lesson_of(rules)
    said = ""
    for step in lesson.steps:
        asked = client.get(f"/games/{game}/lesson?said={said}&on=1").text
        assert f'name="said" value="{said}{step.puzzle.right}"' in asked
        said += str(step.puzzle.right)
        assert "Right." in words(client.get(f"/games/{game}/lesson?said={said}").text)
    end = words(client.get(f"/games/{game}/lesson?said={said}&on=1").text)
    assert "That was one hand." in end
    deals = f"{NAMES[lesson.end.game.dealer]} deals the next hand." in end
    assert deals is not lesson.end.game.over


def test_the_lesson_can_be_read_without_answers_in_five_touches(client):
    address = "/games/catalan/lesson"
    for _ in range(STEPS):
        page = client.get(address).text
        address = page.partition('<a class="tap" href="')[2].partition('"')[0].replace("&amp;", "&")
    assert "That was one hand." in words(client.get(address).text)


@pytest.mark.parametrize("reader", ["en", "es-AR", "fr"])
def test_the_first_page_links_to_a_lesson_on_the_first_game_for_its_language(client, reader):
    page = client.get("/", headers={"Accept-Language": reader}).text
    game = variants.first_for(reader.replace("-", "_"))
    assert f'href="/games/{game.id}/lesson"' in page
