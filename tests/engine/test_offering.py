"""The legal taps are offered with their worths, and decide who must act now."""

from __future__ import annotations

import pytest

from companion.engine import legal, parse
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


@pytest.mark.parametrize(
    ("variant", "rules", "taps", "offered", "if_accepted", "if_refused"),
    [
        ("catalan", "", "", "truc@1", 2, 1),
        ("catalan", "", "truc@1", "retruc@2", 3, 2),
        ("catalan", "", "truc@1", "yes@2", 2, None),
        ("catalan", "", "truc@1", "no@2", None, 1),
        ("catalan", "", "truc@1 yes@2", "fold@1", None, 2),
        ("catalan", "", "truc@1 yes@2", "hand@1", 2, None),
        ("french-free", "", "", "raise@1", None, 1),  # the number is not known yet
        ("put", "", "", "put@1", "game", 1),
        ("put", "put_rules=parlett", "", "fold@1", None, 1),
        ("argentine", "fold_before_envido=hand_and_envido", "", "fold@1", None, 2),
        ("argentine", "flor=on", "", "flor@1", 3, None),
        ("argentine", "flor=on", "flor@1", "achico@2", None, 4),
        ("argentine", "flor=on", "flor@1", "contraflor@2", 6, 4),
        ("argentine", "flor=on", "flor@1 no@2", "flor@3", 3, None),
        ("argentine", "flor=on", "flor@1 no@2 flor@3", "achico@0", None, 7),
        ("argentine", "flor=on", "flor@1 contraflor@2", "resto@1", 36, 4),
        ("argentine", "flor=on", "flor@1 contraflor@2", "yes@1", 6, None),
        ("argentine", "flor=on", "flor@1 contraflor@2", "achico@1", None, 4),
        ("argentine", "flor=on", "hand@1 pido-flor@0=1", "yes@1", 3, None),
        ("argentine", "flor=on", "hand@1 pido-flor@0=1", "no@1", None, 1),
    ],
)
def test_an_offer_says_what_a_yes_makes_the_hand_or_bet_worth_and_what_a_no_pays(
    variant, rules, taps, offered, if_accepted, if_refused
):
    tap = parse(offered)
    offers = legal(play(variant, taps, rules=rules))
    (offer,) = (one for one in offers if (one.tap.word, one.tap.seat) == (tap.word, tap.seat))
    assert (offer.if_accepted, offer.if_refused) == (if_accepted, if_refused)
