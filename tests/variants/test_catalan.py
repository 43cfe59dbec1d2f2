"""Catalan truc (RULES.md 1). Seat 0 deals unless a test says otherwise, so seat 1 leads."""

from tests.playing import told

# The end of a game and a match


def test_catalan_each_game_of_a_match_of_three_begins_at_zero_and_the_deal_passes_on():
    how = {"score": "11-3", "rules": "best_of=3"}
    state = told("catalan", "yes@0 won@0 won@0", **how)
    assert state["score"] == [0, 0]
    assert state["games"] == [1, 0]
    assert state["winner"] == 0
    assert state["dealer"] == 1
    assert "match_winner" not in state
    assert told("catalan", "yes@0 won@0 won@0", games="1-0", **how)["match_winner"] == 0


def test_catalan_the_winner_of_a_game_is_reported_until_the_next_tap():
    state = told("catalan", "yes@0 won@0 won@0 truc@0", score="11-3", rules="best_of=3")
    assert "winner" not in state
    assert "hand_winner" not in state
