"""Le truc (RULES.md 2a, 2b). Seat 0 deals unless a test says otherwise; seat 1 leads."""

import pytest

from tests.playing import play, refused, taps, told, words

FOUR = {"seats": 4}

# Tricks and who takes the hand


def test_french_a_null_hand_passes_the_deal_and_scores_nothing():
    state = told("french", "two-more@1 yes@0 tied tied tied", score="5-7")
    assert state["score"] == [5, 7]
    assert state["hand_winner"] is None
    assert state["dealer"] == 1
    assert state["stake"] == 1


@pytest.mark.parametrize("reading", ["earlier_leads", "spoilt_unless_led"])
def test_french_a_trick_tied_between_partners_is_tapped_as_won_or_tied(reading):
    """Players tap `won` for the partner who played first, or `tied` if the trick is spoilt."""
    game = play("french", rules=f"partner_tie={reading}", **FOUR)
    assert {"won@1", "won@3", "tied"} <= taps(game)


# Two more

TRICK = "two-more@1 yes@0 two-more@0 yes@1"
# A raise by each player in each trick.
SIX = f"{TRICK} won@1 {TRICK} won@0 two-more@0 yes@1 two-more@1"


def test_french_after_six_raises_there_is_no_seventh():
    assert "two-more" not in words(play("french", f"{SIX} yes@0"))


def test_french_four_players_could_raise_more_often_but_twelve_is_the_top():
    first = "two-more@1 yes@0 two-more@2 yes@1 two-more@3 yes@0 two-more@0 yes@1 won@1"
    game = play("french", f"{first} two-more@1 yes@0 two-more@2 yes@1", **FOUR)
    assert game.hand.worth == 12
    assert game.hand.tricks == (1,)
    assert "two-more" not in words(game)


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


def test_french_an_answer_is_yes_or_no_never_a_raise_or_a_card():
    assert told("french", "two-more@1")["legal"] == ["no@0", "yes@0"]
    assert refused("french", "two-more@1 two-more@0").reason == "question"
    assert refused("french", "two-more@1 won@0").reason == "question"
    assert refused("french", "two-more@1 fold@0").reason == "question"
    assert refused("french", "two-more@1 yes@1").reason == "elsewhere"


# Mon reste


def test_french_no_raise_is_possible_after_mon_reste():
    for more in ("", " won@0", " tied"):
        assert not {"two-more", "mon-reste"} & words(play("french", f"mon-reste@1 yes@0{more}"))


def test_french_mon_reste_counts_as_the_raise_of_the_trick():
    assert "mon-reste@1" not in taps(play("french", "two-more@1 yes@0"))
    assert "mon-reste@1" in taps(play("french", "two-more@1 yes@0 won@0"))


# New cards


def test_french_eldest_proposes_new_cards_and_only_the_dealer_may_agree():
    assert {t for t in taps(play("french", dealer=1)) if t.startswith("redeal")} == {"redeal@0"}
    state = told("french", "redeal@1")
    assert (state["open"], state["legal"]) == ({"word": "redeal", "answer": [0]}, ["no@0", "yes@0"])
    again = told("french", "redeal@1 yes@0")
    assert (again["dealer"], again["leader"], again["stake"], again["open"]) == (0, 1, 1, None)


def test_french_among_four_eldest_proposes_new_cards_and_the_dealer_agrees():
    assert {t for t in taps(play("french", dealer=2, **FOUR)) if t.startswith("redeal")} == {
        "redeal@3"
    }
    assert told("french", "redeal@3", dealer=2, **FOUR)["open"] == {"word": "redeal", "answer": [2]}


def test_french_new_cards_come_once_a_hand_and_never_after_a_refusal():
    assert "redeal" not in words(play("french", "redeal@1 yes@0"))
    assert "redeal" not in words(play("french", "redeal@1 no@0"))
    assert "redeal" in words(play("french", "redeal@1 yes@0 won@1 won@1"))  # the next hand


def test_french_new_cards_come_only_before_the_first_card_and_the_first_raise():
    for tap in ("won@1", "tied", "two-more@1 yes@0", "mon-reste@0 yes@1"):
        assert refused("french", f"{tap} redeal@1").reason == "moment"


def test_french_the_house_may_allow_new_cards_any_number_of_times():
    twice = "redeal@1 yes@0 redeal@1 yes@0"
    assert "redeal" in words(play("french", twice, rules="max_redeals=0"))
    assert "redeal" not in words(play("french", twice, rules="max_redeals=2"))
    assert "redeal" not in words(
        play("french", "redeal@1 yes@0 redeal@1 no@0", rules="max_redeals=0")
    )


# Governors


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
def test_french_only_governors_concede_a_hand(dealer):
    folds = {t for t in taps(play("french", dealer=dealer, **FOUR)) if t.startswith("fold")}
    assert folds == {f"fold@{dealer}", f"fold@{(dealer + 1) % 4}"}


def test_french_the_governors_stay_the_same_whoever_leads():
    assert told("french", "won@2 two-more@2", **FOUR)["open"]["answer"] == [1]
    assert refused("french", "won@2 fold@2", **FOUR).reason == "elsewhere"


def test_french_the_governors_change_with_the_deal():
    # seat 1 deals now
    assert told("french", "won@2 won@2 two-more@3", **FOUR)["open"]["answer"] == [2]
