"""Le truc of BA.net (RULES.md 2c): raises by any amount. Seat 0 deals, so seat 1 leads."""

import pytest

from tests.playing import play, refused, taps, told, words

FOUR = {"seats": 4}


# New cards


def test_french_free_eldest_asks_for_new_cards_and_the_dealer_taps_yes_for_all():
    state = told("french-free", "redeal@1", **FOUR)
    assert state["open"] == {"word": "redeal", "answer": [0, 2, 3]}
    assert state["legal"] == ["no@0", "no@2", "no@3", "yes@0"]
    again = told("french-free", "redeal@1 yes@0", **FOUR)
    assert (again["dealer"], again["leader"], again["open"], again["tricks"]) == (0, 1, None, [])


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_french_free_one_objection_to_new_cards_keeps_the_deal_for_good(seat):
    game = play("french-free", f"redeal@1 no@{seat}", **FOUR)
    assert game.hand.question is None
    assert "redeal" not in words(game)


def test_french_free_only_the_dealer_agrees_to_new_cards_and_the_proposer_cannot_object():
    assert refused("french-free", "redeal@1 no@1", **FOUR).reason == "elsewhere"
    assert refused("french-free", "redeal@1 yes@2", **FOUR).reason == "elsewhere"
    assert refused("french-free", "redeal@0", **FOUR).reason == "elsewhere"


def test_french_free_the_dealer_alone_decides_about_new_cards_among_two_players():
    state = told("french-free", "redeal@1")
    assert (state["open"], state["legal"]) == ({"word": "redeal", "answer": [0]}, ["no@0", "yes@0"])


def test_french_free_new_cards_come_once_a_hand_and_only_before_the_play():
    assert "redeal" not in words(play("french-free", "redeal@1 yes@0"))
    assert "redeal" not in words(play("french-free", "won@1"))
    assert "redeal" not in words(play("french-free", "raise@1=1 yes@0"))
    assert "redeal" in words(play("french-free", "redeal@1 yes@0", rules="max_redeals=0"))
    assert "redeal" in words(play("french-free", "redeal@1 yes@0", rules="max_redeals=2"))


# Raises


def test_french_free_the_same_side_does_not_raise_twice_in_succession():
    game = play("french-free", "raise@1=3 yes@2 won@1", **FOUR)
    raising = {t for t in taps(game) if t.startswith(("raise", "mon-reste"))}
    assert raising == {"raise@0=*", "raise@2=*", "mon-reste@0", "mon-reste@2"}
    assert "raise@3=*" in taps(play("french-free", "raise@1=3 yes@2 raise@2=1 yes@1", **FOUR))
    assert refused("french-free", "raise@1=3 yes@0 raise@1=1").reason == "elsewhere"


def test_french_free_the_house_may_let_anybody_raise_again():
    game = play("french-free", "raise@1=3 yes@0 raise@1=1 yes@0", rules="alternate_raises=off")
    assert game.hand.worth == 5


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


def test_french_free_there_is_no_raise_after_the_remainder():
    for more in ("", " won@1", " tied"):
        assert not {"raise", "mon-reste"} & words(play("french-free", f"mon-reste@1 yes@0{more}"))


# Undo and refusals


def test_french_free_a_seat_raises_again_in_the_same_trick_once_the_other_side_has():
    line = "raise@1=1 yes@0 raise@0=2 yes@1"
    assert told("french-free", f"{line} raise@1=3 yes@0")["stake"] == 7
    assert refused("french-free", "raise@1=1 yes@0 raise@1=2").reason == "elsewhere"
    free = told("french-free", "raise@1=1 yes@0 raise@1=2 yes@0", rules="alternate_raises=off")
    assert free["stake"] == 4
