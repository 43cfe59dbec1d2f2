"""Trut of Deux-Sèvres as RULES.md 5 tells it. Seat 0 deals unless said otherwise, so seat 1 leads.

Scores are written longs/petits, side 0 first: `6/2-3/1`.
"""

import pytest

from tests.playing import play, told, words

GAME = "trut-deux-sevres"


# Fortial


def test_trut_deux_sevres_a_fortial_trut_lost_gives_the_others_a_long_and_wipes_the_petits():
    state = told(GAME, "trut@0 won@1 won@1", score="6/2-3/1")
    assert state["truts"] == [6, 4]
    assert state["score"] == [0, 1]
    assert state["hand_winner"] == 1
    assert state["open"] is None


@pytest.mark.parametrize("seats", [2, 4])
def test_trut_deux_sevres_with_both_at_fortial_no_trut_is_needed_and_the_hand_wins_the_match(seats):
    how = {"score": "6/2-6/2", "seats": seats}
    state = told(GAME, **how)
    assert (state["open"], state["stake"]) == (None, 1)
    assert words(play(GAME, **how)) == {"won", "tied", "fold", "hand"}
    assert told(GAME, "won@1 won@1", **how)["match_winner"] == 1
    assert told(GAME, "won@1 won@1", **how)["truts"] == [6, 7]
    assert told(GAME, "fold@1", **how)["match_winner"] == 0
    assert told(GAME, "hand@0", **how)["match_winner"] == 0
    null = told(GAME, "tied@0 tied@0 tied@0", **how)
    assert (null["truts"], null["score"], null["open"], null["dealer"]) == ([6, 6], [2, 2], None, 1)


# Corrections, undo, refusals


def test_trut_deux_sevres_a_correction_to_three_petits_makes_a_long_and_may_win():
    assert told(GAME, "won@1 fix@1=2", score="1/2-3/1")["truts"] == [1, 4]
    state = told(GAME, "won@1 fix@1=2", score="1/2-6/1")
    assert (state["match_winner"], state["hand_winner"]) == (1, None)
    assert told(GAME, "won@1 fix@1=2 undo", score="1/2-6/1")["score"] == [2, 1]
