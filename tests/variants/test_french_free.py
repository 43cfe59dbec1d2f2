"""Le truc of BA.net (RULES.md 2c): raises by any amount. Seat 0 deals, so seat 1 leads."""

import pytest

from companion import variants
from tests.playing import play, refused, taps, told, words
from tests.sequences import COUNT_NONE, EVERY, FIRST, by_the_book, falls

FOUR = {"seats": 4}

# Tricks and who takes the hand


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("dealer", [0, 1])
def test_french_free_the_first_trick_won_decides_and_three_spoilt_go_to_the_side_that_did_not_deal(
    sequence, seats, dealer
):
    expected = by_the_book(FIRST, sequence, 1 - dealer)
    assert falls("french-free", sequence, seats=seats, dealer=dealer) == expected


@pytest.mark.parametrize("sequence", EVERY)
def test_french_free_if_equal_tricks_go_to_nobody(sequence):
    assert falls("french-free", sequence, rules="tiebreak=count_none") == by_the_book(
        COUNT_NONE, sequence, None
    )


def test_french_free_a_spoilt_trick_is_led_again_by_the_same_seat_unless_the_house_says_otherwise():
    assert told("french-free", "won@2", **FOUR)["leader"] == 2
    assert told("french-free", "tied", **FOUR)["leader"] == 1
    none = "tiebreak=count_none lead_after_tie="
    assert told("french-free", "won@2 tied", rules=none + "tied_leader", **FOUR)["leader"] == 2
    assert told("french-free", "won@2 tied", rules=none + "mano", **FOUR)["leader"] == 1
    assert told("french-free", "won@2 tied@3", rules=none + "rotter", **FOUR)["leader"] == 3


# New cards


def test_french_free_eldest_asks_and_the_dealer_taps_the_yes_of_all():
    state = told("french-free", "redeal@1", **FOUR)
    assert state["open"] == {"word": "redeal", "answer": [0, 2, 3]}
    assert state["legal"] == ["no@0", "no@2", "no@3", "yes@0"]
    again = told("french-free", "redeal@1 yes@0", **FOUR)
    assert (again["dealer"], again["leader"], again["open"], again["tricks"]) == (0, 1, None, [])


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_french_free_one_objection_of_anybody_keeps_the_deal_for_good(seat):
    game = play("french-free", f"redeal@1 no@{seat}", **FOUR)
    assert game.hand.question is None
    assert "redeal" not in words(game)


def test_french_free_neither_the_proposer_objects_nor_anybody_but_the_dealer_agrees():
    assert refused("french-free", "redeal@1 no@1", **FOUR).reason == "elsewhere"
    assert refused("french-free", "redeal@1 yes@2", **FOUR).reason == "elsewhere"
    assert refused("french-free", "redeal@0", **FOUR).reason == "elsewhere"


def test_french_free_of_two_players_the_dealer_is_all_the_others():
    state = told("french-free", "redeal@1")
    assert (state["open"], state["legal"]) == ({"word": "redeal", "answer": [0]}, ["no@0", "yes@0"])


def test_french_free_new_cards_once_a_hand_and_only_before_the_play():
    assert "redeal" not in words(play("french-free", "redeal@1 yes@0"))
    assert "redeal" not in words(play("french-free", "won@1"))
    assert "redeal" not in words(play("french-free", "raise@1=1 yes@0"))
    assert "redeal" in words(play("french-free", "redeal@1 yes@0", rules="max_redeals=0"))
    assert "redeal" in words(play("french-free", "redeal@1 yes@0", rules="max_redeals=2"))


# Raises


def test_french_free_everything_that_may_be_done_at_the_start():
    assert (
        told("french-free", **FOUR)["legal"]
        == (
            "fold@0 fold@1 fold@2 fold@3 hand@0 hand@1 hand@2 hand@3 mon-reste@0 "
            "mon-reste@1 mon-reste@2 mon-reste@3 raise@0=* raise@1=* raise@2=* raise@3=* "
            "redeal@1 tied won@0 won@1 won@2 won@3"
        ).split()
    )


@pytest.mark.parametrize(("by", "met"), [(1, 2), (3, 4), (11, 12), (40, 41)])
def test_french_free_a_raise_is_by_any_amount_and_a_refusal_pays_what_was_before(by, met):
    state = told("french-free", f"raise@1={by}")
    assert state["open"] == {"word": "raise", "by": 1, "yes": met, "no": 1, "answer": [0]}
    assert state["stake"] == 1
    assert told("french-free", f"raise@1={by} yes@0")["stake"] == met
    assert told("french-free", f"raise@1={by} no@0")["score"] == [0, 1]


def test_french_free_raises_add_up_without_a_limit_of_number_even_in_one_trick():
    raises = "raise@1=2 yes@0 raise@0=1 yes@1 raise@1=4 yes@0 raise@0=5"
    assert told("french-free", raises)["open"] == {
        "word": "raise",
        "by": 0,
        "yes": 13,
        "no": 8,
        "answer": [1],
    }
    assert told("french-free", f"{raises} no@1")["score"] == [8, 0]


def test_french_free_the_literal_french_sentence_marks_what_was_proposed():
    how = {"rules": "refused_pays=proposed"}
    assert told("french-free", "raise@1=3", **how)["open"] == {
        "word": "raise", "by": 1, "yes": 4, "no": 4, "answer": [0]
    }  # fmt: skip
    assert told("french-free", "raise@1=3 no@0", **how)["score"] == [0, 4]
    assert told("french-free", "raise@1=3 yes@0 raise@0=2 no@1", **how)["score"] == [6, 0]
    # no number was proposed
    assert told("french-free", "mon-reste@1 no@0", **how)["score"] == [0, 1]


def test_french_free_the_same_side_does_not_raise_twice_in_succession():
    game = play("french-free", "raise@1=3 yes@2 won@1", **FOUR)
    raising = {t for t in taps(game) if t.startswith(("raise", "mon-reste"))}
    assert raising == {"raise@0=*", "raise@2=*", "mon-reste@0", "mon-reste@2"}
    assert "raise@3=*" in taps(play("french-free", "raise@1=3 yes@2 raise@2=1 yes@1", **FOUR))
    assert refused("french-free", "raise@1=3 yes@0 raise@1=1").reason == "elsewhere"


def test_french_free_if_the_house_lets_anybody_raise_again():
    game = play("french-free", "raise@1=3 yes@0 raise@1=1 yes@0", rules="alternate_raises=off")
    assert game.hand.stake == 5


def test_french_free_the_other_side_answers_as_a_whole_and_without_raising():
    state = told("french-free", "raise@1=3", **FOUR)
    assert state["legal"] == ["no@0", "no@2", "yes@0", "yes@2"]
    assert refused("french-free", "raise@1=3 yes@3", **FOUR).reason == "elsewhere"
    assert refused("french-free", "raise@1=3 raise@2=1", **FOUR).reason == "question"
    assert refused("french-free", "raise@1=3 won@2", **FOUR).reason == "question"
    assert refused("french-free", "raise@1=3 fold@2", **FOUR).reason == "question"


@pytest.mark.parametrize("text", ["raise@1", "raise@1=0", "raise@1=-2", "raise@1=03", "raise@1=x"])
def test_french_free_a_raise_needs_a_whole_number(text):
    assert refused("french-free", text).reason == "value"


# The remainder


def test_french_free_the_remainder_is_for_the_game_and_pays_the_worth_before():
    assert told("french-free", "raise@1=2 yes@0 mon-reste@0")["open"] == {
        "word": "mon-reste", "by": 0, "yes": "game", "no": 3, "answer": [1]
    }  # fmt: skip
    assert play("french-free", "raise@1=2 yes@0 mon-reste@0 no@1").score == (3, 0)
    assert told("french-free", "mon-reste@1 yes@0")["stake"] == "game"
    assert told("french-free", "mon-reste@1 yes@0 won@0 won@0", score="1-2")["match_winner"] == 0
    assert told("french-free", "mon-reste@1 yes@0 won@0 won@0", score="1-2")["score"] == [12, 2]


def test_french_free_after_the_remainder_there_is_no_raise():
    for more in ("", " won@1", " tied"):
        assert not {"raise", "mon-reste"} & words(play("french-free", f"mon-reste@1 yes@0{more}"))


def test_french_free_a_null_hand_of_the_remainder_if_three_ties_go_to_nobody():
    state = told("french-free", "mon-reste@1 yes@0 tied tied tied", rules="ttt=none")
    assert (state["score"], state["hand_winner"], state["stake"]) == ([0, 0], None, 1)
    assert told("french-free", "mon-reste@1 yes@0 tied tied tied")["match_winner"] == 1


# The end


def test_french_free_twelve_points_in_one_game_and_scores_may_go_past_the_target():
    state = told("french-free", "raise@1=5 yes@0 won@1 won@1", score="3-11")
    assert state["score"] == [3, 17]
    assert state["games"] == [0, 1]
    assert state["match_winner"] == 1
    assert state["legal"] == []
    assert told("french-free", "raise@1=5 no@0", score="3-11")["match_winner"] == 1
    assert told("french-free", "fold@1", score="11-3")["match_winner"] == 0
    assert told("french-free", "won@1 won@1", score="3-11", rules="best_of=3")["games"] == [0, 1]
    assert told("french-free", "won@1 won@1", score="3-11", rules="target=16")["score"] == [3, 12]


def test_french_free_two_packs_and_two_orders_of_seven_and_eight():
    rank = variants.get("french-free").ranking

    def order(deck, seven_eight):
        return " ".join(card for (card,) in rank({"deck": deck, "seven_eight": seven_eight}))

    assert order("36", "7_high") == "7 6 A K Q J 10 9 8"
    assert order("32", "7_high") == "7 8 A K Q J 10 9"
    assert order("32", "8_high") == "8 7 A K Q J 10 9"
    assert play("french-free", "won@1 won@1", rules="deck=32").score == (0, 1)


# Undo and refusals


def test_french_free_a_seat_raises_again_in_the_same_trick_once_the_other_side_has():
    line = "raise@1=1 yes@0 raise@0=2 yes@1"
    assert told("french-free", f"{line} raise@1=3 yes@0")["stake"] == 7
    assert refused("french-free", "raise@1=1 yes@0 raise@1=2").reason == "elsewhere"
    free = told("french-free", "raise@1=1 yes@0 raise@1=2 yes@0", rules="alternate_raises=off")
    assert free["stake"] == 4
