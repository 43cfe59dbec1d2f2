"""Truco arriba o abajo (RULES.md 23). Seat 0 deals, so seat 1 is mano and leads."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.playing import begin, play, refused, told, words
from tests.reckoning import best_of_three, walked

GAME = "arriba-o-abajo"


def test_arriba_o_abajo_only_the_side_that_accepted_says_retruco_and_nothing_is_above_it():

    assert refused(GAME, "truco@1 yes@2 retruco@3").reason == "elsewhere"
    assert not {"truco", "retruco"} & words(play(GAME, "truco@1 retruco@2 yes@3"))


# Arriba o abajo


def test_arriba_o_abajo_a_side_with_twenty_nine_says_arriba_or_abajo():
    assert told(GAME, score="29-20")["open"] == {"word": "eleven", "answer": [0, 2]}
    assert told(GAME, "yes@2", score="29-20")["stake"] == 3
    assert told(GAME, "no@0", score="29-20")["score"] == [29, 21]
    assert told(GAME, "yes@0 won@1 won@3", score="29-20")["score"] == [29, 23]
    assert told(GAME, "yes@0 won@0 won@2", score="29-20")["match_winner"] == 0
    assert told(GAME, "yes@0 won@1 won@3", score="29-27")["match_winner"] == 1


@pytest.mark.parametrize(("taps", "score"), [("yes@0", "29-20"), ("", "29-29"), ("won@1", "29-29")])
def test_arriba_o_abajo_a_hand_of_arriba_or_abajo_has_neither_truco_nor_parda(taps, score):
    assert words(play(GAME, taps, score=score)) == {"won", "fold", "hand"}


def test_arriba_o_abajo_after_abajo_the_next_hand_asks_again():
    state = told(GAME, "no@0", score="29-20")
    assert (state["dealer"], state["open"]) == (1, {"word": "eleven", "answer": [0, 2]})


# The same by a small model


class Chinas:
    """A game counted on paper, from its taps alone, without the engine."""

    def __init__(self, score, dealer):
        self.score = list(score)
        self.mano = (dealer + 1) % 2
        self.fresh()

    def fresh(self):
        self.worth = 1
        self.tricks = ""
        self.open = None
        self.asked = [side for side in (0, 1) if self.score[side] == 29 > self.score[1 - side]]

    def tap(self, word, seat):
        """Count one tap."""
        side = seat % 2 if seat is not None else None
        if word in ("truco", "retruco"):
            self.worth = {"truco": 1, "retruco": 3}[word]
            self.open = (6 if word == "retruco" else 3, side)
        elif word in ("yes", "no"):
            self.answer(word)
        elif word in ("fold", "hand"):
            self.pay(1 - side if word == "fold" else side, self.worth)
        else:
            self.tricks += "T" if word == "tied" else "AB"[side]
            winner = best_of_three(self.tricks, self.mano)
            self.pay(winner, self.worth) if winner is not None else None

    def answer(self, word):
        """Count arriba, abajo, quiero or no quiero."""
        if self.asked:
            self.worth = 3
            (side,) = self.asked
            self.asked = []
            self.pay(1 - side, 1) if word == "no" else None
        elif word == "yes":
            self.worth = self.open[0]
            self.open = None
        else:
            self.pay(self.open[1], self.worth)

    def pay(self, side, points):
        self.score[side] += points
        self.mano = 1 - self.mano
        self.fresh()


@given(seed=st.integers(0, 2**32), seats=st.sampled_from([2, 4, 6]))
def test_arriba_o_abajo_random_games_score_as_a_simple_model_on_paper(seed, seats):
    dice = random.Random(seed)
    score = tuple(dice.choice((dice.randrange(30), 29)) for _ in "AB")
    dealer = dice.randrange(seats)
    game = begin(GAME, seats=seats, dealer=dealer, score="-".join(map(str, score)))
    paper = Chinas(score, dealer)
    for tap, after in walked(game, seed):
        assert not (tap.word == "tied" and 29 in paper.score)
        paper.tap(tap.word, tap.seat)
        assert list(after.score) == paper.score
        assert (after.winner is not None) == (max(paper.score) >= 30)
