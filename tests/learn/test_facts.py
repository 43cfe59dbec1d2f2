"""The facts in a newcomer's explanation are those that the engine computes."""

from __future__ import annotations

import pytest

from companion import variants
from companion.engine import MatchLog, Tap, parse, start
from companion.learn.facts import facts_of


def facts(game: str, taps: str, seats: int = 4, score: str = "", **house: str):
    """Return the facts after these taps. Seat 0 deals."""
    rules = variants.build_rules(game, seats, house)
    return facts_of(MatchLog.of(start(rules, 0, score), map(parse, taps.split())))


def test_the_facts_of_a_call_say_what_yes_and_no_lead_to():
    asked = facts("catalan", "truc@1").asked
    assert (asked.by, asked.answer, asked.bet) == (1, (2,), False)
    assert (asked.accepted.worth, asked.accepted.ends) == (2, False)
    assert [(paid.accounts, paid.event.points) for paid in asked.refused.paid] == [((1,), 1)]
    assert [(call.word, call.if_accepted) for call in asked.raises] == [("retruc", 3)]


def test_the_facts_of_a_raise_say_which_call_it_accepted():
    assert facts("catalan", "truc@1 retruc@2").asked.below == "truc"
    assert facts("catalan", "truc@1").asked.below == ""


@pytest.mark.parametrize(
    ("taps", "ends"),
    [
        ("tied", {0: False, 1: True, None: False}),  # the side that did not deal wins a tied hand
        ("won@1", {0: False, 1: True, None: True}),
        ("won@2", {0: True, 1: False, None: False}),
    ],
)
def test_the_facts_of_a_trick_say_which_side_ends_the_hand_by_winning_it(taps, ends):
    found = facts("catalan", taps).tricks
    assert {trick.side: trick.outcome.ends for trick in found} == ends


def test_the_facts_of_a_decision_say_what_winning_and_losing_the_hand_lead_to():
    asked = facts("catalan", "", score="11-9").asked
    assert asked.if_won.won_by == 0
    assert asked.if_lost.won_by == 1
    assert [paid.event.points for paid in asked.refused.paid] == [1]


def test_the_facts_of_the_last_payment_name_its_tap_and_who_took_the_hand():
    last = facts("catalan", "truc@1 retruc@2 no@3").last
    assert last.tap == Tap("no", 3)
    assert last.outcome.taken_by == 0
    assert facts("catalan", "won@1").last is None


def test_the_facts_of_the_last_payment_name_the_tricks_of_the_hand():
    assert facts("catalan", "won@1 tied").last.taken == (1, None)
