"""Trut of Gâtine as RULES.md 6 tells it. Seat 0 deals unless said otherwise, so seat 1 leads.

Scores are written truts/points, side 0 first: `6/2-3/1`.
"""

import pytest

from tests.playing import play, refused, told, words

GAME = "trut-gatine"

# The ordinary hand


def test_trut_gatine_points_are_never_exchanged_for_a_trut():
    """A plain hand and a refused trut make two points; then the side must say if it holds."""
    state = told(GAME, "won@1 won@1 trut@3 no@2 no@0")
    assert state["truts"] == [0, 0]
    assert state["score"] == [0, 2]
    assert state["open"] == {"word": "tenir", "answer": [3]}


# À tenir


def test_trut_gatine_a_held_hand_is_a_trut_for_either_side_and_clears_only_its_winner():
    holders = told(GAME, "yes@2 won@0 won@2", score="3/2-4/1")
    assert (holders["truts"], holders["score"], holders["open"]) == ([4, 4], [0, 1], None)
    others = told(GAME, "yes@2 won@1 won@3", score="3/2-4/1")
    assert (others["truts"], others["score"], others["dealer"]) == ([3, 5], [2, 0], 1)
    assert others["open"] == {"word": "tenir", "answer": [2]}
    assert told(GAME, "yes@2 fold@3", score="3/2-4/1")["truts"] == [4, 4]
    assert told(GAME, "yes@2 hand@3", score="3/2-4/1")["truts"] == [3, 5]


# À chanter

TWO_ALL = {"score": "3/2-4/2"}


SUNG_OR_NOT = [
    "no@1",
    "yes@1 no@2",
    "yes@1 yes@2 no@3",
    "yes@1 yes@2 yes@3 no@0",
    "yes@1 yes@2 yes@3 yes@0",
]


@pytest.mark.parametrize("answers", SUNG_OR_NOT)
def test_trut_gatine_sung_by_all_or_not_the_hand_is_a_trut_doffice_and_both_lose_their_points(
    answers,
):
    state = told(GAME, answers, **TWO_ALL)
    assert (state["open"], state["stake"], state["dealer"], state["leader"]) == (None, "trut", 0, 1)
    assert words(play(GAME, answers, **TWO_ALL)) == {"won", "tied", "fold", "hand"}
    for ending in ("won@1 won@1", "fold@2", "hand@3"):
        state = told(GAME, f"{answers} {ending}", **TWO_ALL)
        assert (state["truts"], state["score"], state["hand_winner"]) == ([3, 5], [0, 0], 1)
        assert (state["dealer"], state["open"]) == (1, None)


# Tout paté


@pytest.mark.parametrize(
    ("said", "score"),
    [("yes@2", "3/2-4/1"), ("no@1", "3/2-4/2"), ("yes@1 yes@2 yes@3 yes@0", "3/2-4/2")],
)
def test_trut_gatine_three_ties_in_a_trut_doffice_are_dealt_again_and_nobody_is_asked(said, score):
    again = said
    for _ in range(3):  # once from the talon, then shuffled: until it is decided
        again += " tied@0 tied@2 tied@3"
        state = told(GAME, again, score=score)
        assert "hand_winner" not in state
        assert state["dealer"] == 0
        assert state["leader"] == 1
        assert state["tricks"] == []
        assert state["open"] is None
        assert (state["stake"], state["truts"]) == ("trut", [3, 4])
        assert words(play(GAME, again, score=score)) == {"won", "tied", "fold", "hand"}
    ended = told(GAME, f"{again} won@1 won@1", score=score)
    assert (ended["truts"], ended["hand_winner"], ended["dealer"]) == ([3, 5], 1, 1)


# Corrections, undo, refusals


def test_trut_gatine_a_correction_goes_both_ways_but_never_above_two_points():
    assert told(GAME, "won@1 fix@0=1", score="3/1-4/1")["score"] == [2, 1]
    assert told(GAME, "won@1 fix@0=-1", score="3/1-4/1")["score"] == [0, 1]
    assert told(GAME, "yes@2 fix@2=-2", score="3/2-4/1")["score"] == [0, 1]
    assert told(GAME, "won@1 fix@0=5", score="3/1-4/1")["score"] == [2, 1]
    assert refused(GAME, "fix@0=-2", score="3/1-4/1").reason == "value"
