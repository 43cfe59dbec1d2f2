"""Truco arriba o abajo as RULES.md 23 tells it. Seat 0 deals, so seat 1 is mano and leads, and 3 is his partner."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import variants
from tests.playing import begin, play, refused, there_and_back, told, words
from tests.reckoning import best_of_three, walked
from tests.sequences import EVERY, FIRST, by_the_book, falls

GAME = "arriba-o-abajo"


def test_everything_that_may_be_done_at_the_start():
    assert told(GAME)["legal"] == sorted(
        [f"{word}@{seat}" for word in ("fold", "hand", "truco", "won") for seat in range(4)]
        + ["tied"]
    )


def test_the_five_of_coins_is_the_highest_card():
    rank = ["/".join(group) for group in variants.get(GAME).ranking({})]
    assert rank[:7] == ["5o", "11b", "10o", "1e", "1b", "7e", "7o"]
    assert rank[7:11] == ["3", "2", "1o/1c", "12"]


@pytest.mark.parametrize("sequence", EVERY)
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_first_trick_decides_and_three_pardas_are_for_the_side_of_mano(sequence, seats, dealer):
    expected = by_the_book(FIRST, sequence, all_tied=1 - dealer)
    assert falls(GAME, sequence, seats=seats, dealer=dealer) == expected


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("won@1 won@3", [0, 1]),
        ("won@1 won@2 tied", [0, 1]),  # a parda in the third trick: the first decides
        ("tied won@2", [1, 0]),
        ("truco@1 no@2", [0, 1]),
        ("truco@1 yes@0 won@0 won@2", [3, 0]),
        ("truco@1 retruco@0 no@3", [3, 0]),
        ("truco@1 yes@0 won@1 retruco@2 yes@3 won@3", [0, 6]),
        ("truco@1 retruco@2 yes@1 fold@0", [0, 6]),
        ("fold@3", [1, 0]),
        ("hand@1", [0, 1]),
    ],
)
def test_what_a_hand_pays(line, score):
    assert told(GAME, line)["score"] == score


def test_only_the_side_that_accepted_says_retruco_and_nothing_is_above_it():
    assert told(GAME, "truco@1")["open"] == {
        "word": "truco",
        "by": 1,
        "yes": 3,
        "no": 1,
        "answer": [0, 2],
    }
    assert told(GAME, "truco@1 retruco@2")["open"] == {
        "word": "retruco",
        "by": 2,
        "yes": 6,
        "no": 3,
        "answer": [1, 3],
    }
    assert refused(GAME, "truco@1 yes@2 retruco@3").reason == "elsewhere"
    assert not {"truco", "retruco"} & words(play(GAME, "truco@1 retruco@2 yes@3"))


def test_playing_is_no_answer_unless_the_house_says_so():
    assert refused(GAME, "truco@1 won@2").reason == "question"
    assert told(GAME, "truco@1 won@2", rules="silent_accept=on")["stake"] == 3


# Arriba o abajo -------------------------------------------------------------------------------------------------------


def test_at_twenty_nine_that_side_says_arriba_or_abajo():
    assert told(GAME, score="29-20")["open"] == {"word": "eleven", "answer": [0, 2]}
    assert told(GAME, "yes@2", score="29-20")["stake"] == 3
    assert told(GAME, "no@0", score="29-20")["score"] == [29, 21]
    assert told(GAME, "yes@0 won@1 won@3", score="29-20")["score"] == [29, 23]
    assert told(GAME, "yes@0 won@0 won@2", score="29-20")["match_winner"] == 0
    assert told(GAME, "yes@0 won@1 won@3", score="29-27")["match_winner"] == 1


@pytest.mark.parametrize(("taps", "score"), [("yes@0", "29-20"), ("", "29-29"), ("won@1", "29-29")])
def test_there_is_neither_truco_nor_parda_in_such_a_hand(taps, score):
    assert words(play(GAME, taps, score=score)) == {"won", "fold", "hand"}


def test_after_abajo_the_next_hand_asks_again():
    state = told(GAME, "no@0", score="29-20")
    assert (state["dealer"], state["open"]) == (1, {"word": "eleven", "answer": [0, 2]})


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("yes@1 won@1 won@3", "3-29"),
        ("yes@1 fold@2", "3-29"),
        ("yes@3 hand@3", "3-29"),
        ("won@1 won@0 won@3", "29-29"),
        ("fold@0", "29-29"),
        ("hand@1", "29-29"),
        ("truco@0 retruco@1 no@2", "3-27"),
        ("truco@1 yes@2 won@1 tied", "3-28"),
        ("truco@1 yes@2 tied tied tied", "3-28"),
        ("fix@1=2", "3-28"),
    ],
)
def test_thirty_chinas_win(line, score):
    assert told(GAME, line, score=score)["match_winner"] == 1


def test_three_pardas_are_nobodys_where_the_house_says_so():
    assert told(GAME, "tied tied tied", rules="ttt=none")["hand_winner"] is None


@pytest.mark.parametrize(
    "line", ["truco@1 retruco@2 yes@3 won@0 tied", "won@1 truco@2 no@3 hand@0"]
)
def test_undo_and_redo_of_every_tap(line):
    there_and_back(GAME, line)
    there_and_back(GAME, "yes@1 won@1 won@0 won@3", score="3-29")


# The same by a small model --------------------------------------------------------------------------------------------


class Chinas:
    """A game reckoned on paper: nothing of the engine, only what is called, answered and taken."""

    def __init__(self, score, dealer):
        self.score, self.mano = list(score), (dealer + 1) % 2
        self.fresh()

    def fresh(self):
        self.worth, self.tricks, self.open = 1, "", None
        self.asked = [side for side in (0, 1) if self.score[side] == 29 > self.score[1 - side]]

    def tap(self, word, seat):
        """One tap."""
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
        """Arriba, abajo, quiero or no quiero."""
        if self.asked:
            self.worth, (side,), self.asked = 3, self.asked, []
            self.pay(1 - side, 1) if word == "no" else None
        elif word == "yes":
            self.worth, self.open = self.open[0], None
        else:
            self.pay(self.open[1], self.worth)

    def pay(self, side, points):
        self.score[side] += points
        self.mano = 1 - self.mano
        self.fresh()


@given(seed=st.integers(0, 2**32), seats=st.sampled_from([2, 4, 6]))
def test_a_game_on_paper_comes_to_the_same_score(seed, seats):
    dice = random.Random(seed)
    score = tuple(dice.choice((dice.randrange(30), 29)) for _ in "AB")
    dealer = dice.randrange(seats)
    game = begin(GAME, seats=seats, dealer=dealer, score="-".join(map(str, score)))
    paper = Chinas(score, dealer)
    for act, after in walked(game, seed):
        assert not (act.word == "tied" and 29 in paper.score)
        paper.tap(act.word, act.seat)
        assert list(after.score) == paper.score
        assert (after.winner is not None) == (max(paper.score) >= 30)
