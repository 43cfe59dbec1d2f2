"""A game knows its score, and its rules know the order of play and who has which score."""

from __future__ import annotations

import pytest

from companion import variants
from tests.playing import begin


def test_truts_decide_a_game_that_counts_them_and_points_decide_any_other():
    assert begin("trut", score="3/2-4/1").deciding_score == (3, 4)
    assert begin("catalan", score="3-4").deciding_score == (3, 4)


def test_the_text_of_a_score_has_the_truts_of_each_account_if_there_are_any():
    assert begin("trut", score="3/2-4/1").score_text == "3/2-4/1"
    assert begin("catalan", score="3-4").score_text == "3-4"


def test_what_a_game_lacks_is_counted_from_the_highest_score():
    assert begin("catalan", score="3-8").lacking == 4
    assert begin("catalan", score="11-0").lacking == 1


def test_only_the_house_rule_pica_pica_makes_rounds_of_duels_possible():
    argentine = variants.get("argentine")
    assert argentine.rules(6, {"pica_pica": "between"}).rounds
    assert not argentine.rules(6).rounds
    assert not argentine.rules(4).rounds


def test_a_part_of_the_rules_is_found_by_its_name():
    rules = variants.get("catalan").rules()
    assert rules.part("truc").name == "truc"
    with pytest.raises(KeyError):
        rules.part("envido")


def test_play_goes_round_the_table_from_any_seat():
    rules = variants.get("catalan").rules()
    assert rules.order(2) == (2, 3, 0, 1)
    assert (rules.after(3), rules.after(1, 2), rules.after(2, 4)) == (0, 3, 2)


def test_partners_have_one_score_and_players_for_themselves_have_one_each():
    partners = variants.get("argentine").rules(6)
    assert partners.seats_of(1) == (1, 3, 5)
    assert [partners.account(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    alone = variants.get("put-many").rules(3)
    assert alone.seats_of(1) == (1,)
    assert [alone.account(seat) for seat in range(3)] == [0, 1, 2]
