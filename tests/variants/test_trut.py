"""Trut (RULES.md 4). Seat 0 deals unless a test says otherwise, so seat 1 leads.

Scores are written truts/points, side 0 first: `6/2-3/1`.
"""

import pytest

from tests.playing import play, refused, seated, told, words

TWO = {"seats": 2}


# The trut


@pytest.mark.parametrize("before", ["", "won@1 ", "tied ", "won@1 won@0 ", "tied tied "])
@pytest.mark.parametrize("seat", range(4))
def test_trut_anybody_truts_at_any_time_even_out_of_turn(before, seat):
    assert told("trut", f"{before}trut@{seat}")["open"]["by"] == seat


def test_trut_either_opponent_may_accept_and_the_first_yes_settles():
    assert told("trut", "trut@1")["legal"] == ["no@0", "no@2", "yes@0", "yes@2"]
    assert play("trut", "trut@1 yes@2").hand.question is None
    assert refused("trut", "trut@1 yes@3").reason == "elsewhere"


def test_trut_a_refusal_needs_the_whole_side():
    state = told("trut", "trut@1 no@2")
    assert state["open"]["answer"] == [0]
    assert state["legal"] == ["no@0", "yes@0"]
    assert told("trut", "trut@1 no@2 yes@0")["stake"] == 3
    assert told("trut", "trut@1 no@0 no@2")["score"] == [0, 1]


def test_trut_one_refusal_binds_the_side_if_the_house_says_so():
    state = told("trut", "trut@1 no@2", rules="trut_refuse_needs=one")
    assert (state["score"], state["hand_winner"], state["open"]) == ([0, 1], 1, None)
    assert told("trut", "trut@1 yes@2", rules="trut_refuse_needs=one")["stake"] == 3


def test_trut_has_one_level_and_no_raise_in_answer():
    assert "trut" not in words(play("trut", "trut@1 yes@0"))
    assert "trut" not in words(play("trut", "trut@1 yes@0 won@1"))
    assert refused("trut", "trut@1 trut@0").reason == "question"
    assert refused("trut", "trut@1 won@0").reason == "question"
    assert refused("trut", "trut@1 fold@0").reason == "question"


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


def test_trut_a_forced_trut_declined_gives_the_trailing_side_a_point_and_the_next_is_forced_too():
    assert told("trut", "no@0", score="0/2-0/0")["open"]["answer"] == [2]
    state = told("trut", "no@0 no@2", score="0/2-0/0")
    assert (state["score"], state["hand_winner"], state["dealer"]) == ([2, 1], 1, 1)
    assert state["open"] == {"word": "trut", "by": 3, "yes": 3, "no": 1, "answer": [0, 2]}


def test_trut_a_null_forced_trut_is_forced_again_in_the_next_hand():
    state = told("trut", "yes@0 tied tied tied", score="0/2-0/1")
    assert state["score"] == [2, 1]
    assert state["dealer"] == 1
    assert state["open"]["by"] == 3
    assert state["tricks"] == []


def test_trut_no_hand_is_played_without_a_trut_and_the_leading_side_does_not_call():
    assert refused("trut", "won@1", score="0/2-0/1").reason == "question"
    assert refused("trut", "trut@0", score="0/2-0/1").reason == "question"
    assert refused("trut", "fold@1", score="0/2-0/1").reason == "question"


# More cards at two all

TWO_ALL = {"score": "3/2-4/2"}


def test_trut_at_two_all_everybody_is_asked_in_turn_from_eldest_for_more_cards():
    assert told("trut", **TWO_ALL)["open"] == {"word": "more", "answer": [1]}
    assert told("trut", **TWO_ALL)["legal"] == ["no@1", "yes@1"]
    assert told("trut", "yes@1", **TWO_ALL)["open"] == {"word": "more", "answer": [2]}
    assert told("trut", "yes@1 yes@2", **TWO_ALL)["open"] == {"word": "more", "answer": [3]}
    # the dealer last
    assert told("trut", "yes@1 yes@2 yes@3", **TWO_ALL)["open"] == {"word": "more", "answer": [0]}
    assert refused("trut", "yes@2", **TWO_ALL).reason == "elsewhere"


def test_trut_if_all_want_more_eldest_says_how_many():
    state = told("trut", "yes@1 yes@2 yes@3 yes@0", **TWO_ALL)
    assert state["open"] == {"word": "cards", "answer": [1]}
    assert state["legal"] == ["cards@1=1", "cards@1=2", "cards@1=3"]
    assert refused("trut", "yes@1 yes@2 yes@3 yes@0 cards@1=4", **TWO_ALL).reason == "value"
    assert refused("trut", "yes@1 yes@2 yes@3 yes@0 cards@2=1", **TWO_ALL).reason == "elsewhere"


@pytest.mark.parametrize(
    "answers", ["no@1", "yes@1 no@2", "yes@1 yes@2 no@3", "yes@1 yes@2 yes@3 no@0"]
)
def test_trut_one_no_ends_the_asking_and_the_hand_is_a_trut(answers):
    state = told("trut", answers, **TWO_ALL)
    assert state["open"] is None
    assert state["stake"] == 3
    assert state["dealer"] == 0
    assert state["leader"] == 1
    assert state["cards"] == 3
    assert not {"trut", "yes", "no", "cards"} & words(play("trut", answers, **TWO_ALL))


ALL_FOUR = "yes@1 yes@2 yes@3 yes@0"


def test_trut_everybody_is_asked_again_after_the_new_cards():
    again = told("trut", f"{ALL_FOUR} cards@1=2", **TWO_ALL)
    assert (again["open"], again["dealer"]) == ({"word": "more", "answer": [1]}, 0)
    assert told("trut", f"{ALL_FOUR} cards@1=2 yes@1 no@2", **TWO_ALL)["stake"] == 3


def test_trut_the_pack_gives_four_players_at_most_five_more_each():
    three = f"{ALL_FOUR} cards@1=3 {ALL_FOUR}"
    assert told("trut", three, **TWO_ALL)["legal"] == ["cards@1=1", "cards@1=2"]
    four = f"{three} cards@1=1 {ALL_FOUR}"
    assert told("trut", four, **TWO_ALL)["legal"] == ["cards@1=1"]
    for five in (f"{three} cards@1=2", f"{four} cards@1=1"):
        # nobody is asked: the pack is at its end
        assert told("trut", five, **TWO_ALL)["open"] is None


def test_trut_the_pack_gives_two_players_at_most_thirteen():
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


def test_trut_three_ties_leave_the_score_at_two_all():
    state = told("trut", "no@1 tied tied tied", **TWO_ALL)
    assert (state["truts"], state["score"], state["hand_winner"]) == ([3, 4], [2, 2], None)
    assert (state["dealer"], state["open"]) == (1, {"word": "more", "answer": [2]})


def test_trut_a_declined_forced_trut_may_lead_to_two_all():
    state = told("trut", "no@0 no@2", score="0/2-0/1")
    assert state["score"] == [2, 2]
    assert state["open"] == {"word": "more", "answer": [2]}
    assert state["hand_winner"] == 1
    assert state["stake"] == 3


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
