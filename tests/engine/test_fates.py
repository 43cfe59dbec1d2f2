"""A tap accepts a call, refuses it, lets it lapse, or leaves it unanswered."""

from __future__ import annotations

import pytest

from companion.engine import parse
from companion.engine.fates import fate_of_call
from tests.playing import play


@pytest.mark.parametrize(
    ("game", "call", "tap", "fate"),
    [
        ("catalan", "truc@1", "yes@2", "accepted"),
        ("catalan", "truc@1", "retruc@2", "accepted"),
        ("catalan", "truc@1", "won@1", "accepted"),
        ("catalan", "won@1 truc@1", "won@1", "accepted"),  # this trick also ends the hand
        ("argentine", "envido@0", "real-envido@1", "accepted"),
        ("catalan", "truc@1", "no@2", "refused"),
        ("argentine", "envido@0", "no@1", "refused"),
        ("catalan", "truc@1", "void", "lapsed"),
        ("uruguayan", "envido@0", "flor@1", "lapsed"),
        ("argentine", "truco@1", "envido@0", None),
    ],
)
def test_the_next_tap_decides_whether_a_call_was_accepted_refused_or_lapsed(game, call, tap, fate):
    before = play(game, call)
    (question,) = before.hand.questions
    after = play(game, f"{call} {tap}")
    assert fate_of_call(question, before, parse(tap), after) == fate


def test_a_call_lapses_if_the_refusal_of_another_call_wins_the_game():
    before = play("argentine", "truco@1 envido@0", score="29-0")
    truco, envido = before.hand.questions
    after = play("argentine", "truco@1 envido@0 no@1", score="29-0")
    assert fate_of_call(truco, before, parse("no@1"), after) == "lapsed"
    assert fate_of_call(envido, before, parse("no@1"), after) == "refused"


def test_a_forced_call_lapses_with_its_hand_although_the_next_hand_begins_with_the_same_call():
    before = play("trut", score="0/2-0/0")
    after = play("trut", "void", score="0/2-0/0")
    assert after.hand.questions == before.hand.questions
    assert fate_of_call(before.hand.question, before, parse("void"), after) == "lapsed"
