"""The sheet names every score with special rules, such as the hand of eleven."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from companion import variants
from companion.cheatsheets.specials import specials
from companion.engine import Game, Rules, legal, start


def test_a_special_score_is_recognised_by_its_points_truts_and_number_of_sides() -> None:
    """`fortial` is six truts and two points of one side; `two_all` is two points of both sides."""
    forced, two_all = specials(variants.get("trut").rules())
    fortial, _ = specials(variants.get("trut-deux-sevres").rules())
    trut = variants.get("trut").rules()
    rural = variants.get("trut-deux-sevres").rules()
    assert forced.at(start(trut, score="3/2-0/1"))
    assert not two_all.at(start(trut, score="3/2-0/1"))
    assert two_all.at(start(trut, score="3/2-0/2"))
    assert not fortial.at(start(rural, score="5/2-0/0"))
    assert fortial.at(start(rural, score="0/0-6/2"))


def scores(rules: Rules) -> Iterator[str]:
    target = rules.tally.target
    side = [str(points) for points in range(target)]
    if start(rules).truts:
        side = [f"{truts}/{points}" for truts, points in product(range(target), range(3))]
    return (f"{one}-{other}" for one, other in product(side, side))


def beginning(game: Game) -> tuple[object, ...]:
    question = game.hand.question
    asked = question and (question.part, question.word)
    return asked, any(offer.group == "call" for offer in legal(game)), game.hand.worth


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_every_score_with_special_rules_is_named_on_the_sheet(variant: str) -> None:
    rules = variants.get(variant).rules()
    if rules.accounts > 2:
        assert specials(rules) == ()
        return
    usual = beginning(start(rules))
    for score in scores(rules):
        game = start(rules, score=score)
        if beginning(game) != usual:
            assert any(special.at(game) for special in specials(rules)), score
