"""Put (RULES.md 7). Seat 0 deals unless a test says otherwise; seat 1 is the non-dealer."""

import pytest

from companion import variants
from tests.playing import play, refused, taps, told, words
from tests.sequences import COUNT_NONE, EVERY, by_the_book, falls

PARLETT = {"rules": "put_rules=parlett"}
ORIGINAL = {"rules": "put_rules=original"}

# Before the first trick: to put, to resign, or to play


def test_put_everything_that_may_be_done_before_the_first_trick():
    state = told("put")
    assert state["legal"] == ["fold@0", "fold@1", "put@0", "put@1", "tied", "won@0", "won@1"]
    assert (state["stake"], state["cards"], state["leader"], state["open"]) == (1, 3, 1, None)


def test_put_the_non_dealer_may_resign_before_leading():
    state = told("put", "fold@1")
    assert state["score"] == [1, 0]
    assert state["hand_winner"] == 0
    assert state["dealer"] == 1
    assert state["leader"] == 0


@pytest.mark.parametrize(("putter", "other"), [(1, 0), (0, 1)])
def test_put_either_may_put_before_the_first_trick_and_the_other_sees_or_resigns(putter, other):
    state = told("put", f"put@{putter}")
    assert state["open"] == {"word": "put", "by": putter, "yes": "game", "no": 1, "answer": [other]}
    assert (state["legal"], state["stake"]) == ([f"no@{other}", f"yes@{other}"], 1)
    resigned = told("put", f"put@{putter} no@{other}")
    assert resigned["score"][putter] == 1
    assert resigned["hand_winner"] == putter
    assert resigned["dealer"] == 1
    seen = told("put", f"put@{putter} yes@{other}")
    assert (seen["stake"], seen["open"], seen["leader"]) == ("game", None, 1)


def test_put_while_a_put_waits_nothing_but_its_answer_is_possible():
    for tap in ("won@0", "tied", "fold@0", "put@0", "hand@1"):
        assert refused("put", f"put@1 {tap}").reason == "question"
    assert refused("put", "put@1 yes@1").reason == "elsewhere"


# After the first trick: the non-dealer's duty


@pytest.mark.parametrize("trick", ["won@0", "won@1", "tied"])
def test_put_after_trick_one_only_the_non_dealer_acts_whoever_won_it(trick):
    assert told("put", trick)["legal"] == ["fold@1", "put@1"]


def test_put_the_non_dealer_may_not_play_on_without_a_put():
    for tap in ("won@1", "won@0", "tied", "hand@1"):
        assert refused("put", f"won@1 {tap}").reason == "moment"
    assert refused("put", "won@1 put@0").reason == "elsewhere"
    assert refused("put", "won@1 fold@0").reason == "elsewhere"


def test_put_a_resignation_pays_one():
    assert told("put", "won@1 fold@1")["score"] == [1, 0]
    assert told("put", "won@0 put@1 no@0")["score"] == [0, 1]
    assert told("put", "won@0 put@1")["open"] == {
        "word": "put",
        "by": 1,
        "yes": "game",
        "no": 1,
        "answer": [0],
    }


def test_put_after_a_put_seen_the_winner_of_the_trick_leads_and_after_a_tie_the_same():
    assert told("put", "won@0 put@1 yes@0")["leader"] == 0
    assert told("put", "won@1 put@1 yes@0")["leader"] == 1
    assert told("put", "tied put@1 yes@0")["leader"] == 1
    assert told("put", "put@1 yes@0 won@0 tied")["leader"] == 0


# The contest


def test_put_a_contest_is_played_out_without_another_put_or_a_resignation():
    for before in ("put@1 yes@0", "put@0 yes@1", "won@1 put@1 yes@0", "put@1 yes@0 won@0"):
        assert told("put", before)["legal"] == ["hand@0", "hand@1", "tied", "won@0", "won@1"]


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("dealer", [0, 1])
def test_put_more_tricks_win_and_equal_tricks_go_to_nobody(sequence, dealer):
    put = f"put@{1 - dealer} yes@{dealer}"
    assert falls("put", sequence, before=put, dealer=dealer) == by_the_book(
        COUNT_NONE, sequence, None
    )


@pytest.mark.parametrize("score", ["0-0", "3-4", "4-4"])
def test_put_the_winner_of_a_contest_has_exactly_five(score):
    state = told("put", "put@1 yes@0 won@1 won@1", score=score)
    assert (state["score"], state["match_winner"], state["legal"]) == ([int(score[0]), 5], 1, [])


def test_put_trick_and_tie_scores_nothing_and_the_game_goes_on():
    state = told("put", "put@1 yes@0 won@1 won@0 tied", score="3-4")
    assert state["score"] == [3, 4]
    assert state["hand_winner"] is None
    assert state["dealer"] == 1
    assert state["stake"] == 1
    assert "winner" not in state


def test_put_the_shortcut_once_a_put_is_seen_and_never_before():
    assert told("put", "put@1 yes@0 hand@0")["score"] == [5, 0]
    assert refused("put", "hand@1").reason == "moment"
    assert told("put", "won@1 put@1 yes@0 hand@1")["match_winner"] == 1


# Parlett's freer rule


def test_put_parlett_the_seat_about_to_lead_throws_in_leads_or_puts():
    start = ["fold@1", "hand@0", "hand@1", "put@1", "tied", "won@0", "won@1"]
    assert told("put", **PARLETT)["legal"] == start
    assert {"fold@0", "put@0"} <= taps(play("put", "won@0", **PARLETT))
    assert not {"fold@1", "put@1"} & taps(play("put", "won@0", **PARLETT))
    assert {"fold@1", "put@1"} <= taps(play("put", "tied", **PARLETT))
    assert {"fold@0", "put@0"} <= taps(play("put", "won@1 won@0", **PARLETT))


def test_put_parlett_an_hand_without_a_put_is_for_the_game():
    assert told("put", **PARLETT)["stake"] == "game"
    state = told("put", "won@1 won@0 won@1", score="3-1", **PARLETT)
    assert (state["score"], state["match_winner"]) == ([3, 5], 1)
    assert told("put", "won@1 won@0 tied", score="3-1", **PARLETT)["score"] == [3, 1]
    assert told("put", "hand@0", score="3-1", **PARLETT)["match_winner"] == 0


def test_put_parlett_throwing_in_and_resigning_cost_one():
    assert told("put", "fold@1", **PARLETT)["score"] == [1, 0]
    assert told("put", "won@0 fold@0", **PARLETT)["score"] == [0, 1]
    assert told("put", "won@0 put@0", **PARLETT)["open"] == {
        "word": "put", "by": 0, "yes": "game", "no": 1, "answer": [1]
    }  # fmt: skip
    assert told("put", "won@0 put@0 no@1", **PARLETT)["score"] == [1, 0]


def test_put_parlett_after_a_put_nobody_puts_or_throws_in():
    assert words(play("put", "put@1 yes@0", **PARLETT)) == {"won", "tied", "hand"}


# The original, as a house rule


def test_put_original_a_plain_hand_is_one_point_and_only_the_leader_puts():
    assert told("put", **ORIGINAL)["stake"] == 1
    assert told("put", "won@1 won@1", **ORIGINAL)["score"] == [0, 1]
    assert {t for t in taps(play("put", "won@0", **ORIGINAL)) if t.startswith("put")} == {"put@0"}


# Three ties and the lead, as the house has them


def test_put_three_ties_in_both_readings():
    assert told("put", "put@1 yes@0 tied tied tied")["score"] == [0, 0]
    assert told("put", "put@1 yes@0 tied tied tied", rules="ttt=leader_side")["match_winner"] == 1


def test_put_another_leader_after_a_tie():
    assert told("put", "put@1 yes@0 won@0 tied", rules="lead_after_tie=mano")["leader"] == 1
    assert told("put", "put@1 yes@0 tied@0", rules="lead_after_tie=rotter")["leader"] == 0


# The end


def test_put_the_deal_alternates_after_every_hand():
    game = play("put", "fold@1 fold@1 put@1 yes@0 tied tied tied")
    assert (game.score, game.dealer, game.hand.leader) == ((2, 0), 1, 0)


def test_put_one_game_unless_the_house_plays_more():
    state = told("put", "put@1 yes@0 won@1 won@1", rules="best_of=3")
    assert state["score"] == [0, 0]
    assert state["games"] == [0, 1]
    assert state["winner"] == 1
    assert state["dealer"] == 1
    assert told("put", "put@1 yes@0 won@1 won@1", score="2-2", rules="target=7")["score"] == [2, 7]


def test_put_a_correction_that_reaches_five():
    state = told("put", "won@1 fix@1=2", score="0-3")
    assert (state["match_winner"], state["hand_winner"], state["score"]) == (1, None, [0, 5])
    assert told("put", "won@1 fix@1=2 undo", score="0-3")["legal"] == ["fold@1", "put@1"]


def test_put_the_order_of_the_cards():
    ranks = [card for (card,) in variants.get("put").ranking({})]
    assert ranks == "3 2 A K Q J 10 9 8 7 6 5 4".split()
