"""Put (RULES.md 7). Seat 0 deals unless a test says otherwise; seat 1 is the non-dealer."""

import pytest

from tests.playing import play, refused, taps, told, words

PARLETT = {"rules": "put_rules=parlett"}
ORIGINAL = {"rules": "put_rules=original"}

# Before the first trick: to put, to resign, or to play


def test_put_only_an_answer_is_possible_while_a_put_waits():
    for tap in ("won@0", "tied", "fold@0", "put@0", "hand@1"):
        assert refused("put", f"put@1 {tap}").reason == "question"
    assert refused("put", "put@1 yes@1").reason == "elsewhere"


# After the first trick: the non-dealer's duty


@pytest.mark.parametrize("trick", ["won@0", "won@1", "tied"])
def test_put_after_the_first_trick_only_the_non_dealer_acts_whoever_won_it(trick):
    assert told("put", trick)["legal"] == ["fold@1", "put@1"]


def test_put_the_non_dealer_may_not_play_on_without_a_put():
    for tap in ("won@1", "won@0", "tied", "hand@1"):
        assert refused("put", f"won@1 {tap}").reason == "moment"
    assert refused("put", "won@1 put@0").reason == "elsewhere"
    assert refused("put", "won@1 fold@0").reason == "elsewhere"


# The contest


def test_put_a_contest_is_played_out_without_another_put_or_a_resignation():
    for before in ("put@1 yes@0", "put@0 yes@1", "won@1 put@1 yes@0", "put@1 yes@0 won@0"):
        assert told("put", before)["legal"] == ["hand@0", "hand@1", "tied", "won@0", "won@1"]


@pytest.mark.parametrize("score", ["0-0", "3-4", "4-4"])
def test_put_the_winner_of_a_contest_has_exactly_five(score):
    state = told("put", "put@1 yes@0 won@1 won@1", score=score)
    assert (state["score"], state["match_winner"], state["legal"]) == ([int(score[0]), 5], 1, [])


def test_put_the_whole_hand_can_be_recorded_by_one_tap_only_after_a_put_was_seen():
    assert told("put", "put@1 yes@0 hand@0")["score"] == [5, 0]
    assert refused("put", "hand@1").reason == "moment"
    assert told("put", "won@1 put@1 yes@0 hand@1")["match_winner"] == 1


# Parlett's freer rule


def test_put_parlett_the_seat_about_to_lead_throws_in_leads_or_puts():

    assert {"fold@0", "put@0"} <= taps(play("put", "won@0", **PARLETT))
    assert not {"fold@1", "put@1"} & taps(play("put", "won@0", **PARLETT))
    assert {"fold@1", "put@1"} <= taps(play("put", "tied", **PARLETT))
    assert {"fold@0", "put@0"} <= taps(play("put", "won@1 won@0", **PARLETT))


def test_put_parlett_a_hand_without_a_put_is_for_the_game():
    assert told("put", **PARLETT)["stake"] == "game"
    state = told("put", "won@1 won@0 won@1", score="3-1", **PARLETT)
    assert (state["score"], state["match_winner"]) == ([3, 5], 1)
    assert told("put", "won@1 won@0 tied", score="3-1", **PARLETT)["score"] == [3, 1]
    assert told("put", "hand@0", score="3-1", **PARLETT)["match_winner"] == 0


def test_put_parlett_after_a_put_nobody_puts_or_throws_in():
    assert words(play("put", "put@1 yes@0", **PARLETT)) == {"won", "tied", "hand"}


# The original, as a house rule


def test_put_original_a_plain_hand_is_one_point_and_only_the_leader_puts():
    assert told("put", **ORIGINAL)["stake"] == 1
    assert told("put", "won@1 won@1", **ORIGINAL)["score"] == [0, 1]
    assert {t for t in taps(play("put", "won@0", **ORIGINAL)) if t.startswith("put")} == {"put@0"}
