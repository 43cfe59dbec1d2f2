"""Trut (RULES.md 4). Seat 0 deals unless a test says otherwise, so seat 1 leads.

Scores are written truts/points, side 0 first: `6/2-3/1`.
"""

import pytest

from tests.playing import play, refused, seated, told

TWO = {"seats": 2}


# The forced trut


@pytest.mark.parametrize(
    ("score", "dealer", "caller", "answer"),
    [
        ("0/2-0/0", 0, 1, [0, 2]),  # eldest is of the trailing side
        ("0/2-0/1", 0, 1, [0, 2]),
        ("0/2-0/1", 1, 3, [0, 2]),  # eldest leads on points, so the next seat
        ("0/1-0/2", 0, 2, [1, 3]),
        ("0/1-0/2", 1, 2, [1, 3]),
        ("0/1-0/2", 2, 0, [1, 3]),
        ("0/1-0/2", 3, 0, [1, 3]),
    ],
)
def test_trut_the_trailing_side_must_call_before_anything_else(score, dealer, caller, answer):
    state = told("trut", score=score, dealer=dealer)
    assert state["open"] == {"word": "trut", "by": caller, "yes": 3, "no": 1, "answer": answer}
    assert state["legal"] == sorted(seated("yes no", answer))
    assert state["stake"] == 1


@pytest.mark.parametrize(("score", "caller"), [("0/2-0/0", 1), ("0/1-0/2", 0)])
@pytest.mark.parametrize("dealer", [0, 1])
def test_trut_the_trailing_one_of_two_players_must_call(score, caller, dealer):
    assert told("trut", score=score, dealer=dealer, **TWO)["open"] == {
        "word": "trut", "by": caller, "yes": 3, "no": 1, "answer": [1 - caller]
    }  # fmt: skip


# More cards at two all

TWO_ALL = {"score": "3/2-4/2"}


ALL_FOUR = "yes@1 yes@2 yes@3 yes@0"


def test_trut_the_pack_gives_four_players_at_most_five_more_cards_each():
    three = f"{ALL_FOUR} cards@1=3 {ALL_FOUR}"
    assert told("trut", three, **TWO_ALL)["legal"] == ["cards@1=1", "cards@1=2"]
    four = f"{three} cards@1=1 {ALL_FOUR}"
    assert told("trut", four, **TWO_ALL)["legal"] == ["cards@1=1"]
    for five in (f"{three} cards@1=2", f"{four} cards@1=1"):
        # nobody is asked: the pack is at its end
        assert told("trut", five, **TWO_ALL)["open"] is None


def test_trut_the_pack_gives_two_players_at_most_thirteen_more_cards_each():
    both = "yes@1 yes@0"
    how = {**TWO, **TWO_ALL}
    twelve = " ".join([f"{both} cards@1=3"] * 4)
    assert told("trut", twelve, **how)["open"] == {"word": "more", "answer": [1]}
    assert told("trut", f"{twelve} {both}", **how)["legal"] == ["cards@1=1"]
    assert told("trut", f"{twelve} {both} cards@1=1", **how)["open"] is None


def test_trut_winning_the_hand_at_two_all_wins_a_trut_and_clears_all_points():
    for line in (
        "no@1 won@1 won@3",
        f"{ALL_FOUR} cards@1=1 no@1 won@1 won@1",
        "no@1 fold@0",
        "no@1 hand@3",
    ):
        state = told("trut", line, **TWO_ALL)
        assert (state["truts"], state["score"], state["hand_winner"]) == ([3, 5], [0, 0], 1)
        assert (state["dealer"], state["open"]) == (1, None)


# Corrections, undo, refusals


def test_trut_a_correction_to_three_points_makes_a_trut_and_may_win():
    assert told("trut", "won@1 fix@0=2", score="4/1-3/1")["truts"] == [5, 3]
    state = told("trut", "won@1 fix@0=2", score="6/1-3/1")
    assert (state["match_winner"], state["hand_winner"], state["truts"]) == (0, None, [7, 3])
    assert told("trut", "won@1 fix@0=2 undo", score="6/1-3/1")["truts"] == [6, 3]
    assert refused("trut", "fix@0=-2", score="6/1-3/1").reason == "value"


def test_trut_the_event_of_a_correction_counts_the_trut_it_makes():
    assert play("trut", "won@1 fix@0=2", score="4/1-3/1").events[0].truts == 1


def test_trut_a_written_score_is_read_back_unchanged():
    assert play("trut", score="6/2-3/1").score_text == "6/2-3/1"
