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
