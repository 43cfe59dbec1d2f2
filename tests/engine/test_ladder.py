"""A ladder says from which score a side may not make a call."""

from __future__ import annotations

from companion import variants


def caps(game: str, target: int, **house: str) -> dict[str, int]:
    ladder = variants.get(game).rules(house=house).part("truco")
    return dict(ladder.caps(target))


def test_a_side_that_may_win_by_accepting_a_call_may_not_answer_it_with_a_raise():
    assert caps("mineiro", 12) == {"seis": 9, "nove": 6, "doze": 3}
    assert caps("mineiro", 24) == {"seis": 21, "nove": 18, "doze": 15}


def test_a_ladder_has_no_caps_if_every_side_may_raise_at_every_score():
    assert caps("mineiro", 12, raise_cap="off") == {}
    assert caps("argentine", 30) == {}
