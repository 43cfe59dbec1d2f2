"""Put for four as RULES.md 9 tells it. Seat 0 deals unless said otherwise.

So eldest, seat 1, passes the best card to seat 3, and the dealer to seat 2: 3 and 2 play.
"""

import pytest

from tests.playing import play, refused, seated, taps, told, words

GAME = "put-pass"
FREE = {"rules": "pass_roles=free"}

# Who plays


def test_put_pass_only_the_two_who_got_a_card_may_act():
    state = told(GAME)
    assert state["legal"] == ["fold@2", "fold@3", "put@2", "put@3", "tied", "won@2", "won@3"]
    assert (state["leader"], state["stake"], state["open"]) == (3, 1, None)
    for tap in ("won@1", "won@0", "put@1", "fold@0"):
        assert refused(GAME, tap).reason == "elsewhere"


def test_put_pass_the_roles_pass_on_with_the_deal():
    state = told(GAME, "fold@3")
    assert (state["score"], state["dealer"], state["leader"]) == ([1, 0], 1, 0)
    assert state["legal"] == ["fold@0", "fold@3", "put@0", "put@3", "tied", "won@0", "won@3"]


# Then two players' put


@pytest.mark.parametrize("trick", ["won@2", "won@3", "tied"])
def test_put_pass_after_the_first_trick_the_side_that_did_not_deal_must_act(trick):
    assert told(GAME, trick)["legal"] == ["fold@3", "put@3"]
    assert told(GAME, f"{trick} fold@3")["score"] == [1, 0]
    assert told(GAME, f"{trick} put@3 no@2")["score"] == [0, 1]
    assert refused(GAME, f"{trick} won@3").reason == "moment"


def test_put_pass_a_contest_has_no_other_put_and_no_resignation():
    assert told(GAME, "put@2 yes@3")["legal"] == ["hand@2", "hand@3", "tied", "won@2", "won@3"]
    assert told(GAME, "put@2 yes@3 hand@3")["match_winner"] == 1
    assert refused(GAME, "hand@3").reason == "moment"


# The other rules of put


def test_put_pass_original_only_the_leader_puts_and_a_plain_hand_is_one_point():
    how = {"rules": "put_rules=original"}
    assert "put@2" in taps(play(GAME, "won@2", **how))
    assert told(GAME, "won@3 won@3", **how)["score"] == [0, 1]


# Each side says who passes


def test_put_pass_if_roles_are_free_the_side_that_did_not_deal_says_first_who_passes():
    state = told(GAME, **FREE)
    assert state["open"] == {"word": "passes", "answer": [1, 3]}
    assert state["legal"] == ["passes@1", "passes@3"]
    state = told(GAME, "passes@3", **FREE)
    assert state["open"] == {"word": "passes", "answer": [0, 2]}
    assert state["legal"] == ["passes@0", "passes@2"]
    assert told(GAME, dealer=1, **FREE)["open"]["answer"] == [0, 2]
    assert refused(GAME, "passes@0", **FREE).reason == "elsewhere"
    assert refused(GAME, "won@1", **FREE).reason == "question"


@pytest.mark.parametrize(
    ("first", "second", "leads", "other"), [(1, 0, 3, 2), (1, 2, 3, 0), (3, 0, 1, 2), (3, 2, 1, 0)]
)
def test_put_pass_the_partners_of_those_who_pass_play_and_the_side_that_did_not_deal_leads(
    first, second, leads, other
):
    state = told(GAME, f"passes@{first} passes@{second}", **FREE)
    assert (state["leader"], state["open"]) == (leads, None)
    both = sorted((leads, other))
    assert state["legal"] == sorted(seated("fold put won", both) | {"tied"})
    duty = told(GAME, f"passes@{first} passes@{second} won@{other}", **FREE)
    assert duty["legal"] == [f"fold@{leads}", f"put@{leads}"]
    tied = f"passes@{first} passes@{second} put@{leads} yes@{other} won@{other} tied"
    assert told(GAME, tied, rules="pass_roles=free lead_after_tie=mano")["leader"] == leads


def test_put_pass_free_roles_are_chosen_in_every_hand():
    assert told(GAME, "passes@3 passes@0 fold@1", **FREE)["open"] == {
        "word": "passes",
        "answer": [0, 2],
    }


def test_put_pass_nobody_is_asked_who_passes_if_the_roles_are_fixed():
    assert "passes" not in words(play(GAME))
