"""The legal taps decide which seats must act now."""

from __future__ import annotations

import pytest

from companion.engine import legal
from companion.engine.offering import bound_seats
from tests.playing import play


@pytest.mark.parametrize(
    ("variant", "taps", "bound"),
    [
        ("catalan", "", ()),
        ("put", "won@1", (1,)),
    ],
)
def test_seats_must_act_only_if_no_other_seat_may_act(variant, taps, bound):
    game = play(variant, taps)
    assert bound_seats(game, legal(game)) == bound
