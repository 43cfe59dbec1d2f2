"""The sheets of RULES 11 to 18 show ladders, caps on raises, special hands and duels."""

from __future__ import annotations

import pytest

from companion import variants
from companion.cheatsheets.ladders import caps
from tests.cheatsheets.sheets import rules, sheet, topic

BRAZILIAN = ("mineiro", "paulista")

# The cap


def test_the_cap_on_raises_is_printed_in_words():
    notes = [step.notes[-1] for step in topic(sheet("mineiro"), "ladder").body[1:]]
    assert notes[1:] == [f"not by a side with {points} or more" for points in (9, 6, 3)]
    assert "or more" not in notes[0]


@pytest.mark.parametrize("variant", BRAZILIAN)
@pytest.mark.parametrize(
    ("house", "cap"),
    [
        ({}, {"seis": 12 - 3, "nove": 12 - 6, "doze": 12 - 9}),
        ({"raise_cap": "off"}, {}),
        ({"ladder": "2-4-6-10-12"}, {"seis": 12 - 4, "nove": 12 - 6, "doze": 12 - 10}),
        ({"target": "15"}, {"seis": 15 - 3, "nove": 15 - 6, "doze": 15 - 9}),
    ],
)
def test_the_sheet_names_the_points_at_which_raises_are_capped(variant, house, cap):
    """RULES 11: a side may not raise if the worth of the call before brings it to 12 points."""
    for seats in variants.get(variant).seats:
        assert caps(rules(variant, seats, **house)) == cap


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS.keys() - {*BRAZILIAN}))
def test_games_without_a_cap_show_none_on_the_sheet(variant):
    assert caps(rules(variant)) == {}


# Eleven


def test_the_ladder_to_twelve_by_twos_has_its_special_hand_at_ten():
    assert topic(sheet("mineiro", ladder="2-4-6-10-12"), "special").title == "At 10"


@pytest.mark.parametrize(
    ("ladder", "word"), [("1-3-6-9-12", "Mão de onze"), ("2-4-6-10-12", "Mão de dez")]
)
def test_the_special_hand_is_named_after_its_score_on_the_sheet(ladder, word):
    words = [pair.word for pair in topic(sheet("paulista", ladder=ladder), "words").body]
    assert [found for found in words if found in ("Mão de onze", "Mão de dez")] == [word]


# Pica pica


def test_a_round_of_duels_is_drawn_as_one_table():
    chairs = topic(sheet("argentine", 6, pica_pica="always"), "deal").body.chairs
    assert [chair.order for chair in chairs] == [6, 1, 2, 3, 4, 5]
    assert [chair.roles for chair in chairs] == [
        ("deals",),
        ("leads", "deals next"),
        (),
        (),
        (),
        ("cuts",),
    ]
