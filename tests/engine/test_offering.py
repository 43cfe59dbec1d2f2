"""The legal taps decide who must act now. The hand decides who may look and whether tricks tie."""

from __future__ import annotations

import pytest

from companion.engine import legal
from companion.engine.offering import bound_seats, may_look, may_tie
from tests.playing import play


@pytest.mark.parametrize(
    ("variant", "taps", "bound"),
    [
        ("catalan", "", ()),
        ("put", "won@1", (1,)),
        ("put-pass", "won@2", (3,)),
        ("trut", "trut@2", (1, 3)),  # in play order from the leader
        ("catalan", "truc@1", ()),  # a trick, which may be tied, accepts the truc
        ("argentine", "truco@1", (2, 0)),
    ],
)
def test_seats_must_act_only_if_no_other_seat_may_act(variant, taps, bound):
    game = play(variant, taps)
    assert bound_seats(game, legal(game)) == bound


def test_nobody_must_act_if_everybody_who_is_in_the_hand_may_act():
    how = {"seats": 4, "rules": "put_rules=hoyle lead_after_tie=rotter"}
    for line in ("", "fold@1"):
        game = play("put-many", line, **how)
        assert bound_seats(game, legal(game)) == ()


@pytest.mark.parametrize(
    ("variant", "taps", "score", "seats"),
    [
        ("mineiro", "", "0-0", None),
        ("mineiro", "", "11-3", None),
        ("mineiro", "", "11-11", ()),
        ("trut-deux-sevres", "", "6/2-3/1", (0,)),
        ("trut-deux-sevres", "no@0", "6/2-3/1", (2,)),
        ("trut-deux-sevres", "trut@0", "6/2-3/1", None),
    ],
)
def test_everybody_may_look_at_their_cards_except_in_special_hands(variant, taps, score, seats):
    assert may_look(play(variant, taps, score=score)) == seats


@pytest.mark.parametrize(
    ("variant", "score", "ties"),
    [
        ("catalan", "0-0", True),
        ("arriba-o-abajo", "28-0", True),
        ("arriba-o-abajo", "29-0", False),
    ],
)
def test_a_trick_can_be_tied_unless_the_rules_of_the_hand_forbid_it(variant, score, ties):
    assert may_tie(play(variant, score=score)) is ties
