"""Test that questions and refused calls work as the parts of the rules declare."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion import variants
from companion.cheatsheets import probe
from companion.cheatsheets.calling import tries, with_calls
from companion.cheatsheets.scoring import at
from companion.cheatsheets.specials import specials
from companion.engine import Game, Rules, legal, play, start
from tests.playing import every_table

TABLES = every_table()


def asking(rules: Rules) -> Iterator[Game]:
    """Yield the game after each call that may be the first of a hand, and at each special score."""
    yield from (tried.asked for tried in tries(with_calls(start(rules))))
    for special in specials(rules):
        score = special.at
        others = [(0, 0)] * (rules.accounts - score.sides)
        if game := at(rules, [(score.truts or 0, score.points)] * score.sides + others):
            yield game


def settled(game: Game, tone: str) -> bool:
    question = game.hand.question
    answers = (o for o in legal(game) if o.part == question.part and o.group == "answer")
    offer = next(answer for answer in answers if answer.tone == tone)
    later = play(game, offer.tap)
    left = later.hand.question
    return (
        probe.ended(later)
        or left is None
        or (left.part, left.word) != (question.part, question.word)
    )


FOUND = {
    (True, True): "first",
    (True, False): "one_yes",
    (False, True): "all_yes",
    (False, False): "everyone",
}


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_a_question_needs_as_many_answers_as_its_part_of_the_rules_declares(
    variant: str, seats: int
) -> None:
    for game in asking(variants.get(variant).rules(seats)):
        if game.hand.question and {"yes", "no"} <= {o.tap.word for o in legal(game)}:
            assert probe.quorum(game) == FOUND[settled(game, "good"), settled(game, "bad")]


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_refusing_a_call_ends_the_hand_only_if_the_call_belongs_to_the_ladder(
    variant: str, seats: int
) -> None:
    for tried in tries(with_calls(start(variants.get(variant).rules(seats)))):
        assert probe.ended(probe.refuse(tried.asked)) is (tried.topic == "ladder")
