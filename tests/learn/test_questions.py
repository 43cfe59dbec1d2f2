"""Each quiz question has exactly one right answer. Playing the taps of the question proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle

import pytest
from flask import Flask
from hypothesis import settings

from companion import variants
from companion.board.outcomes import simulate
from companion.cheatsheets import build_sheet
from companion.engine import Game, MatchLog, Rules, Tap, legal, parse, payments, replay, start
from companion.learn.question_words import NAMES, in_words
from companion.learn.questions import (
    ROUND,
    Puzzle,
    QuizChoice,
    ask_how_the_hand_ends,
    ask_what_a_refusal_pays,
    ask_who_answers,
    puzzle_of,
)
from companion.learn.sheet_lines import line_for
from companion.web import language
from companion.web.language import LANGUAGES
from companion.words.people import People
from tests.engine.test_laws import house_rules
from tests.plain_phones import words

DEEP = settings.get_current_profile_name() == "deep"
ROUNDS = 12 if DEEP else 1
GAMES = tuple(sorted(variants.VARIANTS))


def holds(puzzle: Puzzle, choice: QuizChoice) -> bool:
    """Return whether this answer to the question is true, by playing the taps of the question."""
    game = puzzle.game
    if puzzle.kind == "leads":
        return choice.seats == (game.hand.leader,)
    if puzzle.kind == "answers":
        return set(choice.seats) == set(able_to_answer(game))
    if puzzle.kind in ("may", "replies"):
        may = any(offer.tap[:2] == (puzzle.word, puzzle.seat) for offer in legal(game))
        return may is (choice.what == "yes")
    after = replay(game, puzzle.taps)
    if puzzle.kind == "ends":
        return choice.what == end_of(after) and choice.accounts == takers(game, after)
    if puzzle.kind == "accepted":
        return after.hand.worth == choice.worth
    return is_paid(after, choice)


def is_paid(after: Game, choice: QuizChoice) -> bool:
    """Return whether the last tap paid what this answer says."""
    paid = payments(after.events)
    if choice.what == "unpaid":
        return not paid
    if not paid or choice.accounts != paid[0].accounts:
        return False
    event = paid[0].event
    return (choice.truts, choice.worth) == (event.truts, 0 if event.truts else event.points)


def able_to_answer(game: Game) -> Iterator[int]:
    for seat in range(game.rules.seats):
        if simulate(game, Tap("yes", seat)) or simulate(game, Tap("no", seat)):
            yield seat


def end_of(after: Game) -> str:
    """Return what the last trick did to the hand.

    * "goes_on": it did not end the hand.
    * "again": the cards are dealt again.
    * "side" or "nobody": it ended the hand, and a side or nobody won the hand.
    """
    kinds = {event.kind: event for event in after.events}
    if "deal" in kinds:
        return "again"
    if "hand" in kinds:
        return "nobody" if kinds["hand"].side is None else "side"
    return "goes_on"


def takers(game: Game, after: Game) -> tuple[int, ...]:
    for event in after.events:
        if event.kind == "hand" and event.side is not None:
            return game.rules.accounts_of(game.hand, event.side)
    return ()


def tables_of(game: str) -> Iterator[tuple[Rules, str]]:
    """Yield rules of the game, each with a seed: the usual rules, then random house rules."""
    variant = variants.get(game)
    dice = random.Random(f"questions {game}")
    yield variant.rules(), "0"
    for number in range(ROUNDS):
        seats = dice.choice(variant.seats)
        yield variant.rules(seats, house_rules(variant, seats, dice)), str(number)


@pytest.mark.parametrize("game", GAMES)
def test_every_quiz_question_has_exactly_one_true_answer(game):
    kinds = set()
    for rules, seed in tables_of(game):
        for number in range(ROUND):
            puzzle = puzzle_of(rules, seed, number)
            true = [holds(puzzle, choice) for choice in puzzle.choices]
            assert true.count(True) == 1, puzzle
            assert true[puzzle.right], puzzle
            kinds.add(puzzle.kind)
    assert len(kinds) > 4


@pytest.mark.parametrize(("number", "game"), list(enumerate(GAMES)))
def test_every_quiz_question_has_a_text_different_answers_and_a_line_of_the_sheet(
    app: Flask, number: int, game: str
):
    languages = cycle(sorted(LANGUAGES))
    for _ in range(number % len(LANGUAGES)):
        next(languages)
    for (rules, seed), lang in zip(tables_of(game), languages, strict=False):
        people_of = NAMES[: rules.seats]
        with app.test_request_context():
            language.set_language(language.load(lang))
            people = People(people_of, rules)
            sheet = build_sheet(variants.get(game), rules, lang)
            for question in range(ROUND):
                puzzle = puzzle_of(rules, seed, question)
                text = in_words(puzzle, people)
                assert text.asks
                assert "%(" not in "".join((text.asks, *text.choices))
                assert len({*text.choices, ""}) == len(puzzle.choices) + 1, text
                line = line_for(sheet, puzzle, people)
                assert line.title
                assert line.text or line.marks, (puzzle, line)


def after(game: str, taps: str, score: str = "") -> MatchLog:
    return MatchLog.of(start(variants.get(game).rules(4), 0, score), map(parse, taps.split()))


def right_of(puzzle: Puzzle | None) -> QuizChoice:
    assert puzzle is not None
    return puzzle.choices[puzzle.right]


def test_refusing_a_retruc_pays_what_the_truc_is_worth():
    right = right_of(ask_what_a_refusal_pays(after("catalan", "truc@1 retruc@2"), dice()))
    assert right == QuizChoice("paid", accounts=(0,), worth=2)


def test_only_the_next_player_answers_a_truc():
    right = right_of(ask_who_answers(after("catalan", "truc@1"), dice()))
    assert right == QuizChoice("seats", seats=(2,))


def test_after_a_tie_the_end_of_the_hand_can_depend_on_who_takes_the_next_trick():
    ends = set()
    for seed in range(12):
        puzzle = ask_how_the_hand_ends(after("catalan", "tied"), dice(seed))
        if puzzle is not None and puzzle.seat in (1, 2):
            ends.add((puzzle.seat, right_of(puzzle).what))
    assert ends == {(1, "side"), (2, "goes_on")}


def dice(seed: int = 0) -> random.Random:
    return random.Random(seed)


def test_a_quiz_works_without_scripts_and_ends_with_the_score(client):
    address = client.get("/games/catalan/questions").location
    said = ""
    for number in range(ROUND):
        puzzle = puzzle_of(variants.get("catalan").rules(), address.rpartition("=")[2], number)
        asked = client.get(f"{address}&said={said}&on=1").text
        assert f'name="said" value="{said}{puzzle.right}"' in asked
        assert "is-right" not in asked
        said += str(puzzle.right)
        assert "Right." in words(client.get(f"{address}&said={said}").text)
    assert "10 of 10 right" in words(client.get(f"{address}&said={said}&on=1").text)


@pytest.mark.parametrize("page", ["questions?seed=a&said=0", "lesson?said=0"])
def test_the_rules_beside_a_verdict_are_those_of_the_table_from_which_the_reader_came(client, page):
    token = "ABcdefghijklmnopqrst_-12"  # the length of a link to watch
    text = client.get(f"/games/catalan/{page}&table={token}").text
    assert f'href="/t/{token}/sheet#' in text
    assert f"table={token}" in text
    assert 'href="/games/catalan/sheet?' in client.get(f"/games/catalan/{page}").text


def test_a_quiz_asks_missed_questions_again(client):
    address = "/games/catalan/questions?seed=x1"
    rights = [puzzle_of(variants.get("catalan").rules(), "x1", at).right for at in range(ROUND)]
    said = "".join(str(right) for right in rights[:-2]) + "ss"
    page = client.get(f"{address}&said={said}&on=1").text
    assert "8 of 10 right" in words(page)
    assert "only=8.9" in page
    again = client.get(f"{address}&only=8.9&said={rights[8]}{rights[9]}&on=1").text
    assert "2 of 2 right" in words(again)


@pytest.mark.parametrize(
    "wrong",
    [
        "said=99999&seed=x1",
        "said=" + "0" * 500 + "&seed=x1",
        "said=0x&only=7.99.a.7&seed=x1",
        "seed=" + "a" * 500,
        "seed=%00",
    ],
)
def test_no_query_in_the_address_of_quiz_questions_causes_an_error(client, wrong):
    answer = client.get(f"/games/catalan/questions?{wrong}", follow_redirects=True)
    assert answer.status_code == 200
