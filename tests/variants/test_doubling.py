"""Le Truc with the cube as RULES.md 3 tells it. Seat 0 deals, seat 1 leads."""

from tests.playing import play, refused, taps, told, words

# The cube


def test_doubling_only_the_side_that_accepted_owns_the_cube():
    owned = taps(play("doubling", "double@1 yes@2 won@1"))
    assert {"double@0", "double@2"} <= owned
    assert not {"double@1", "double@3"} & owned
    flipped = taps(play("doubling", "double@1 yes@2 double@2 yes@3"))
    assert {"double@1", "double@3"} <= flipped
    assert not {"double@0", "double@2"} & flipped


def test_doubling_either_opponent_answers_and_nobody_else():
    assert told("doubling", "double@1")["open"]["answer"] == [0, 2]
    assert refused("doubling", "double@1 yes@3").reason == "elsewhere"


def test_doubling_a_double_is_answered_with_yes_or_no_and_never_with_a_redouble():
    assert refused("doubling", "double@1 won@2").reason == "question"
    assert refused("doubling", "double@1 double@2").reason == "question"


# New cards


def test_doubling_eldest_may_ask_for_new_cards_and_the_dealer_decides():
    assert {t for t in taps(play("doubling")) if t.startswith("redeal")} == {"redeal@1"}
    assert told("doubling", "redeal@1")["open"] == {"word": "redeal", "answer": [0]}
    assert told("doubling", "redeal@1 yes@0")["dealer"] == 0
    assert "redeal" in words(play("doubling", "redeal@1 yes@0 redeal@1 yes@0"))  # no limit is given


def test_doubling_a_refusal_of_new_cards_is_final_and_the_first_tap_ends_the_choice():
    assert "redeal" not in words(play("doubling", "redeal@1 no@0"))
    assert "redeal" not in words(play("doubling", "won@1"))
    assert "redeal" not in words(play("doubling", "double@1 yes@0"))


def test_doubling_the_house_may_allow_new_cards_once():
    assert "redeal" not in words(play("doubling", "redeal@1 yes@0", rules="max_redeals=1"))


# The end


def test_doubling_sixteen_points_win():
    assert told("doubling", "won@1 won@1", score="3-15")["match_winner"] == 1
    assert told("doubling", "won@1 won@1", score="3-14")["score"] == [3, 15]
    assert "eleven" not in str(told("doubling", score="15-3"))
