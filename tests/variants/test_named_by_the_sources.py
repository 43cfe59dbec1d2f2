"""Presets, pica pica and handicaps, which no game has by default, work as RULES.md 19 says."""

import pytest

from companion import variants
from companion.engine.option import UnknownHouseRule
from tests.playing import play, state_of, taps


def preset(game, name):
    rules = {preset.name: preset.house for preset in variants.get(game).presets}[name]
    return " ".join(f"{key}={value}" for key, value in rules)


PRESETS = [
    (
        "catalan",
        "Eleven worth 1, either answers",
        "one_card_offer=nondealer_proposes eleven_value=1 answers=either",
    ),
    ("catalan", "The first trick decides", "tiebreak=first"),
    ("catalan", "French cards", "ranking=moll"),
    ("french", "Spoilt tricks to nobody", "ttt=none partner_tie=spoilt_unless_led"),
    ("mineiro", "Brazil today", "truco_scope=hand ttt=none blind_at_11_11=off raise_cap=off"),
    (
        "mineiro",
        "Brazil today, from 2",
        "truco_scope=hand ttt=none blind_at_11_11=off raise_cap=off ladder=2-4-6-10-12",
    ),
    ("paulista", "Brazil today", "truco_scope=hand ttt=none blind_at_11_11=off raise_cap=off"),
    ("argentine", "Truco by the trick", "truco_scope=trick envido_openers=plain_only falta=seed"),
]


@pytest.mark.parametrize(("game", "name", "rules"), PRESETS)
def test_each_preset_that_a_source_names_has_the_expected_house_rules(game, name, rules):
    assert preset(game, name) == rules
    assert play(game, rules=rules)
    assert {"As written", name} <= {preset.name for preset in variants.get(game).presets}


# Pica pica in the other games


@pytest.mark.parametrize(
    ("game", "inside", "outside"),
    [
        ("venezuelan", "5-19", "5-20"),
        ("paulista", "5-7", "5-8"),
        ("argentine", "25-5", "26-5"),
        ("mineiro", "7-7", "4-7"),
    ],
)
def test_pica_pica_is_played_only_if_each_side_has_five_points_and_needs_five_more(
    game, inside, outside
):
    how = {"seats": 6, "rules": "pica_pica=between"}
    assert "won@2" not in taps(play(game, score=inside, **how))
    assert "won@2" in taps(play(game, score=outside, **how))
    with pytest.raises(UnknownHouseRule, match="no house rule pica_pica"):
        play(game, rules="pica_pica=always")


# A handicap


def test_every_game_of_a_match_begins_with_the_handicap():
    how = {"rules": "handicap=3-0 best_of=3"}
    assert state_of("catalan", **how)["score"] == [3, 0]
    assert state_of("catalan", "resign@0", **how)["score"] == [3, 0]
    assert state_of("catalan", score="0-0", **how)["score"] == [0, 0]  # a given score is kept
    assert state_of("catalan", rules="handicap=11-0")["open"]["word"] == "eleven"
    assert state_of("put-many", seats=3, rules="handicap=0-0-4")["score"] == [0, 0, 4]
    trut = state_of("trut", rules="handicap=0-2")
    assert (trut["truts"], trut["score"]) == ([0, 2], [0, 0])


@pytest.mark.parametrize("value", ["12-0", "3", "1-2-3", "-1-0", "a-b", "0-", "01-2"])
def test_a_handicap_is_one_number_for_each_side_below_the_target(value):
    with pytest.raises(UnknownHouseRule, match=r"whole number.*from 0 to 11.*0-1"):
        play("catalan", rules=f"handicap={value}")
    assert play("catalan", rules="handicap=12-0 target=15").score == (12, 0)
    assert play("catalan", rules="handicap=0").score == (0, 0)
