"""Trut of Deux-Sèvres as RULES.md 5 tells it. Seat 0 deals unless said otherwise, so seat 1 leads.

Scores are written longs/petits, side 0 first: `6/2-3/1`.
"""

import pytest

from tests.playing import play, refused, taps, told, words

GAME = "trut-deux-sevres"
TWO = {"seats": 2}


# Truter


@pytest.mark.parametrize(
    ("dealer", "caller", "first", "then"),
    [
        (0, 1, 2, 0), (0, 3, 2, 0), (0, 0, 1, 3), (0, 2, 1, 3),
        (1, 1, 2, 0), (1, 3, 2, 0), (1, 0, 3, 1), (1, 2, 3, 1),
        (2, 1, 0, 2), (2, 3, 0, 2), (2, 0, 3, 1), (2, 2, 3, 1),
        (3, 1, 0, 2), (3, 3, 0, 2), (3, 0, 1, 3), (3, 2, 1, 3),
    ],
)  # fmt: skip
def test_trut_deux_sevres_opponents_answer_one_after_the_other_from_eldest_whoever_truts(
    dealer, caller, first, then
):
    state = told(GAME, f"trut@{caller}", dealer=dealer)
    assert (state["open"]["answer"], state["legal"]) == ([first], [f"no@{first}", f"yes@{first}"])
    second = told(GAME, f"trut@{caller} no@{first}", dealer=dealer)
    assert (second["open"]["answer"], second["legal"]) == ([then], [f"no@{then}", f"yes@{then}"])
    assert told(GAME, f"trut@{caller} no@{first} yes@{then}", dealer=dealer)["stake"] == "trut"


def test_trut_deux_sevres_the_first_yes_settles_it_and_nobody_answers_out_of_turn():
    assert play(GAME, "trut@1 yes@2").hand.question is None
    assert refused(GAME, "trut@1 yes@0").reason == "elsewhere"
    assert refused(GAME, "trut@1 no@2 no@2").reason == "elsewhere"


@pytest.mark.parametrize("before", ["", "won@1 ", "tied@2 ", "won@1 won@0 "])
@pytest.mark.parametrize("timing", ["any", "own_turn"])
def test_trut_deux_sevres_anybody_truts_at_any_moment_and_the_turn_is_a_hint_only(before, timing):
    game = play(GAME, before, rules=f"trut_timing={timing}")
    assert {f"trut@{seat}" for seat in range(4)} <= taps(game)


def test_trut_deux_sevres_has_one_trut_a_hand_and_no_raise_in_answer():
    assert not {"trut", "brelan"} & words(play(GAME, "trut@1 yes@2 won@1"))
    assert refused(GAME, "trut@1 trut@2").reason == "question"
    assert refused(GAME, "trut@1 won@2").reason == "question"
    assert refused(GAME, "trut@1 fold@2").reason == "question"


def test_trut_deux_sevres_a_brelan_is_a_trut_by_another_name():
    assert told(GAME, "brelan@3")["open"] == {
        "word": "brelan",
        "by": 3,
        "yes": "trut",
        "no": 1,
        "answer": [2],
    }
    assert "trut" not in words(play(GAME, "brelan@3 yes@2"))
    assert told(GAME, "brelan@3 no@2 no@0")["score"] == [0, 1]
    assert "brelan" not in words(play(GAME, rules="brelan=off"))


# Petits and longs


def test_trut_deux_sevres_two_petits_alone_are_nothing_special():
    for score in ("0/2-0/2", "5/2-5/2", "5/2-6/1", "6/1-6/0"):
        assert told(GAME, score=score)["open"] is None


# Fortial


@pytest.mark.parametrize(
    ("score", "dealer", "first", "partner"),
    [
        ("6/2-3/1", 0, 0, 2),  # eldest is of the others, so the dealer looks
        ("6/2-3/1", 1, 2, 0),  # eldest
        ("6/2-3/1", 2, 2, 0),
        ("6/2-3/1", 3, 0, 2),
        ("3/1-6/2", 0, 1, 3),
        ("3/1-6/2", 1, 1, 3),
        ("3/1-6/2", 2, 3, 1),
        ("3/1-6/2", 3, 3, 1),
    ],
)
def test_trut_deux_sevres_at_fortial_eldest_or_the_dealer_decides_and_then_the_partner(
    score, dealer, first, partner
):
    state = told(GAME, score=score, dealer=dealer)
    assert (state["open"], state["legal"]) == (
        {"word": "fortial", "answer": [first]},
        [f"no@{first}", f"trut@{first}"],
    )
    state = told(GAME, f"no@{first}", score=score, dealer=dealer)
    assert (state["open"], state["legal"]) == (
        {"word": "fortial", "answer": [partner]},
        [f"no@{partner}", f"trut@{partner}"],
    )


@pytest.mark.parametrize(("score", "decider"), [("6/2-0/0", 0), ("0/0-6/2", 1)])
@pytest.mark.parametrize("dealer", [0, 1])
def test_trut_deux_sevres_at_fortial_two_players_make_one_decision(score, decider, dealer):
    how = {"score": score, "dealer": dealer, **TWO}
    assert told(GAME, **how)["open"] == {"word": "fortial", "answer": [decider]}
    declined = told(GAME, f"no@{decider}", **how)
    assert declined["score"][1 - decider] == 1
    assert declined["open"] == {"word": "fortial", "answer": [decider]}
    assert (
        told(GAME, f"trut@{decider} won@{decider} won@{decider}", **how)["match_winner"] == decider
    )


@pytest.mark.parametrize("decided", ["trut@0", "no@0 trut@2"])
def test_trut_deux_sevres_a_fortial_trut_is_accepted_without_a_question_and_nobody_truts_again(
    decided,
):
    state = told(GAME, decided, score="6/2-3/1")
    assert (state["open"], state["stake"], state["leader"]) == (None, "trut", 1)
    assert words(play(GAME, decided, score="6/2-3/1")) == {"won", "tied", "fold", "hand"}


def test_trut_deux_sevres_a_fortial_trut_lost_gives_the_others_a_long_and_wipes_the_petits():
    state = told(GAME, "trut@0 won@1 won@1", score="6/2-3/1")
    assert state["truts"] == [6, 4]
    assert state["score"] == [0, 1]
    assert state["hand_winner"] == 1
    assert state["open"] is None


def test_trut_deux_sevres_a_null_fortial_trut_leaves_the_side_at_fortial():
    state = told(GAME, "trut@0 tied@1 tied@2 tied@3", score="6/2-3/1")
    assert state["truts"] == [6, 3]
    assert state["score"] == [2, 1]
    assert state["hand_winner"] is None
    assert state["dealer"] == 1
    assert state["open"] == {"word": "fortial", "answer": [2]}


def test_trut_deux_sevres_the_others_get_a_petit_if_neither_partner_truts_at_fortial():
    state = told(GAME, "no@0 no@2", score="6/2-3/1")
    assert state["truts"] == [6, 3]
    assert state["score"] == [2, 2]
    assert state["hand_winner"] == 1
    assert state["dealer"] == 1
    assert state["open"] == {"word": "fortial", "answer": [2]}


def test_trut_deux_sevres_a_third_petit_of_the_others_is_a_long_and_ends_the_fortial():
    state = told(GAME, "no@0 no@2", score="6/2-3/2")
    assert (state["truts"], state["score"], state["open"]) == ([6, 4], [0, 0], None)
    assert told(GAME, "no@0 no@2", score="6/2-6/1")["truts"] == [6, 6]  # to fortial for both


def test_trut_deux_sevres_nothing_else_is_possible_before_the_fortial_side_has_spoken():
    assert refused(GAME, "won@1", score="6/2-3/1").reason == "question"
    assert refused(GAME, "trut@1", score="6/2-3/1").reason == "elsewhere"
    assert refused(GAME, "yes@0", score="6/2-3/1").reason == "question"
    assert refused(GAME, "brelan@0", score="6/2-3/1").reason == "question"
    assert refused(GAME, "fold@0", score="6/2-3/1").reason == "question"


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


def test_trut_deux_sevres_fortial_moves_with_the_target():
    assert told(GAME, score="2/2-0/0", rules="target=3")["open"] == {
        "word": "fortial",
        "answer": [0],
    }
    assert told(GAME, score="6/2-0/0", rules="target=9")["open"] is None


# Corrections, undo, refusals


def test_trut_deux_sevres_a_correction_to_three_petits_makes_a_long_and_may_win():
    assert told(GAME, "won@1 fix@1=2", score="1/2-3/1")["truts"] == [1, 4]
    state = told(GAME, "won@1 fix@1=2", score="1/2-6/1")
    assert (state["match_winner"], state["hand_winner"]) == (1, None)
    assert told(GAME, "won@1 fix@1=2 undo", score="1/2-6/1")["score"] == [2, 1]
