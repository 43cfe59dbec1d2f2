"""Put as Willughby and Cotton knew it (RULES.md 8). Seat 0 deals, so seat 1 leads."""

import pytest

from tests.playing import play, refused, taps, told, words
from tests.sequences import COUNT_NONE, EVERY, by_the_book, falls

GAME = "put-original"

# The plain hand


def test_put_original_everything_that_may_be_done_at_the_start():
    state = told(GAME)
    assert state["legal"] == ("fold@0 fold@1 hand@0 hand@1 put@1 tied won@0 won@1").split()
    assert (state["stake"], state["leader"], state["open"]) == (1, 1, None)


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("dealer", [0, 1])
def test_put_original_more_tricks_win_and_trick_and_tie_goes_to_nobody(sequence, dealer):
    assert falls(GAME, sequence, dealer=dealer) == by_the_book(COUNT_NONE, sequence, None)


def test_put_original_a_plain_hand_is_one_point_and_the_deal_passes():
    state = told(GAME, "won@1 won@1")
    assert state["score"] == [0, 1]
    assert state["hand_winner"] == 1
    assert state["dealer"] == 1
    assert state["leader"] == 0
    null = told(GAME, "won@1 won@0 tied", score="2-3")
    assert (null["score"], null["hand_winner"], null["dealer"]) == ([2, 3], None, 1)


def test_put_original_three_ties_in_both_readings():
    assert told(GAME, "tied tied tied")["score"] == [0, 0]
    assert told(GAME, "tied tied tied", rules="ttt=leader_side")["score"] == [0, 1]


def test_put_original_the_winner_leads_and_after_a_tie_the_same_leads_again():
    assert told(GAME, "won@0")["leader"] == 0
    assert told(GAME, "won@0 tied")["leader"] == 0
    assert told(GAME, "won@0 tied", rules="lead_after_tie=mano")["leader"] == 1
    assert told(GAME, "won@0 tied@1", rules="lead_after_tie=rotter")["leader"] == 1


# The put


@pytest.mark.parametrize(
    ("before", "leads"),
    [
        ("", 1),
        ("won@0", 0),
        ("won@1", 1),
        ("tied", 1),
        ("won@0 tied", 0),
        ("won@0 won@1", 1),
        ("tied tied", 1),
    ],
)
def test_put_original_only_the_seat_about_to_lead_may_put(before, leads):
    assert {t for t in taps(play(GAME, before)) if t.startswith("put")} == {f"put@{leads}"}
    assert refused(GAME, f"{before} put@{1 - leads}").reason == "elsewhere"


@pytest.mark.parametrize("before", ["", "won@1", "tied won@1", "won@0 won@1"])
def test_put_original_who_resigns_gives_the_putter_a_point(before):
    state = told(GAME, f"{before} put@1")
    assert state["open"] == {"word": "put", "by": 1, "yes": "game", "no": 1, "answer": [0]}
    assert (state["legal"], state["stake"]) == (["no@0", "yes@0"], 1)
    assert told(GAME, f"{before} put@1 no@0", score="2-2")["score"] == [2, 3]


def test_put_original_who_wins_a_put_that_was_seen_has_five_and_earlier_tricks_count():
    assert told(GAME, "won@1 put@1 yes@0")["stake"] == "game"
    state = told(GAME, "won@1 put@1 yes@0 won@1", score="2-3")
    assert (state["score"], state["match_winner"]) == ([2, 5], 1)
    assert told(GAME, "won@0 won@1 put@1 yes@0 won@0", score="2-3")["score"] == [5, 3]


def test_put_original_trick_and_tie_after_a_put_scores_nothing_and_the_game_goes_on():
    state = told(GAME, "won@0 won@1 put@1 yes@0 tied", score="2-3")
    assert state["score"] == [2, 3]
    assert state["hand_winner"] is None
    assert state["dealer"] == 1
    assert state["stake"] == 1


def test_put_original_one_put_a_hand_which_is_played_to_its_end():
    assert words(play(GAME, "put@1 yes@0")) == {"won", "tied", "hand"}
    assert words(play(GAME, "put@1 yes@0 won@0")) == {"won", "tied", "hand"}
    assert refused(GAME, "put@1 won@0").reason == "question"
    assert refused(GAME, "put@1 fold@0").reason == "question"


# The end


def test_put_original_five_points_win_by_a_hand_a_resignation_or_throwing_in():
    assert told(GAME, "won@1 won@1", score="2-4")["match_winner"] == 1
    assert told(GAME, "put@1 no@0", score="2-4")["match_winner"] == 1
    assert told(GAME, "fold@1", score="4-2")["match_winner"] == 0
    assert told(GAME, "won@1 won@1", score="2-4", rules="best_of=3")["games"] == [0, 1]
    assert told(GAME, "won@1 won@1", score="2-4", rules="target=7")["score"] == [2, 5]
