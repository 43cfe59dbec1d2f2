"""Trut as RULES.md 4 tells it, after CatsAtCards. Seat 0 deals unless said otherwise, so seat 1 leads.

Scores are written truts/points, side 0 first: `6/2-3/1`.
"""

import pytest

from companion import variants
from tests.playing import play, refused, there_and_back, told, words
from tests.sequences import EVERY, FIRST, by_the_book, falls

TWO = {"seats": 2}

# Tricks and the plain hand --------------------------------------------------------------------------------------------


def test_a_plain_hand_is_one_point_and_the_deal_passes():
    state = told("trut", "won@1 won@3")
    assert (state["truts"], state["score"], state["hand_winner"]) == ([0, 0], [0, 1], 1)
    assert (state["dealer"], state["leader"], state["stake"]) == (1, 2, 1)


def test_everything_that_may_be_done_at_the_start():
    assert told("trut")["legal"] == [
        "fold@0", "fold@1", "fold@2", "fold@3", "hand@0", "hand@1", "hand@2", "hand@3", "tied", "trut@0", "trut@1",
        "trut@2", "trut@3", "won@0", "won@1", "won@2", "won@3",
    ]  # fmt: skip


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_first_trick_won_decides_and_three_pattes_are_nobodys(sequence, seats):
    assert falls("trut", sequence, seats=seats) == by_the_book(FIRST, sequence, None)


def test_three_pattes_in_both_readings():
    null = told("trut", "tied tied tied", score="1/1-2/0")
    assert (null["score"], null["hand_winner"], null["dealer"]) == ([1, 0], None, 1)
    assert told("trut", "tied tied tied", rules="ttt=leader_side")["score"] == [0, 1]


def test_after_a_patte_the_same_leads_again_unless_the_house_says_otherwise():
    assert told("trut", "won@2")["leader"] == 2
    assert told("trut", "tied", dealer=2)["leader"] == 3
    assert told("trut", "tied", dealer=2, rules="lead_after_tie=mano")["leader"] == 3
    assert told("trut", "tied@1", dealer=2, rules="lead_after_tie=rotter")["leader"] == 1


# The trut -------------------------------------------------------------------------------------------------------------


def test_a_trut_is_three_points_when_met_and_pays_one_when_declined():
    assert told("trut", "trut@1")["open"] == {
        "word": "trut",
        "by": 1,
        "yes": 3,
        "no": 1,
        "answer": [0, 2],
    }
    assert told("trut", "trut@1")["stake"] == 1
    assert told("trut", "trut@1 yes@0")["stake"] == 3
    declined = told("trut", "trut@1 no@0 no@2")
    assert (declined["truts"], declined["score"], declined["hand_winner"]) == ([0, 0], [0, 1], 1)
    assert declined["dealer"] == 1


@pytest.mark.parametrize("before", ["", "won@1 ", "tied ", "won@1 won@0 ", "tied tied "])
@pytest.mark.parametrize("seat", range(4))
def test_anybody_truts_at_any_time_even_out_of_turn(before, seat):
    assert told("trut", f"{before}trut@{seat}")["open"]["by"] == seat


def test_either_opponent_may_accept_and_the_first_yes_settles():
    assert told("trut", "trut@1")["legal"] == ["no@0", "no@2", "yes@0", "yes@2"]
    assert play("trut", "trut@1 yes@2").hand.ask is None
    assert refused("trut", "trut@1 yes@3").reason == "elsewhere"


def test_a_refusal_needs_the_whole_side():
    state = told("trut", "trut@1 no@2")
    assert state["open"]["answer"] == [0]
    assert state["legal"] == ["no@0", "yes@0"]
    assert told("trut", "trut@1 no@2 yes@0")["stake"] == 3
    assert told("trut", "trut@1 no@0 no@2")["score"] == [0, 1]


def test_where_one_refusal_binds_the_side():
    state = told("trut", "trut@1 no@2", rules="trut_refuse_needs=one")
    assert (state["score"], state["hand_winner"], state["open"]) == ([0, 1], 1, None)
    assert told("trut", "trut@1 yes@2", rules="trut_refuse_needs=one")["stake"] == 3


def test_one_level_only_and_no_raise_in_answer():
    assert "trut" not in words(play("trut", "trut@1 yes@0"))
    assert "trut" not in words(play("trut", "trut@1 yes@0 won@1"))
    assert refused("trut", "trut@1 trut@0").reason == "question"
    assert refused("trut", "trut@1 won@0").reason == "question"
    assert refused("trut", "trut@1 fold@0").reason == "question"


def test_two_players_answer_alone():
    assert told("trut", "trut@0", **TWO)["open"] == {
        "word": "trut",
        "by": 0,
        "yes": 3,
        "no": 1,
        "answer": [1],
    }
    assert told("trut", "trut@0 no@1", **TWO)["score"] == [1, 0]
    assert told("trut", "trut@0 yes@1 won@1 won@1", **TWO)["truts"] == [0, 1]


# Points become truts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("had", ["0/0-0/1", "0/1-0/0", "0/1-0/1"])
def test_a_trut_won_clears_the_points_of_both_and_the_surplus_is_lost(had):
    state = told("trut", "trut@1 yes@0 won@0 won@0", score=had)
    assert (state["truts"], state["score"]) == ([1, 0], [0, 0])


def test_a_null_trut_scores_nothing():
    state = told("trut", "trut@1 yes@0 tied tied tied", score="2/1-3/1")
    assert (state["truts"], state["score"], state["hand_winner"]) == ([2, 3], [1, 1], None)


def test_folding_pays_one_or_three():
    assert told("trut", "fold@0")["score"] == [0, 1]
    state = told("trut", "trut@1 yes@0 won@1 fold@3")
    assert (state["truts"], state["score"]) == ([1, 0], [0, 0])


def test_the_shortcut_takes_the_hand_at_its_worth():
    assert told("trut", "hand@2")["score"] == [1, 0]
    assert told("trut", "trut@2 yes@1 hand@1")["truts"] == [0, 1]


# The forced trut ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "dealer", "caller", "answer"),
    [
        ("0/2-0/0", 0, 1, [0, 2]),  # eldest is of the trailing side
        ("0/2-0/1", 0, 1, [0, 2]),
        ("0/2-0/1", 1, 3, [0, 2]),  # eldest leads on points, so the next after him
        ("0/1-0/2", 0, 2, [1, 3]),
        ("0/1-0/2", 1, 2, [1, 3]),
        ("0/1-0/2", 2, 0, [1, 3]),
        ("0/1-0/2", 3, 0, [1, 3]),
    ],
)
def test_the_trailing_side_truts_before_anybody_speaks(score, dealer, caller, answer):
    state = told("trut", score=score, dealer=dealer)
    assert state["open"] == {"word": "trut", "by": caller, "yes": 3, "no": 1, "answer": answer}
    assert state["legal"] == sorted(f"{word}@{seat}" for word in ("yes", "no") for seat in answer)
    assert state["stake"] == 1


@pytest.mark.parametrize(("score", "caller"), [("0/2-0/0", 1), ("0/1-0/2", 0)])
@pytest.mark.parametrize("dealer", [0, 1])
def test_of_two_players_the_trailing_one_truts(score, caller, dealer):
    assert told("trut", score=score, dealer=dealer, **TWO)["open"] == {
        "word": "trut", "by": caller, "yes": 3, "no": 1, "answer": [1 - caller]
    }  # fmt: skip


def test_a_forced_trut_taken_up_is_a_trut_for_whoever_wins():
    assert told("trut", "yes@0", score="0/2-0/1")["stake"] == 3
    trailing = told("trut", "yes@0 won@1 won@1", score="0/2-0/1")
    assert (trailing["truts"], trailing["score"], trailing["open"]) == ([0, 1], [0, 0], None)
    leading = told("trut", "yes@2 won@0 won@0", score="0/2-0/1")
    assert (leading["truts"], leading["score"]) == ([1, 0], [0, 0])


def test_a_forced_trut_declined_gives_the_trailing_side_a_point_and_the_next_is_forced_too():
    assert told("trut", "no@0", score="0/2-0/0")["open"]["answer"] == [2]
    state = told("trut", "no@0 no@2", score="0/2-0/0")
    assert (state["score"], state["hand_winner"], state["dealer"]) == ([2, 1], 1, 1)
    assert state["open"] == {"word": "trut", "by": 3, "yes": 3, "no": 1, "answer": [0, 2]}


def test_one_refusal_of_a_forced_trut_where_it_binds():
    assert told("trut", "no@0", score="0/2-0/0", rules="trut_refuse_needs=one")["score"] == [2, 1]


def test_a_null_forced_trut_is_forced_again_in_the_next_hand():
    state = told("trut", "yes@0 tied tied tied", score="0/2-0/1")
    assert (state["score"], state["dealer"], state["open"]["by"], state["tricks"]) == (
        [2, 1],
        1,
        3,
        [],
    )


def test_a_plain_hand_may_lead_to_a_forced_trut():
    state = told("trut", "won@0 won@0", score="0/1-0/0")
    assert (state["score"], state["hand_winner"], state["open"]["by"]) == ([2, 0], 0, 3)


def test_no_hand_is_played_untrutted_and_the_leading_side_does_not_call():
    assert refused("trut", "won@1", score="0/2-0/1").reason == "question"
    assert refused("trut", "trut@0", score="0/2-0/1").reason == "question"
    assert refused("trut", "fold@1", score="0/2-0/1").reason == "question"


# More cards at two all ------------------------------------------------------------------------------------------------

TWO_ALL = {"score": "3/2-4/2"}


def test_at_two_all_everybody_is_asked_in_turn_from_eldest_whether_he_wants_more():
    assert told("trut", **TWO_ALL)["open"] == {"word": "more", "answer": [1]}
    assert told("trut", **TWO_ALL)["legal"] == ["no@1", "yes@1"]
    assert told("trut", "yes@1", **TWO_ALL)["open"] == {"word": "more", "answer": [2]}
    assert told("trut", "yes@1 yes@2", **TWO_ALL)["open"] == {"word": "more", "answer": [3]}
    assert told("trut", "yes@1 yes@2 yes@3", **TWO_ALL)["open"] == {
        "word": "more",
        "answer": [0],
    }  # himself last
    assert refused("trut", "yes@2", **TWO_ALL).reason == "elsewhere"


def test_if_all_want_more_eldest_says_how_many():
    state = told("trut", "yes@1 yes@2 yes@3 yes@0", **TWO_ALL)
    assert state["open"] == {"word": "cards", "answer": [1]}
    assert state["legal"] == ["cards@1=1", "cards@1=2", "cards@1=3"]
    assert refused("trut", "yes@1 yes@2 yes@3 yes@0 cards@1=4", **TWO_ALL).reason == "value"
    assert refused("trut", "yes@1 yes@2 yes@3 yes@0 cards@2=1", **TWO_ALL).reason == "elsewhere"


@pytest.mark.parametrize(
    "answers", ["no@1", "yes@1 no@2", "yes@1 yes@2 no@3", "yes@1 yes@2 yes@3 no@0"]
)
def test_one_no_ends_the_asking_and_the_hand_is_a_trut(answers):
    state = told("trut", answers, **TWO_ALL)
    assert (state["open"], state["stake"], state["dealer"], state["leader"], state["cards"]) == (
        None,
        3,
        0,
        1,
        3,
    )
    assert not {"trut", "yes", "no", "cards"} & words(play("trut", answers, **TWO_ALL))


ALL_FOUR = "yes@1 yes@2 yes@3 yes@0"


def test_after_the_cards_everybody_is_asked_again():
    again = told("trut", f"{ALL_FOUR} cards@1=2", **TWO_ALL)
    assert (again["open"], again["dealer"]) == ({"word": "more", "answer": [1]}, 0)
    assert told("trut", f"{ALL_FOUR} cards@1=2 yes@1 no@2", **TWO_ALL)["stake"] == 3


def test_the_pack_gives_four_players_at_most_five_more_each():
    three = f"{ALL_FOUR} cards@1=3 {ALL_FOUR}"
    assert told("trut", three, **TWO_ALL)["legal"] == ["cards@1=1", "cards@1=2"]
    four = f"{three} cards@1=1 {ALL_FOUR}"
    assert told("trut", four, **TWO_ALL)["legal"] == ["cards@1=1"]
    for five in (f"{three} cards@1=2", f"{four} cards@1=1"):
        assert (
            told("trut", five, **TWO_ALL)["open"] is None
        )  # nobody is asked: the pack is at its end


def test_the_pack_gives_two_players_at_most_thirteen():
    both = "yes@1 yes@0"
    how = {**TWO, **TWO_ALL}
    twelve = " ".join([f"{both} cards@1=3"] * 4)
    assert told("trut", twelve, **how)["open"] == {"word": "more", "answer": [1]}
    assert told("trut", f"{twelve} {both}", **how)["legal"] == ["cards@1=1"]
    assert told("trut", f"{twelve} {both} cards@1=1", **how)["open"] is None


def test_who_wins_the_hand_at_two_all_has_a_trut_and_all_points_go():
    for line in (
        "no@1 won@1 won@3",
        f"{ALL_FOUR} cards@1=1 no@1 won@1 won@1",
        "no@1 fold@0",
        "no@1 hand@3",
    ):
        state = told("trut", line, **TWO_ALL)
        assert (state["truts"], state["score"], state["hand_winner"]) == ([3, 5], [0, 0], 1)
        assert (state["dealer"], state["open"]) == (1, None)


def test_three_pattes_leave_two_all_standing():
    state = told("trut", "no@1 tied tied tied", **TWO_ALL)
    assert (state["truts"], state["score"], state["hand_winner"]) == ([3, 4], [2, 2], None)
    assert (state["dealer"], state["open"]) == (1, {"word": "more", "answer": [2]})


def test_a_declined_forced_trut_may_lead_to_two_all():
    state = told("trut", "no@0 no@2", score="0/2-0/1")
    assert (state["score"], state["open"], state["hand_winner"]) == (
        [2, 2],
        {"word": "more", "answer": [2]},
        1,
    )
    assert state["stake"] == 3


# The end --------------------------------------------------------------------------------------------------------------


def test_seven_truts_win():
    state = told("trut", "trut@1 yes@0 won@1 won@1", score="2/1-6/0")
    assert (state["truts"], state["score"], state["games"]) == ([2, 7], [0, 0], [0, 1])
    assert (state["winner"], state["match_winner"], state["legal"], state["dealer"]) == (
        1,
        1,
        [],
        1,
    )


def test_the_seventh_trut_at_two_all_and_by_a_forced_one():
    assert told("trut", "no@1 won@1 won@1", score="0/2-6/2")["match_winner"] == 1
    assert told("trut", "yes@0 won@1 won@1", score="0/2-6/1")["match_winner"] == 1
    assert "match_winner" not in told("trut", "no@0 no@2", score="0/2-6/1")


def test_a_folded_trut_may_win():
    assert told("trut", "trut@1 yes@0 fold@0", score="0/0-6/0")["match_winner"] == 1


def test_a_match_of_three_games_begins_again_at_nothing():
    state = told("trut", "trut@1 yes@0 won@1 won@1", score="2/1-6/0", rules="best_of=3")
    assert (state["truts"], state["score"], state["games"], state["winner"]) == (
        [0, 0],
        [0, 0],
        [0, 1],
        1,
    )
    assert state["open"] is None
    assert (
        told("trut", "trut@1 yes@0 won@1 won@1", score="0/0-2/0", rules="target=3")["match_winner"]
        == 1
    )


# Corrections, undo, refusals ------------------------------------------------------------------------------------------


def test_a_correction_before_the_first_tap_opens_the_hand_anew():
    assert told("trut", "fix@0=1", score="0/1-0/0")["open"]["word"] == "trut"
    assert told("trut", "fix@2=-1", score="0/2-0/0")["open"] is None
    assert told("trut", "fix@1=1", score="0/2-0/1")["open"] == {"word": "more", "answer": [1]}
    assert told("trut", "fix@1=-1", score="0/2-0/2")["open"]["word"] == "trut"


def test_a_correction_later_leaves_the_hand_as_it_was_dealt():
    state = told("trut", "won@1 fix@0=1", score="0/1-0/0")
    assert (state["score"], state["open"], state["tricks"]) == ([2, 0], None, [1])


def test_a_correction_to_three_points_makes_a_trut_and_may_win():
    assert told("trut", "won@1 fix@0=2", score="4/1-3/1")["truts"] == [5, 3]
    state = told("trut", "won@1 fix@0=2", score="6/1-3/1")
    assert (state["match_winner"], state["hand_winner"], state["truts"]) == (0, None, [7, 3])
    assert told("trut", "won@1 fix@0=2 undo", score="6/1-3/1")["truts"] == [6, 3]
    assert refused("trut", "fix@0=-2", score="6/1-3/1").reason == "value"


def test_the_event_of_a_correction_counts_the_trut_it_makes():
    assert play("trut", "won@1 fix@0=2", score="4/1-3/1").events[0].truts == 1


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("trut@1 no@0 yes@2 won@1 won@0 tied trut@3 no@2 no@0", "2/0-3/1"),
        ("no@0 no@2 yes@0 tied won@2 trut@2", "2/2-3/0"),
        (
            f"{ALL_FOUR} cards@1=3 {ALL_FOUR} cards@1=1 yes@1 no@2 tied tied tied no@2 won@0 won@0",
            "6/2-6/2",
        ),
        ("fix@0=1 yes@2 fix@1=2 won@1 won@1", "0/1-0/0"),
    ],
)
def test_undo_and_redo_of_every_tap(line, score):
    there_and_back("trut", line, score=score)


def test_eights_or_sevens_on_top():
    rank = variants.get("trut").ranking
    assert [card for (card,) in rank({"seven_eight": "8_high"})] == "8 7 A K Q J 10 9".split()
    assert [card for (card,) in rank({"seven_eight": "7_high"})] == "7 8 A K Q J 10 9".split()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("brelan@1", "moment"),
        ("trut@4", "seat"),
        ("cards@1=2", "moment"),
        ("tied@1", "seat"),
        ("yes@0", "moment"),
    ],
)
def test_a_tap_that_does_not_fit_says_why(text, reason):
    assert refused("trut", text).reason == reason


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"score": "4-6"}, "as 6/2-3/1"),
        ({"score": "7/0-0/0"}, "ends at 7 truts"),
        ({"score": "1/3-0/0"}, "three points make one"),
        ({"seats": 6}, "2 or 4"),
        ({"rules": "trut_refuse_needs=two"}, "all, one"),
        ({"rules": "brelan=on"}, "has no house rule brelan"),
    ],
)
def test_a_game_that_cannot_be(how, sentence):
    with pytest.raises(ValueError, match=sentence):
        play("trut", **how)


def test_the_score_reads_back_as_it_is_written():
    assert play("trut", score="6/2-3/1").score_text == "6/2-3/1"


@pytest.mark.parametrize(
    ("taps", "score", "rules"),
    [
        ("no@1 hand@0", "6/2-3/2", ""),
    ],
)
def test_other_ways_to_the_last_point(taps, score, rules):
    assert told("trut", taps, score=score, rules=rules)["match_winner"] == 0
