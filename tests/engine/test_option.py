"""A house rule has a default, refuses impossible values, and may matter only with another one."""

from __future__ import annotations

import pytest

from companion.engine.option import Option, UnknownHouseRule, setting

RESTO = Option.choice("resto_of", "game", "stage").where(flor="on", falta="stage")
ANSWERS = Option.choice("answers", "next", "either")


@pytest.mark.parametrize(
    ("house", "means"),
    [
        ({"flor": "on", "falta": "stage"}, True),
        ({"flor": "on", "falta": "seed"}, False),
        ({"flor": "off", "falta": "stage"}, False),
        ({}, False),
    ],
)
def test_a_house_rule_that_needs_others_matters_only_with_their_values(house, means):
    assert RESTO.means(house) is means


def test_a_house_rule_that_needs_no_other_always_matters():
    assert ANSWERS.means({}) is True
    assert ANSWERS.means({"flor": "on"}) is True


def test_the_default_of_a_house_rule_may_depend_on_another_house_rule():
    tied = Option.all_tied("leader_side", unless=(("tiebreak", "count_none", "none"),))
    assert tied.value({}) == "leader_side"
    assert tied.value({"tiebreak": "first"}) == "leader_side"
    assert tied.value({"tiebreak": "count_none"}) == "none"
    assert tied.value({"tiebreak": "count_none", "ttt": "leader_side"}) == "leader_side"


def test_a_house_rule_offers_its_default_first_if_its_values_are_words():
    assert Option.all_tied("leader_side").values == ("leader_side", "none")
    assert Option.lead_after_tie("mano").values == ("mano", "tied_leader", "rotter")


def test_a_house_rule_offers_its_values_in_ascending_order_if_they_are_numbers():
    assert Option.target(12, 24, 9).values == ("9", "12", "24")


@pytest.mark.parametrize("number", ["2", "3", "12", "99"])
def test_a_target_may_be_any_whole_number_from_2_to_99(number):
    assert Option.target(12).check(number) == number


@pytest.mark.parametrize("number", ["1", "100", "012", "-3", "3.5", "", "twelve"])
def test_any_other_target_is_refused(number):
    with pytest.raises(UnknownHouseRule, match="whole number from 2 to 99"):
        Option.target(12).check(number)


def test_a_word_that_is_not_a_value_of_a_house_rule_is_refused():
    assert ANSWERS.check("either") == "either"
    with pytest.raises(UnknownHouseRule, match="answers: the possible values are next, either"):
        ANSWERS.check("both")


@pytest.mark.parametrize(
    ("value", "means"),
    [("on", True), ("off", False), ("12", 12), ("stage", "stage"), ("1-3", "1-3")],
)
def test_the_value_of_a_house_rule_becomes_a_number_a_truth_value_or_stays_a_word(value, means):
    assert setting(value) == means
