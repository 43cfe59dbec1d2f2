"""Trut of Deux-Sèvres as RULES.md 5 tells it. Seat 0 deals unless said otherwise, so seat 1 leads.

Scores are written longs/petits, side 0 first: `6/2-3/1`.
"""

import pytest

from companion import variants
from tests.playing import play, refused, taps, told, words
from tests.sequences import EVERY, FIRST, by_the_book, falls

GAME = "trut-deux-sevres"
TWO = {"seats": 2}

# Rotten tricks are carried over


def test_trut_deux_sevres_everything_that_may_be_done_at_the_start():
    assert (
        told(GAME)["legal"]
        == (
            "brelan@0 brelan@1 brelan@2 brelan@3 fold@0 fold@1 fold@2 fold@3 hand@0 hand@1 "
            "hand@2 hand@3 tied@0 tied@1 tied@2 tied@3 trut@0 trut@1 trut@2 trut@3 won@0 "
            "won@1 won@2 won@3"
        ).split()
    )


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("seats", [2, 4])
def test_trut_deux_sevres_rotten_tricks_go_with_the_next_and_all_rotten_go_to_nobody(
    sequence, seats
):
    assert falls(GAME, sequence, tied="tied@0", seats=seats) == by_the_book(FIRST, sequence, None)


def test_trut_deux_sevres_all_rotten_in_both_readings():
    null = told(GAME, "tied@0 tied@1 tied@2", score="1/1-2/0")
    assert (null["score"], null["hand_winner"], null["dealer"]) == ([1, 0], None, 1)
    assert told(GAME, "tied@0 tied@1 tied@2", rules="ttt=leader_side")["score"] == [0, 1]


def test_trut_deux_sevres_who_rots_leads_the_next():
    assert [told(GAME, f"tied@{seat}")["leader"] for seat in range(4)] == [0, 1, 2, 3]
    assert told(GAME, "tied@0 tied@3")["leader"] == 3
    assert told(GAME, "tied@0 tied@3")["tricks"] == [None, None]
    assert told(GAME, "won@2")["leader"] == 2
    assert refused(GAME, "tied").reason == "elsewhere"


def test_trut_deux_sevres_with_two_players_too_the_tap_names_who_rotted():
    state = told(GAME, "tied@0", **TWO)
    assert (state["leader"], state["tricks"]) == (0, [None])
    assert refused(GAME, "tied", **TWO).reason == "elsewhere"


def test_trut_deux_sevres_another_leader_after_a_rotten_trick():
    assert told(GAME, "tied", rules="lead_after_tie=tied_leader")["leader"] == 1
    assert told(GAME, "tied", dealer=2, rules="lead_after_tie=mano")["leader"] == 3
    assert refused(GAME, "tied@2", rules="lead_after_tie=tied_leader").reason == "seat"


# Truter


def test_trut_deux_sevres_a_trut_is_a_long_if_accepted_and_pays_a_petit_if_refused():
    assert told(GAME, "trut@1")["open"] == {
        "word": "trut",
        "by": 1,
        "yes": "trut",
        "no": 1,
        "answer": [2],
    }
    assert told(GAME, "trut@1 yes@2")["stake"] == "trut"
    state = told(GAME, "trut@1 yes@2 won@0 won@0")
    assert (state["truts"], state["score"], state["hand_winner"]) == ([1, 0], [0, 0], 0)
    state = told(GAME, "trut@1 no@2 no@0")
    assert state["truts"] == [0, 0]
    assert state["score"] == [0, 1]
    assert state["hand_winner"] == 1
    assert state["dealer"] == 1


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


def test_trut_deux_sevres_the_first_who_goes_settles_it_and_nobody_answers_out_of_turn():
    assert play(GAME, "trut@1 yes@2").hand.question is None
    assert refused(GAME, "trut@1 yes@0").reason == "elsewhere"
    assert refused(GAME, "trut@1 no@2 no@2").reason == "elsewhere"


@pytest.mark.parametrize("before", ["", "won@1 ", "tied@2 ", "won@1 won@0 "])
@pytest.mark.parametrize("timing", ["any", "own_turn"])
def test_trut_deux_sevres_anybody_truts_at_any_moment_and_the_turn_is_a_hint_only(before, timing):
    game = play(GAME, before, rules=f"trut_timing={timing}")
    assert {f"trut@{seat}" for seat in range(4)} <= taps(game)


def test_trut_deux_sevres_one_trut_a_hand_and_no_raise_in_answer():
    assert not {"trut", "brelan"} & words(play(GAME, "trut@1 yes@2 won@1"))
    assert refused(GAME, "trut@1 trut@2").reason == "question"
    assert refused(GAME, "trut@1 won@2").reason == "question"
    assert refused(GAME, "trut@1 fold@2").reason == "question"


def test_trut_deux_sevres_two_players_answer_alone():
    assert told(GAME, "trut@0", **TWO)["open"]["answer"] == [1]
    assert told(GAME, "trut@0 no@1", **TWO)["score"] == [1, 0]
    assert told(GAME, "trut@0 yes@1 won@1 won@1", **TWO)["truts"] == [0, 1]


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
def test_trut_deux_sevres_fortial_eldest_or_the_dealer_decides_then_the_partner(
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
def test_trut_deux_sevres_fortial_of_two_players_is_one_decision(score, decider, dealer):
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


def test_trut_deux_sevres_a_fortial_trut_null_leaves_the_side_at_fortial():
    state = told(GAME, "trut@0 tied@1 tied@2 tied@3", score="6/2-3/1")
    assert state["truts"] == [6, 3]
    assert state["score"] == [2, 1]
    assert state["hand_winner"] is None
    assert state["dealer"] == 1
    assert state["open"] == {"word": "fortial", "answer": [2]}


def test_trut_deux_sevres_if_neither_truts_the_others_get_a_petit_and_the_deal_passes():
    state = told(GAME, "no@0 no@2", score="6/2-3/1")
    assert state["truts"] == [6, 3]
    assert state["score"] == [2, 2]
    assert state["hand_winner"] == 1
    assert state["dealer"] == 1
    assert state["open"] == {"word": "fortial", "answer": [2]}


def test_trut_deux_sevres_their_third_petit_is_a_long_and_ends_the_fortial():
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


# The end


def test_trut_deux_sevres_seven_longs_win_by_a_trut_or_by_petits():
    state = told(GAME, "trut@1 yes@0 won@1 won@1", score="2/1-6/0", dealer=3)
    assert (state["truts"], state["score"], state["games"]) == ([2, 7], [0, 0], [0, 1])
    assert state["winner"] == 1
    assert state["match_winner"] == 1
    assert state["legal"] == []
    assert state["dealer"] == 0
    assert told(GAME, "trut@1 yes@2 fold@2", score="2/1-6/1")["match_winner"] == 1


def test_trut_deux_sevres_a_match_of_three_games_begins_again_at_nothing():
    state = told(GAME, "trut@0 won@0 won@0", score="6/2-6/1", rules="best_of=3")
    assert state["truts"] == [0, 0]
    assert state["score"] == [0, 0]
    assert state["games"] == [1, 0]
    assert state["winner"] == 0
    assert (state["open"], state["dealer"]) == (None, 1)


# Corrections, undo, refusals


def test_trut_deux_sevres_a_correction_opens_the_hand_again_while_nothing_happened_in_it():
    assert told(GAME, "fix@0=1", score="6/1-0/0")["open"] == {"word": "fortial", "answer": [0]}
    assert told(GAME, "fix@0=-1", score="6/2-0/0")["open"] is None
    assert told(GAME, "no@0 fix@0=-1", score="6/2-0/0")["open"] == {
        "word": "fortial",
        "answer": [2],
    }


def test_trut_deux_sevres_a_correction_to_three_petits_makes_a_long_and_may_win():
    assert told(GAME, "won@1 fix@1=2", score="1/2-3/1")["truts"] == [1, 4]
    state = told(GAME, "won@1 fix@1=2", score="1/2-6/1")
    assert (state["match_winner"], state["hand_winner"]) == (1, None)
    assert told(GAME, "won@1 fix@1=2 undo", score="1/2-6/1")["score"] == [2, 1]


def test_trut_deux_sevres_sevens_or_eights_on_top():
    rank = variants.get(GAME).ranking
    assert [card for (card,) in rank({"seven_eight": "7_high"})] == "7 8 A K Q J 10 9".split()
    assert [card for (card,) in rank({"seven_eight": "8_high"})] == "8 7 A K Q J 10 9".split()
