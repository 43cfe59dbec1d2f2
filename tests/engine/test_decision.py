"""A special hand is played at a special score, which one side has, or several sides."""

from __future__ import annotations

import pytest

from companion import variants
from companion.engine.decision import AtScore, special_score
from tests.playing import begin


@pytest.mark.parametrize(
    ("condition", "score", "holders"),
    [
        (AtScore(10), "10-4", (0,)),
        (AtScore(10), "4-10", (1,)),
        (AtScore(10), "9-10", (1,)),
        (AtScore(10), "11-10", (1,)),
        (AtScore(10), "10-10", (0, 1)),
        (AtScore(10), "9-4", ()),
        (AtScore(10, or_more=True), "11-10", (0, 1)),
        (AtScore(10, or_more=True), "11-9", (0,)),
    ],
)
def test_a_special_score_belongs_to_the_accounts_that_have_it(condition, score, holders):
    game = begin("catalan", score=score)
    assert condition.holders(game) == holders
    assert condition(game) is (len(holders) == 1)


def test_a_special_score_for_both_sides_is_not_met_by_one_of_them():
    both = AtScore(10, 2)
    assert both(begin("catalan", score="10-10"))
    assert not both(begin("catalan", score="10-4"))
    assert not both(begin("catalan", score="10-11"))


@pytest.mark.parametrize(
    ("score", "holders"),
    [
        ("6/2-3/2", (0,)),
        ("6/2-6/2", (0, 1)),
        ("6/1-3/2", ()),
        ("5/2-3/2", ()),
    ],
)
def test_a_special_score_may_also_ask_for_a_number_of_truts(score, holders):
    assert AtScore(2, truts=6).holders(begin("trut", score=score)) == holders


def test_no_account_has_truts_in_a_game_that_counts_none():
    assert AtScore(2, truts=0).holders(begin("catalan", score="2-2")) == ()


def test_no_special_score_is_met_in_a_duel():
    how = {"seats": 6, "rules": "pica_pica=always"}
    assert not AtScore(10)(begin("argentine", score="10-4", **how))
    assert AtScore(10)(begin("argentine", score="10-4", seats=6))


@pytest.mark.parametrize(
    ("game", "points"),
    [("catalan", 11), ("arriba-o-abajo", 29), ("trut-gatine", 2), ("argentine", 0), ("put", 0)],
)
def test_the_special_score_of_a_game_is_that_of_its_first_special_hand(game, points):
    assert special_score(variants.get(game).rules()) == points
