"""Trut of Gâtine as RULES.md 6 tells it. Seat 0 deals unless said otherwise, so seat 1 leads.

Scores are written truts/points, side 0 first: `6/2-3/1`.
"""

import pytest

from tests.playing import play, refused, told, words

GAME = "trut-gatine"
TWO = {"seats": 2}

# The ordinary hand


def test_trut_gatine_has_no_brelan_if_the_house_has_none():
    assert {"trut", "suite"} <= words(play(GAME, rules="brelan=off"))
    assert "brelan" not in words(play(GAME, rules="brelan=off"))


def test_trut_gatine_points_are_never_exchanged_for_a_trut():
    """A plain hand and a refused trut make two points; then the side must say if it holds."""
    state = told(GAME, "won@1 won@1 trut@3 no@2 no@0")
    assert state["truts"] == [0, 0]
    assert state["score"] == [0, 2]
    assert state["open"] == {"word": "tenir", "answer": [3]}


# À tenir


@pytest.mark.parametrize(
    ("score", "dealer", "first", "then"),
    [
        ("6/2-3/1", 0, 2, 0), ("6/2-3/0", 1, 2, 0), ("6/2-3/1", 2, 0, 2), ("0/2-0/0", 3, 0, 2),
        ("6/1-3/2", 0, 1, 3), ("6/0-3/2", 1, 3, 1), ("6/1-3/2", 2, 3, 1), ("0/0-0/2", 3, 1, 3),
    ],
)  # fmt: skip
def test_trut_gatine_a_side_alone_on_two_is_asked_in_play_order_from_eldest(
    score, dealer, first, then
):
    state = told(GAME, score=score, dealer=dealer)
    assert state["open"] == {"word": "tenir", "answer": [first]}
    assert state["legal"] == [f"no@{first}", f"yes@{first}"]
    state = told(GAME, f"no@{first}", score=score, dealer=dealer)
    assert state["open"] == {"word": "tenir", "answer": [then]}
    assert state["legal"] == [f"no@{then}", f"yes@{then}"]


@pytest.mark.parametrize("held", ["yes@2", "no@2 yes@0"])
def test_trut_gatine_one_player_who_holds_ends_the_asking_and_the_hand_is_a_trut_doffice(held):
    state = told(GAME, held, score="0/2-0/1")
    assert (state["open"], state["stake"], state["leader"], state["dealer"]) == (None, "trut", 1, 0)
    assert words(play(GAME, held, score="0/2-0/1")) == {"won", "tied", "fold", "hand"}


def test_trut_gatine_a_held_hand_is_a_trut_for_either_side_and_clears_only_its_winner():
    holders = told(GAME, "yes@2 won@0 won@2", score="3/2-4/1")
    assert (holders["truts"], holders["score"], holders["open"]) == ([4, 4], [0, 1], None)
    others = told(GAME, "yes@2 won@1 won@3", score="3/2-4/1")
    assert (others["truts"], others["score"], others["dealer"]) == ([3, 5], [2, 0], 1)
    assert others["open"] == {"word": "tenir", "answer": [2]}
    assert told(GAME, "yes@2 fold@3", score="3/2-4/1")["truts"] == [4, 4]
    assert told(GAME, "yes@2 hand@3", score="3/2-4/1")["truts"] == [3, 5]


def test_trut_gatine_the_others_get_a_point_if_nobody_holds_and_the_deal_passes():
    state = told(GAME, "no@2 no@0", score="3/2-4/0")
    assert state["truts"] == [3, 4]
    assert state["score"] == [2, 1]
    assert state["hand_winner"] == 1
    assert state["dealer"] == 1
    assert state["open"] == {"word": "tenir", "answer": [2]}
    assert told(GAME, "no@2 no@0", score="3/2-4/1")["open"] == {"word": "chanter", "answer": [2]}


@pytest.mark.parametrize(("score", "holder"), [("0/2-0/1", 0), ("0/1-0/2", 1)])
@pytest.mark.parametrize("dealer", [0, 1])
def test_trut_gatine_the_one_of_two_players_on_two_decides_whether_to_hold(score, holder, dealer):
    how = {"score": score, "dealer": dealer, **TWO}
    assert told(GAME, **how)["open"] == {"word": "tenir", "answer": [holder]}
    assert told(GAME, f"yes@{holder}", **how)["stake"] == "trut"
    assert told(GAME, f"no@{holder}", **how)["score"] == [2, 2]


def test_trut_gatine_nothing_else_is_possible_before_the_question_to_hold_is_answered():
    assert refused(GAME, "trut@2", score="0/2-0/1").reason == "question"
    assert refused(GAME, "won@1", score="0/2-0/1").reason == "question"
    assert refused(GAME, "yes@0", score="0/2-0/1").reason == "elsewhere"
    assert refused(GAME, "fold@2", score="0/2-0/1").reason == "question"


# À chanter

TWO_ALL = {"score": "3/2-4/2"}


def test_trut_gatine_at_two_all_everybody_is_asked_in_play_order_from_eldest():
    sung = ""
    for seat in (1, 2, 3, 0):
        state = told(GAME, sung, **TWO_ALL)
        assert state["open"] == {"word": "chanter", "answer": [seat]}
        assert state["legal"] == [f"no@{seat}", f"yes@{seat}"]
        sung += f" yes@{seat}"
    assert told(GAME, sung, **TWO_ALL)["open"] is None


def test_trut_gatine_the_asking_begins_with_eldest_whoever_deals():
    assert [told(GAME, dealer=d, **TWO_ALL)["open"]["answer"] for d in range(4)] == [
        [1],
        [2],
        [3],
        [0],
    ]
    assert [told(GAME, dealer=d, **TWO_ALL, **TWO)["open"]["answer"] for d in range(2)] == [
        [1],
        [0],
    ]


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
