"""The numbers that players say belong to the topic of the side bet that they decide."""

from __future__ import annotations

from companion import variants


def test_the_cheat_sheet_explains_numbers_with_the_bet_for_which_they_are_said():
    rules = variants.get("argentine").rules(house={"flor": "on"})
    assert rules.part("declare").topic == rules.part("envido").topic == "bets"
    assert rules.part("flor-points").topic == rules.part("flor").topic == "announced"
