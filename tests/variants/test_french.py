"""Le truc (RULES.md 2a, 2b). Seat 0 deals unless a test says otherwise; seat 1 leads."""

import pytest

from companion import variants
from tests.playing import play, refused, taps, told, words
from tests.sequences import COUNT_NONE, EVERY, FIRST, by_the_book, falls

FOUR = {"seats": 4}

# Tricks and who takes the hand


def test_french_two_players_unless_said_otherwise_and_a_plain_hand_is_one_point():
    state = told("french", "won@1 won@1")
    assert state["score"] == [0, 1]
    assert state["hand_winner"] == 1
    assert state["dealer"] == 1
    assert state["leader"] == 0


def test_french_everything_that_two_players_may_do_at_the_start():
    state = told("french")
    assert (state["stake"], state["cards"], state["tricks"], state["open"]) == (1, 3, [], None)
    assert (
        state["legal"]
        == (
            "fold@0 fold@1 hand@0 hand@1 mon-reste@0 mon-reste@1 redeal@1 tied two-more@0 "
            "two-more@1 won@0 won@1"
        ).split()
    )


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("dealer", [0, 1])
def test_french_two_players_the_first_trick_won_decides_and_three_spoilt_go_to_nobody(
    sequence, dealer
):
    assert falls("french", sequence, dealer=dealer) == by_the_book(FIRST, sequence, None)


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("dealer", [0, 3])
def test_french_four_players_three_spoilt_go_to_the_side_that_led_the_first(sequence, dealer):
    led = (dealer + 1) % 2
    assert falls("french", sequence, dealer=dealer, **FOUR) == by_the_book(FIRST, sequence, led)


def test_french_three_spoilt_tricks_in_both_readings_for_two_and_for_four():
    spoilt = "tied tied tied"
    assert told("french", spoilt, rules="ttt=leader_side")["score"] == [0, 1]
    assert told("french", spoilt, rules="ttt=none", **FOUR)["score"] == [0, 0]
    assert told("french", spoilt, **FOUR)["score"] == [0, 1]


@pytest.mark.parametrize("sequence", EVERY)
def test_french_if_equal_tricks_go_to_nobody(sequence):
    expected = by_the_book(COUNT_NONE, sequence, None)
    assert falls("french", sequence, rules="tiebreak=count_none") == expected
    assert falls("french", sequence, rules="tiebreak=count_none", **FOUR) == expected


def test_french_the_winner_of_a_trick_leads_the_next_and_a_spoilt_one_is_led_again():
    assert told("french", "won@0")["leader"] == 0
    assert told("french", "tied")["leader"] == 1
    assert told("french", "won@2", **FOUR)["leader"] == 2


@pytest.mark.parametrize(("house", "tap", "leader"), [("mano", "tied", 1), ("rotter", "tied@2", 2)])
def test_french_another_leader_after_a_spoilt_trick(house, tap, leader):
    """The second trick is spoilt; if the seat that tied leads, the tap names it."""
    state = told(
        "french",
        f"two-more@3 yes@0 won@3 {tap}",
        rules=f"lead_after_tie={house} tiebreak=count_none",
        **FOUR,
    )
    assert (state["leader"], state["tricks"]) == (leader, [3, None])


def test_french_a_null_hand_passes_the_deal_and_scores_nothing():
    state = told("french", "two-more@1 yes@0 tied tied tied", score="5-7")
    assert state["score"] == [5, 7]
    assert state["hand_winner"] is None
    assert state["dealer"] == 1
    assert state["stake"] == 1


@pytest.mark.parametrize("reading", ["earlier_leads", "spoilt_unless_led"])
def test_french_partners_who_tie_are_tapped_as_the_table_reads_it(reading):
    """Players tap `won` for the partner who played first, or `tied` if the trick is spoilt."""
    game = play("french", rules=f"partner_tie={reading}", **FOUR)
    assert {"won@1", "won@3", "tied"} <= taps(game)


# Two more

TRICK = "two-more@1 yes@0 two-more@0 yes@1"
# A raise by each player in each trick: worth if accepted, points if refused.
SIX = [
    ("two-more@1", 2, 1),
    ("two-more@1 yes@0 two-more@0", 4, 2),
    (f"{TRICK} won@1 two-more@1", 6, 4),
    (f"{TRICK} won@1 two-more@1 yes@0 two-more@0", 8, 6),
    (f"{TRICK} won@1 {TRICK} won@0 two-more@0", 10, 8),
    (f"{TRICK} won@1 {TRICK} won@0 two-more@0 yes@1 two-more@1", 12, 10),
]


@pytest.mark.parametrize(("raises", "met", "refused_pays"), SIX)
def test_french_two_more_two_four_six_eight_ten_twelve(raises, met, refused_pays):
    state = told("french", raises)
    caller = state["open"]["by"]
    answerer = state["open"]["answer"][0]
    assert state["open"] == {
        "word": "two-more", "by": caller, "yes": met, "no": refused_pays, "answer": [1 - caller]
    }  # fmt: skip
    assert state["stake"] == refused_pays  # as accepted so far
    assert told("french", f"{raises} yes@{answerer}")["stake"] == met
    after_no = told("french", f"{raises} no@{answerer}")
    assert (after_no["score"][caller], after_no["hand_winner"]) == (refused_pays, caller)


def test_french_after_six_raises_there_is_no_seventh():
    assert "two-more" not in words(play("french", f"{SIX[-1][0]} yes@0"))


def test_french_four_players_could_raise_more_often_but_twelve_is_the_top():
    first = "two-more@1 yes@0 two-more@2 yes@1 two-more@3 yes@0 two-more@0 yes@1 won@1"
    game = play("french", f"{first} two-more@1 yes@0 two-more@2 yes@1", **FOUR)
    assert game.hand.worth == 12
    assert game.hand.tricks == (1,)
    assert "two-more" not in words(game)


def test_french_a_hand_of_twelve_wins_the_game_for_whoever_takes_it():
    state = told("french", f"{SIX[-1][0]} yes@0 won@0", rules="best_of=1")
    assert (state["score"], state["match_winner"]) == ([12, 0], 0)


def test_french_a_seat_raises_once_a_trick_and_again_in_the_next():
    assert refused("french", "two-more@1 yes@0 two-more@1").reason == "elsewhere"
    assert not {"two-more@1", "mon-reste@1"} & taps(play("french", "two-more@1 yes@0"))
    assert "two-more" not in words(play("french", "two-more@1 yes@0 two-more@0 yes@1"))
    for trick in ("won@1", "won@0", "tied"):
        assert {"two-more@0", "two-more@1"} <= taps(play("french", f"two-more@1 yes@0 {trick}"))


def test_french_if_raises_alternate_the_other_side_must_raise_first():
    house = "alternate_raises=on"
    game = play("french", "two-more@1 yes@0 won@0", rules=house)
    assert {t for t in taps(game) if t.startswith(("two-more", "mon-reste"))} == {
        "two-more@0",
        "mon-reste@0",
    }
    # the first is anybody's
    assert {"two-more@0", "two-more@1"} <= taps(play("french", rules=house))
    four = taps(play("french", "two-more@1 yes@0", rules=house, **FOUR))
    assert {"two-more@0", "two-more@2"} <= four
    assert not {"two-more@1", "two-more@3"} & four


def test_french_an_answer_is_yes_or_no_never_a_raise_nor_a_card():
    assert told("french", "two-more@1")["legal"] == ["no@0", "yes@0"]
    assert refused("french", "two-more@1 two-more@0").reason == "question"
    assert refused("french", "two-more@1 won@0").reason == "question"
    assert refused("french", "two-more@1 fold@0").reason == "question"
    assert refused("french", "two-more@1 yes@1").reason == "elsewhere"


def test_french_conceding_is_possible_at_any_time_and_pays_what_the_hand_is_worth():
    assert play("french", "fold@1").score == (1, 0)
    assert play("french", "fold@0").score == (0, 1)
    assert play("french", "two-more@1 yes@0 won@1 fold@1").score == (2, 0)
    assert told("french", "won@1 fold@0")["dealer"] == 1


# Mon reste


def test_french_mon_reste_is_for_the_game_and_pays_the_present_worth_if_refused():
    assert told("french", "mon-reste@1")["open"] == {
        "word": "mon-reste", "by": 1, "yes": "game", "no": 1, "answer": [0]
    }  # fmt: skip
    assert told("french", "two-more@1 yes@0 mon-reste@0")["open"]["no"] == 2
    assert play("french", "two-more@1 yes@0 mon-reste@0 no@1").score == (2, 0)


def test_french_whoever_wins_a_hand_of_mon_reste_wins_the_game_at_twelve():
    state = told("french", "mon-reste@1 yes@0", score="3-9")
    assert (state["stake"], state["score"]) == ("game", [3, 9])
    lost = told("french", "mon-reste@1 yes@0 won@0 won@0", score="3-9", rules="best_of=1")
    assert (lost["score"], lost["winner"], lost["match_winner"]) == ([12, 9], 0, 0)
    won = told("french", "mon-reste@1 yes@0 won@1 won@1", score="3-9", rules="best_of=1")
    assert (won["score"], won["match_winner"]) == ([3, 12], 1)


def test_french_no_raise_after_mon_reste_in_any_trick():
    for more in ("", " won@0", " tied"):
        assert not {"two-more", "mon-reste"} & words(play("french", f"mon-reste@1 yes@0{more}"))


def test_french_mon_reste_counts_as_the_raise_of_the_trick():
    assert "mon-reste@1" not in taps(play("french", "two-more@1 yes@0"))
    assert "mon-reste@1" in taps(play("french", "two-more@1 yes@0 won@0"))


def test_french_a_null_hand_of_mon_reste_scores_nothing_and_the_game_goes_on():
    state = told("french", "mon-reste@1 yes@0 tied tied tied", score="3-9")
    assert state["score"] == [3, 9]
    assert state["hand_winner"] is None
    assert state["stake"] == 1
    assert state["dealer"] == 1
    assert "winner" not in state


# New cards


def test_french_eldest_proposes_new_cards_and_only_the_dealer_may_agree():
    assert {t for t in taps(play("french", dealer=1)) if t.startswith("redeal")} == {"redeal@0"}
    state = told("french", "redeal@1")
    assert (state["open"], state["legal"]) == ({"word": "redeal", "answer": [0]}, ["no@0", "yes@0"])
    again = told("french", "redeal@1 yes@0")
    assert (again["dealer"], again["leader"], again["stake"], again["open"]) == (0, 1, 1, None)


def test_french_among_four_too_it_is_eldest_and_the_dealer():
    assert {t for t in taps(play("french", dealer=2, **FOUR)) if t.startswith("redeal")} == {
        "redeal@3"
    }
    assert told("french", "redeal@3", dealer=2, **FOUR)["open"] == {"word": "redeal", "answer": [2]}


def test_french_new_cards_once_a_hand_and_never_after_a_refusal():
    assert "redeal" not in words(play("french", "redeal@1 yes@0"))
    assert "redeal" not in words(play("french", "redeal@1 no@0"))
    assert "redeal" in words(play("french", "redeal@1 yes@0 won@1 won@1"))  # the next hand


def test_french_new_cards_only_before_the_first_card_and_the_first_raise():
    for tap in ("won@1", "tied", "two-more@1 yes@0", "mon-reste@0 yes@1"):
        assert refused("french", f"{tap} redeal@1").reason == "moment"


def test_french_the_house_may_deal_again_as_often_as_agreed():
    twice = "redeal@1 yes@0 redeal@1 yes@0"
    assert "redeal" in words(play("french", twice, rules="max_redeals=0"))
    assert "redeal" not in words(play("french", twice, rules="max_redeals=2"))
    assert "redeal" not in words(
        play("french", "redeal@1 yes@0 redeal@1 no@0", rules="max_redeals=0")
    )


# Governors


def test_french_everything_that_four_players_may_do_at_the_start():
    assert (
        told("french", **FOUR)["legal"]
        == (
            "fold@0 fold@1 hand@0 hand@1 hand@2 hand@3 mon-reste@0 mon-reste@1 mon-reste@2 "
            "mon-reste@3 redeal@1 tied two-more@0 two-more@1 two-more@2 two-more@3 won@0 "
            "won@1 won@2 won@3"
        ).split()
    )


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("call", ["two-more", "mon-reste"])
def test_french_anybody_raises_and_only_the_opposing_governor_answers(dealer, seat, call):
    eldest = (dealer + 1) % 4
    governor = dealer if seat % 2 == eldest % 2 else eldest
    state = told("french", f"{call}@{seat}", dealer=dealer, **FOUR)
    assert state["open"]["answer"] == [governor]
    assert state["legal"] == [f"no@{governor}", f"yes@{governor}"]


@pytest.mark.parametrize("dealer", range(4))
def test_french_only_governors_concede(dealer):
    folds = {t for t in taps(play("french", dealer=dealer, **FOUR)) if t.startswith("fold")}
    assert folds == {f"fold@{dealer}", f"fold@{(dealer + 1) % 4}"}


def test_french_the_governors_stay_the_same_whoever_leads():
    assert told("french", "won@2 two-more@2", **FOUR)["open"]["answer"] == [1]
    assert refused("french", "won@2 fold@2", **FOUR).reason == "elsewhere"


def test_french_the_governors_change_with_the_deal():
    # seat 1 deals now
    assert told("french", "won@2 won@2 two-more@3", **FOUR)["open"]["answer"] == [2]


# The end


def test_french_the_match_is_a_rubber_of_three_and_the_deal_keeps_alternating():
    state = told("french", "won@1 won@1", score="3-11")
    assert state["winner"] == 1
    assert state["hand_winner"] == 1
    assert state["games"] == [0, 1]
    assert state["score"] == [0, 0]
    assert (state["dealer"], state["leader"]) == (1, 0)
    assert "match_winner" not in state
    assert told("french", "won@1 won@1", score="3-11", games="0-1")["match_winner"] == 1
    assert "match_winner" not in told("french", "won@1 won@1", score="3-11", games="1-0")


def test_french_scores_may_go_past_twelve():
    state = told(
        "french", "two-more@1 yes@0 two-more@0 yes@1 won@1 won@1", score="3-11", rules="best_of=1"
    )
    assert (state["score"], state["match_winner"], state["legal"]) == ([3, 15], 1, [])


def test_french_nothing_special_happens_at_eleven():
    assert told("french", score="11-11")["open"] is None


def test_french_another_target_and_another_length():
    assert told("french", "won@1 won@1", score="0-7", rules="target=8")["winner"] == 1
    assert "match_winner" not in told(
        "french", "won@1 won@1", score="0-11", games="0-1", rules="best_of=5"
    )


def test_french_sevens_or_eights_on_top():
    rank = variants.get("french").ranking
    assert [card for (card,) in rank({"seven_eight": "7_high"})] == "7 8 A K Q J 10 9".split()
    assert [card for (card,) in rank({"seven_eight": "8_high"})] == "8 7 A K Q J 10 9".split()
    assert [card for (card,) in rank({"seven_eight": "8_low"})] == "7 A K Q J 10 9 8".split()


# What is refused


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("double@1", "moment"),
        ("yes@0", "moment"),
        ("two-more@2", "seat"),
        ("two-more@1=2", "value"),
        ("redeal@0", "elsewhere"),
        ("tied@1", "seat"),
        ("mon-reste", "elsewhere"),
    ],
)
def test_french_a_tap_that_does_not_fit_says_why(text, reason):
    assert refused("french", text).reason == reason
