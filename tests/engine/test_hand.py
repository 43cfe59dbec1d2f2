"""A hand knows who asked, which call it is played for, and who is on which side."""

from __future__ import annotations

import pytest

from companion.engine import Tap, final, payments
from companion.engine.hand import Offer, Question
from tests.playing import play

# Who asked


@pytest.mark.parametrize(
    ("variant", "taps", "asker"),
    [
        ("catalan", "won@1", None),
        ("catalan", "truc@3", 3),
        ("catalan", "truc@3 retruc@0", 0),
        ("catalan", "truc@0 yes@1", None),
        ("argentine", "truco@1 envido@0", 0),
        ("argentine", "truco@1 envido@0 real-envido@1 yes@2", 0),  # the numbers are said now
        ("argentine", "truco@1 envido@0 no@1", 1),  # truco is still open
        ("doubling", "redeal@1", None),
    ],
)
def test_the_asker_is_the_seat_whose_call_the_open_question_is_about(variant, taps, asker):
    assert play(variant, taps).hand.asker == asker


def test_nobody_asked_a_decision_of_the_rules():
    eleven = play("catalan", score="11-3").hand
    assert (eleven.question.word, eleven.asker) == ("eleven", None)


def test_the_first_who_announced_a_flor_is_the_asker_while_flors_are_compared():
    line = "flor@1 no@2 flor@3 contraflor@0 yes@1"
    assert play("argentine", line, rules="flor=on").hand.asker == 1


# Which call the hand is played for


@pytest.mark.parametrize(
    ("variant", "taps", "word"),
    [
        ("catalan", "won@1", ""),
        ("catalan", "truc@1", ""),  # not accepted yet
        ("catalan", "truc@1 yes@2", "truc"),
        ("catalan", "truc@1 retruc@2", "truc"),
        ("catalan", "truc@1 retruc@2 yes@3", "retruc"),
        ("argentine", "truco@1 envido@0 yes@1 best@1 yes@2", "truco"),
        ("argentine", "envido@0 yes@1 best@1", ""),
    ],
)
def test_a_hand_is_played_for_the_last_accepted_call_that_raised_it(variant, taps, word):
    assert play(variant, taps).hand.word == word


# What is known about a call


@pytest.mark.parametrize(
    ("variant", "taps", "how", "tricks"),
    [
        ("catalan", "truc@1 yes@2 won@1 retruc@2", {}, {"truc": 0, "retruc": 1}),
        ("catalan", "won@1 won@2 truc@2", {}, {"truc": 2}),
        ("argentine", "truco@1 envido@0", {}, {"truco": 0, "envido": 0}),
        (
            "argentine",
            "flor@1 achico@2 no@3 contraflor@0 resto@1",
            {"rules": "flor=on"},
            {"flor": 0, "achico": 0, "contraflor": 0, "resto": 0},
        ),
        (
            "argentine",
            "flor@1 contraflor@2 achico@1",
            {"rules": "flor=on"},
            {"flor": 0, "contraflor": 0, "achico": 0},
        ),
        # seat 3 announces its flor by accepting, which counts as a call of contraflor too
        (
            "argentine",
            "flor@1 contraflor@2 yes@3",
            {"rules": "flor=on"},
            {"flor": 0, "contraflor": 0},
        ),
    ],
)
def test_a_call_knows_the_trick_in_which_it_was_made(variant, taps, how, tricks):
    assert {call.word: call.trick for call in play(variant, taps, **how).hand.calls} == tricks


# Who is on which side


@pytest.mark.parametrize(
    ("variant", "seats", "dealer", "alone"),
    [
        ("argentine", 3, 2, 2),
        ("argentine", 3, 0, 0),
        ("argentine", 4, 2, None),
        ("argentine", 2, 1, None),
        ("put-many", 3, 1, None),
    ],
)
def test_a_seat_is_alone_only_if_it_plays_against_several_partners(variant, seats, dealer, alone):
    hand = play(variant, seats=seats, dealer=dealer).hand
    assert hand.alone == alone


# Questions that several seats answer


def test_a_question_is_left_to_the_seats_that_have_not_answered():
    question = Question("truc", "truc", (0, 2))
    assert question.without(0).answer == (2,)
    assert question.without(2).answer == (0,)
    assert question.without(0).without(2) is None


def test_a_waiting_seat_answers_once_nobody_before_it_is_asked():
    question = Question("trut", "trut", (2,), waiting=(3, 0))
    second = question.without(2)
    assert (second.answer, second.waiting) == ((3,), (0,))
    third = second.without(3)
    assert (third.answer, third.waiting) == ((0,), ())
    assert third.without(0) is None


# Offers


def test_an_offer_without_values_includes_only_its_own_tap():
    offer = Offer(Tap("won", 2), "tricks", "trick")
    assert list(offer.all_taps()) == [Tap("won", 2)]
    assert offer.covers(Tap("won", 2))
    for other in (Tap("tied", 2), Tap("won", 1), Tap("won", 2, "3"), Tap("won", 2, None, "other")):
        assert not offer.covers(other)


def test_an_offer_with_values_includes_one_tap_for_each_value():
    offer = Offer(Tap("cards", 1), "more", "deal", values=("1", "2"))
    assert list(offer.all_taps()) == [Tap("cards", 1, "1"), Tap("cards", 1, "2")]
    assert offer.covers(Tap("cards", 1, "2"))
    assert not offer.covers(Tap("cards", 1, "3"))
    assert not offer.covers(Tap("cards", 1))


def test_an_endless_offer_includes_every_whole_number_from_1():
    offer = Offer(Tap("raise", 1), "raises", "call", endless=True)
    assert list(offer.all_taps()) == [Tap("raise", 1, "*")]
    assert offer.covers(Tap("raise", 1, "1"))
    assert offer.covers(Tap("raise", 1, "400"))
    for value in (None, "0", "03", "-1", "x", "*"):
        assert not offer.covers(Tap("raise", 1, value))


def test_an_offer_includes_the_older_words_of_its_tap_but_does_not_list_them():
    offer = Offer(Tap("achico", 1), "flor", "answer", also=("no",))
    assert list(offer.all_taps()) == [Tap("achico", 1)]
    assert offer.covers(Tap("no", 1))
    assert not offer.covers(Tap("yes", 1))


# What was paid


def test_the_final_score_is_that_of_the_game_that_has_ended():
    won = play("doubling", "hand@1", score="3-15", rules="best_of=3")
    assert won.score_text == "0-0"
    assert final(won.events, won.score_text) == "3-16"
    going_on = play("doubling", "hand@1", score="3-4")
    assert final(going_on.events, going_on.score_text) == "3-5"


def test_what_several_players_of_a_side_get_is_one_payment():
    (paid,) = payments(play("argentine", "hand@1", seats=3).events)
    assert (paid.event.points, paid.accounts) == (1, (1, 2))


def test_players_of_a_side_who_get_different_points_get_a_payment_each():
    line = "truco@1 retruco@0 vale-nueve@1 vale-juego@0 yes@1 hand@1"
    game = play("venezuelan", line, seats=3, score="2-3-4", rules="best_of=1")
    paid = [(one.event.points, one.accounts) for one in payments(game.events)]
    assert paid == [(21, (1,)), (20, (2,))]
