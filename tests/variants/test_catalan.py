"""Catalan truc (RULES.md 1). Seat 0 deals unless a test says otherwise, so seat 1 leads."""

import pytest

from tests.playing import play, refused, taps, told, words
from tests.sequences import COUNT_NONE, EVERY, FIRST, SIDE, by_the_book, falls

# Ties and who takes the hand

# RULES.md 0.3, the column COUNT-ND for "B deals" and "A deals"; here side 0 is A.
COUNT_ND = {
    "A A": "AA", "B B": "BB",
    "A B A": "AA", "A B B": "BB", "A B T": "AB",
    "B A A": "AA", "B A B": "BB", "B A T": "AB",
    "A T A": "AA", "A T B": "AB", "A T T": "AA",
    "B T A": "AB", "B T B": "BB", "B T T": "BB",
    "T A A": "AA", "T A B": "AB", "T A T": "AA",
    "T B A": "AB", "T B B": "BB", "T B T": "BB",
    "T T A": "AA", "T T B": "BB", "T T T": "AB",
}  # fmt: skip


@pytest.mark.parametrize("sequence", EVERY)
def test_catalan_most_tricks_win_and_an_equal_count_goes_to_the_dealers_opponents(sequence):
    b_deals, a_deals = COUNT_ND.get(sequence, COUNT_ND.get(sequence[:3], ""))
    assert falls("catalan", sequence, dealer=1)[1] == SIDE[b_deals]
    assert falls("catalan", sequence, dealer=0)[1] == SIDE[a_deals]


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("dealer", [0, 1])
def test_catalan_by_the_first_trick_equal_tricks_go_to_the_side_that_won_first(sequence, dealer):
    expected = by_the_book(FIRST, sequence, all_tied=1 - dealer)
    assert falls("catalan", sequence, dealer=dealer, rules="tiebreak=first") == expected


@pytest.mark.parametrize("sequence", EVERY)
def test_catalan_equal_tricks_go_to_nobody_if_the_house_says_so(sequence):
    expected = by_the_book(COUNT_NONE, sequence)
    assert falls("catalan", sequence, rules="tiebreak=count_none") == expected


def test_catalan_three_ties_go_to_mano_if_the_house_says_so():
    rules = "tiebreak=count_none ttt=leader_side"
    assert told("catalan", "tied tied tied", rules=rules)["hand_winner"] == 1


# Deal and lead


def test_catalan_eldest_leads_and_the_deal_passes_to_eldest():
    assert told("catalan", dealer=3)["leader"] == 0
    state = told("catalan", "won@1 won@3")
    assert (state["dealer"], state["leader"]) == (1, 2)


def test_catalan_the_winner_of_a_trick_leads_the_next_and_after_a_tie_the_same_leads_again():
    assert told("catalan", "won@2")["leader"] == 2
    assert told("catalan", "won@2 tied")["leader"] == 2
    assert told("catalan", "tied")["leader"] == 1
    assert told("catalan", "won@2 tied", rules="lead_after_tie=mano")["leader"] == 1
    assert told("catalan", "won@2 tied@3", rules="lead_after_tie=rotter")["leader"] == 3


def test_catalan_the_deal_passes_after_a_refused_a_folded_and_a_shortened_hand():
    assert all(told("catalan", taps)["dealer"] == 1 for taps in ("truc@1 no@2", "fold@2", "hand@0"))


def test_catalan_two_players_take_turns():
    game = play("catalan", "truc@1 yes@0 won@0 won@0", seats=2)
    assert (game.score, game.dealer, game.hand.leader) == ((2, 0), 1, 0)


# Truc and retruc


def test_catalan_a_plain_hand_is_worth_one():
    assert told("catalan")["stake"] == 1
    assert play("catalan", "won@1 won@1").score == (0, 1)


def test_catalan_truc_is_two_if_accepted_and_pays_one_if_refused():
    assert told("catalan", "truc@1")["open"] == {
        "word": "truc",
        "by": 1,
        "yes": 2,
        "no": 1,
        "answer": [2],
    }
    assert play("catalan", "truc@1 yes@2 won@1 won@3").score == (0, 2)
    assert play("catalan", "truc@1 no@2").score == (0, 1)


def test_catalan_retruc_is_three_if_accepted_and_pays_two_if_refused():
    assert told("catalan", "truc@1 yes@2 retruc@2")["open"] == {
        "word": "retruc", "by": 2, "yes": 3, "no": 2, "answer": [3]
    }  # fmt: skip
    assert play("catalan", "truc@1 yes@2 retruc@2 yes@3 won@0 won@0").score == (3, 0)
    assert play("catalan", "truc@1 yes@2 retruc@2 no@3").score == (2, 0)


def test_catalan_the_worth_stays_as_accepted_while_a_call_waits():
    assert told("catalan", "truc@1")["stake"] == 1
    assert told("catalan", "truc@1 retruc@2")["stake"] == 2  # raising in answer meets the truc
    assert told("catalan", "truc@1 retruc@2 yes@3")["stake"] == 3


def test_catalan_either_side_may_call_truc_at_any_time_of_the_hand():
    assert {"truc@0", "truc@1", "truc@2", "truc@3"} <= taps(play("catalan"))
    assert {"truc@0", "truc@3"} <= taps(play("catalan", "won@1 won@0"))


def test_catalan_only_the_next_player_answers():
    assert {"yes@3", "no@3", "retruc@3"} <= taps(play("catalan", "truc@2"))
    assert refused("catalan", "truc@2 yes@1").reason == "elsewhere"
    assert refused("catalan", "truc@2 retruc@1").reason == "elsewhere"


def test_catalan_only_the_side_that_accepted_the_truc_may_retruc_and_any_of_it_later():
    later = taps(play("catalan", "truc@1 yes@2 won@1"))
    assert {"retruc@0", "retruc@2"} <= later
    assert not {"retruc@1", "retruc@3"} & later


def test_catalan_there_is_nothing_above_retruc_and_no_second_truc():
    assert not {"truc", "retruc"} & words(play("catalan", "truc@1 retruc@2 yes@3"))
    assert "truc" not in words(play("catalan", "truc@1 yes@2"))
    assert refused("catalan", "retruc@1").reason == "moment"


def test_catalan_playing_on_accepts_a_truc():
    game = play("catalan", "truc@1 won@2")
    assert (game.hand.stake, game.hand.tricks, game.hand.question) == (2, (2,), None)
    assert play("catalan", "truc@1 retruc@2 tied").hand.stake == 3
    # the side that met it owns the next call
    assert "retruc@2" in taps(play("catalan", "truc@1 won@2"))


def test_catalan_if_silence_is_no_answer_a_trick_waits():
    assert refused("catalan", "truc@1 won@2", rules="silent_accept=off").reason == "question"


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


def test_catalan_the_other_side_may_propose_it_and_the_dealer_answers():
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
    assert game.hand.stake == 3
    assert words(game) == {"won", "tied", "fold", "hand"}


def test_catalan_not_playing_costs_a_point_and_the_deal_passes():
    state = told("catalan", "no@1", score="3-11")
    assert (state["score"], state["dealer"], state["hand_winner"]) == ([4, 11], 1, 0)
    assert state["open"] == {"word": "eleven", "answer": [1, 3]}


def test_catalan_not_playing_may_bring_the_others_to_eleven_and_then_nobody_is_asked():
    assert told("catalan", "no@1", score="10-11")["open"] is None


def test_catalan_at_eleven_all_there_are_no_calls_and_the_hand_decides():
    game = play("catalan", score="11-11")
    assert words(game) == {"won", "tied", "fold", "hand"}
    assert told("catalan", "won@0 won@0", score="11-11")["match_winner"] == 0
    # equal: the dealer's opponents
    assert told("catalan", "won@0 tied won@1", score="11-11")["match_winner"] == 1
    assert told("catalan", "tied tied tied", score="11-11")["match_winner"] == 1


def test_catalan_eleven_moves_with_the_target():
    assert told("catalan", score="8-2", rules="target=9")["open"] == {
        "word": "eleven",
        "answer": [0, 2],
    }
    assert told("catalan", score="11-2", rules="target=15")["open"] is None


def test_catalan_a_correction_before_the_first_tap_opens_the_hand_again():
    assert told("catalan", "fix@0=1", score="10-3")["open"] == {"word": "eleven", "answer": [0, 2]}
    assert told("catalan", "fix@0=-1", score="11-3")["open"] is None
    # this hand was dealt at ten
    assert told("catalan", "won@1 fix@0=1", score="10-3")["open"] is None


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


def test_catalan_a_match_of_three_goes_on_at_nothing_with_the_deal_passing_on():
    how = {"score": "11-3", "rules": "best_of=3"}
    state = told("catalan", "yes@0 won@0 won@0", **how)
    assert state["score"] == [0, 0]
    assert state["games"] == [1, 0]
    assert state["winner"] == 0
    assert state["dealer"] == 1
    assert "match_winner" not in state
    assert told("catalan", "yes@0 won@0 won@0", games="1-0", **how)["match_winner"] == 0


def test_catalan_the_winner_is_told_until_the_next_tap():
    state = told("catalan", "yes@0 won@0 won@0 truc@0", score="11-3", rules="best_of=3")
    assert "winner" not in state
    assert "hand_winner" not in state


# Undo and redo


def test_catalan_redo_puts_back_until_a_new_tap_is_made():
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
def test_catalan_a_tap_that_does_not_fit_changes_nothing_and_says_why(text, reason):
    error = refused("catalan", text)
    assert error.reason == reason
    assert error.why
    assert error.legal
