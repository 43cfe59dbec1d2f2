"""Pica pica as RULES.md 17 tells it: six players, three hands of two, points added when the round is over.

Seat 0 deals: 1 plays against 4, then 2 against 5, then 3 against 0; the first of them is mano of the duel.
"""

import pytest

from companion import variants
from companion.engine.option import HouseRule
from tests.playing import play, taps, told

HOW = {"seats": 6, "rules": "pica_pica=always best_of=1"}


def active(game):
    return sorted(t for t in taps(game) if t.startswith("won"))


def test_three_duels_with_the_first_named_as_mano():
    assert active(play("argentine", **HOW)) == ["won@1", "won@4"]
    second = play("argentine", "won@1 won@1", **HOW)
    assert (active(second), second.hand.leader, second.dealer) == (["won@2", "won@5"], 2, 0)
    third = play("argentine", "won@1 won@1 won@5 won@5", **HOW)
    assert (active(third), third.hand.leader, third.dealer) == (["won@0", "won@3"], 3, 0)


def test_hand_winner_speaks_of_the_duel_and_points_and_deal_change_after_the_third():
    state = told("argentine", "won@1 won@1", **HOW)
    assert (state["score"], state["hand_winner"], state["dealer"], state["leader"]) == ([0, 0], 1, 0, 2)
    state = told("argentine", "won@1 won@1 truco@2 yes@5 won@2 won@2 won@3 won@3", **HOW)
    assert (state["score"], state["dealer"], state["leader"]) == ([2, 2], 1, 2)


def test_each_duel_has_its_own_truco_and_envido_and_both_may_call():
    assert {"envido@1", "envido@4", "truco@1", "truco@4"} <= taps(play("argentine", **HOW))
    round_ = "envido@1 yes@4 best@4 truco@4 no@1 envido@2 no@5 won@2 won@2 fold@3"
    assert play("argentine", round_, **HOW).score == (2 + 1 + 1 + 1 + 1, 0)


def test_three_ties_are_for_the_mano_of_the_duel():
    assert told("argentine", "won@1 won@1 tied tied tied", **HOW)["hand_winner"] == 0


def test_the_higher_total_wins_when_both_get_there_and_mano_when_they_are_equal():
    both = "truco@1 yes@4 won@1 won@1 truco@2 yes@5 won@2 won@2"
    assert told("argentine", both + " won@0 won@0", score="29-29", **HOW)["match_winner"] == 0
    equal = "truco@1 yes@4 won@1 won@1 won@2 won@2 won@0 won@0"
    state = told("argentine", equal, score="29-29", **HOW)
    assert (state["score"], state["match_winner"]) == ([31, 31], 1)


def test_nothing_is_won_before_the_round_is_over():
    state = told("argentine", "won@1 won@1", score="10-29", **HOW)
    assert "winner" not in state
    assert state["score"] == [10, 29]


def test_between_five_and_twenty_five_only():
    how = {"seats": 6, "rules": "pica_pica=between"}
    assert len(active(play("argentine", score="4-10", **how))) == 6
    assert len(active(play("argentine", score="5-25", **how))) == 2
    assert len(active(play("argentine", score="5-26", **how))) == 6


def test_undo_goes_back_through_the_duels():
    before = play("argentine", "won@1 won@1 won@2 won@2 won@3", **HOW)
    assert play("argentine", "won@1 won@1 won@2 won@2 won@3 won@3 undo", **HOW) == before


def test_it_means_nothing_with_other_numbers_of_players():
    with pytest.raises(HouseRule, match="no house rule pica_pica: it has target"):
        variants.get("argentine").rules(4, {"pica_pica": "always"})


def test_the_uruguayan_game_has_it_too():
    assert active(play("uruguayan", seats=6, rules="pica_pica=always")) == ["won@1", "won@4"]
