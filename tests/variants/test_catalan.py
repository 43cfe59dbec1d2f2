"""Catalan truc (RULES.md 1). Seat 0 deals unless a test says otherwise, so seat 1 leads."""

import pytest

from tests.playing import play, refused, taps, told, words

# Truc and retruc


def test_catalan_the_worth_stays_as_accepted_while_a_call_waits():
    assert told("catalan", "truc@1")["stake"] == 1
    assert told("catalan", "truc@1 retruc@2")["stake"] == 2  # raising in answer meets the truc
    assert told("catalan", "truc@1 retruc@2 yes@3")["stake"] == 3


def test_catalan_only_the_next_player_answers():
    assert {"yes@3", "no@3", "retruc@3"} <= taps(play("catalan", "truc@2"))
    assert refused("catalan", "truc@2 yes@1").reason == "elsewhere"
    assert refused("catalan", "truc@2 retruc@1").reason == "elsewhere"


def test_catalan_only_the_side_that_accepted_the_truc_may_retruc_in_any_seat():
    later = taps(play("catalan", "truc@1 yes@2 won@1"))
    assert {"retruc@0", "retruc@2"} <= later
    assert not {"retruc@1", "retruc@3"} & later


def test_catalan_there_is_nothing_above_retruc_and_no_second_truc():
    assert not {"truc", "retruc"} & words(play("catalan", "truc@1 retruc@2 yes@3"))
    assert "truc" not in words(play("catalan", "truc@1 yes@2"))
    assert refused("catalan", "retruc@1").reason == "moment"


def test_catalan_playing_on_accepts_a_truc():
    game = play("catalan", "truc@1 won@2")
    assert (game.hand.worth, game.hand.tricks, game.hand.question) == (2, (2,), None)
    assert play("catalan", "truc@1 retruc@2 tied").hand.worth == 3
    # the side that met it owns the next call
    assert "retruc@2" in taps(play("catalan", "truc@1 won@2"))


def test_catalan_nobody_folds_or_takes_the_hand_while_an_answer_is_due():
    assert refused("catalan", "truc@1 fold@2").reason == "question"
    assert not {"fold", "hand"} & words(play("catalan", "truc@1"))


# The one-card deal


def test_catalan_the_dealer_may_choose_one_card_as_the_first_tap_of_a_hand():
    assert {t for t in taps(play("catalan", dealer=2)) if t.startswith("one")} == {"one@2"}
    assert told("catalan", "one@0")["cards"] == 1
    assert "one" not in words(play("catalan", "won@1"))
    assert "one" not in words(play("catalan", "truc@1 yes@2"))
    assert "one" not in words(play("catalan", "one@0"))


def test_catalan_the_other_side_may_propose_one_card_and_the_dealer_answers():
    how = {"rules": "one_card_offer=nondealer_proposes"}
    assert {t for t in taps(play("catalan", **how)) if t.startswith("one")} == {"one@1", "one@3"}
    assert told("catalan", "one@3", **how)["open"] == {"word": "one", "answer": [0]}
    assert told("catalan", "one@3 yes@0", **how)["cards"] == 1
    after_no = play("catalan", "one@3 no@0", **how)
    assert after_no.hand.cards == 3
    assert "one" not in words(after_no)


def test_catalan_no_one_card_deal_if_the_house_has_none_or_a_side_has_eleven():
    assert "one" not in words(play("catalan", rules="one_card_offer=off"))
    assert "one" not in words(play("catalan", "yes@0", score="11-3"))
    assert "one" not in words(play("catalan", score="11-11"))


# Eleven


def test_catalan_the_side_on_eleven_is_asked_and_nothing_else_is_possible():
    state = told("catalan", score="3-11")
    assert state["open"] == {"word": "eleven", "answer": [1, 3]}
    assert state["legal"] == ["no@1", "no@3", "yes@1", "yes@3"]
    assert told("catalan", score="11-3")["open"] == {"word": "eleven", "answer": [0, 2]}


def test_catalan_playing_the_hand_of_eleven_is_for_three_without_calls():
    game = play("catalan", "yes@3", score="3-11")
    assert game.hand.worth == 3
    assert words(game) == {"won", "tied", "fold", "hand"}


def test_catalan_declining_the_hand_of_eleven_costs_a_point_and_the_deal_passes():
    state = told("catalan", "no@1", score="3-11")
    assert (state["score"], state["dealer"], state["hand_winner"]) == ([4, 11], 1, 0)
    assert state["open"] == {"word": "eleven", "answer": [1, 3]}


def test_catalan_declining_may_bring_the_others_to_eleven_and_nobody_is_asked_again():
    assert told("catalan", "no@1", score="10-11")["open"] is None


def test_catalan_at_eleven_all_there_are_no_calls_and_the_hand_decides():
    game = play("catalan", score="11-11")
    assert words(game) == {"won", "tied", "fold", "hand"}
    assert told("catalan", "won@0 won@0", score="11-11")["match_winner"] == 0
    # equal: the dealer's opponents
    assert told("catalan", "won@0 tied won@1", score="11-11")["match_winner"] == 1
    assert told("catalan", "tied tied tied", score="11-11")["match_winner"] == 1


def test_catalan_the_hand_of_eleven_moves_with_the_target():
    assert told("catalan", score="8-2", rules="target=9")["open"] == {
        "word": "eleven",
        "answer": [0, 2],
    }
    assert told("catalan", score="11-2", rules="target=15")["open"] is None


# The end of a game and a match


def test_catalan_twelve_points_win_and_scores_may_go_past_the_target():
    state = told("catalan", "truc@1 retruc@2 yes@3 won@0 won@0", score="10-3")
    assert state["score"] == [13, 3]
    assert state["winner"] == 0
    assert state["match_winner"] == 0
    assert state["games"] == [1, 0]
    assert (state["legal"], state["open"], state["dealer"]) == ([], None, 1)


def test_catalan_nothing_is_legal_after_the_match_but_undo():
    assert refused("catalan", "yes@0 won@0 won@0 won@0", score="11-3").reason == "over"
    assert refused("catalan", "yes@0 won@0 won@0 fix@0=1", score="11-3").reason == "over"
    assert play("catalan", "yes@0 won@0 won@0 undo", score="11-3").hand.tricks == (0,)


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


# Undo and redo


def test_catalan_redo_is_possible_until_a_new_tap_is_made():
    assert play("catalan", "truc@1 yes@2 undo undo redo redo") == play("catalan", "truc@1 yes@2")
    assert refused("catalan", "truc@1 undo won@1 redo").reason == "redo"
    assert refused("catalan", "undo").reason == "undo"
    assert refused("catalan", "truc@1 undo undo").reason == "undo"


# What is refused says why


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("envido@1", "moment"),
        ("truc@4", "seat"),
        ("won", "elsewhere"),
        ("tied@1", "seat"),
        ("truc@1=3", "value"),
        ("fix@0", "value"),
        ("fix@0=0", "value"),
        ("fix@0=-1", "value"),
        ("fix@7=1", "seat"),
        ("fix=1", "seat"),
    ],
)
def test_catalan_an_illegal_tap_changes_nothing_and_says_why(text, reason):
    error = refused("catalan", text)
    assert error.reason == reason
    assert error.why
    assert error.legal
