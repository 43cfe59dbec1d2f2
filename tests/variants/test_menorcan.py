"""Truc menorquí (RULES.md 22): l'amo and madona on top. Seat 0 deals, seat 1 leads."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.playing import begin, play, refused, taps, told, words
from tests.reckoning import best_of_three, walked

GAME = "menorcan"


# Truc

CLIMB = ("truc@1", "retruc@2", "val-nou@3", "joc-fora@0")


def test_menorcan_the_side_that_accepted_raises_and_nothing_is_above_joc_fora():
    assert refused(GAME, "truc@1 yes@2 retruc@3").reason == "elsewhere"
    assert not {"truc", "retruc", "val-nou", "joc-fora"} & words(
        play(GAME, " ".join(CLIMB) + " yes@1")
    )


# Envit


@pytest.mark.parametrize(("score", "rest"), [("0-0", 24), ("5-11", 13), ("13-20", 4)])
def test_menorcan_la_falta_is_what_the_leader_lacks(score, rest):
    assert told(GAME, "la-falta@1", score=score)["open"]["yes"] == rest


def test_menorcan_no_envit_is_worth_more_than_the_leader_lacks():
    assert told(GAME, "envit@1 jo-envit@2", score="21-18")["open"]["yes"] == 3
    assert told(GAME, "envit@1 yes@2 best@1", score="3-23", rules="best_of=1")["score"] == [3, 24]
    assert told(GAME, "envit@1 yes@2 best@0", score="3-23")["score"] == [4, 23]


def test_menorcan_amo_counts_twenty_eight_and_another_card_up_to_thirty_five():
    numbers = [tap for tap in taps(play(GAME, "envit@1 yes@0")) if tap.startswith("says@1")]
    said = {int(tap.partition("=")[2]) for tap in numbers}
    assert said == {*range(8), *range(20, 36)}
    # l'amo alone, and with a Seven
    assert told(GAME, "envit@0 yes@1 says@1=28 says@2=35 good@3")["score"] == [2, 0]
    assert refused(GAME, "envit@0 yes@1 says@1=36").reason == "value"


def test_menorcan_an_envit_goes_before_an_open_truc():
    assert told(GAME, "truc@1 envit@0 yes@3 best@0")["open"]["word"] == "truc"
    assert "envit" not in words(play(GAME, "truc@1 yes@0"))


# The end


def test_menorcan_there_is_no_flor_and_only_partners_play():
    with pytest.raises(ValueError, match="no house rule flor"):
        play(GAME, rules="flor=on")
    with pytest.raises(ValueError, match="4 or 6 or 8"):
        play(GAME, seats=2)


# The same by a small model

TRUC = {"truc": (3, 1), "retruc": (6, 3), "val-nou": (9, 6), "joc-fora": (24, 9)}


class Cama:
    """A cama counted on paper, from its taps alone, without the engine."""

    def __init__(self, score, dealer):
        self.score = list(score)
        self.mano = (dealer + 1) % 2
        self.deal()

    def deal(self):
        self.worth = 1
        self.tricks = ""
        self.truc = None
        self.envit = []
        self.said = {}
        self.asking = False

    def tap(self, word, seat, value):
        side = None if seat is None else seat % 2
        if word in TRUC:
            self.worth = TRUC[self.truc[0]][0] if self.truc else self.worth
            self.truc = (word, side)
        elif word in ("envit", "jo-envit", "dos-mes", "la-falta"):
            self.envit.append((word, side))
            self.asking = True
        elif word in ("yes", "no"):
            self.answer(word == "yes")
        elif word in ("best", "good"):
            self.score[side if word == "best" else 1 - side] += self.bet()
        elif word == "says":
            self.said[seat] = int(value)
        elif word in ("fold", "hand"):
            self.pay(1 - side if word == "fold" else side, self.worth)
        else:
            self.tricks += "T" if word == "tied" else "AB"[side]
            winner = best_of_three(self.tricks, self.mano)
            self.pay(winner, self.worth) if winner is not None else None

    def answer(self, yes):
        """Count an answer to the open envit, or else to the truc."""
        if self.asking:
            self.asking = False
            refused = min((1, 2, 4, 6)[len(self.envit) - 1], 24 - max(self.score))
            self.score[self.envit[-1][1]] += 0 if yes else refused
        elif yes:
            self.worth = TRUC[self.truc[0]][0]
            self.truc = None
        else:
            self.pay(self.truc[1], TRUC[self.truc[0]][1])

    def bet(self):
        rest = 24 - max(self.score)
        return rest if self.envit[-1][0] == "la-falta" else min(2 * len(self.envit), rest)

    def numbers_are_said(self):
        """Count the numbers said: the highest wins, of equal ones the first."""
        self.score[max(self.said, key=self.said.get) % 2] += self.bet()

    def pay(self, side, points):
        self.score[side] = max(self.score[side], 24) if points == 24 else self.score[side] + points
        self.mano = 1 - self.mano
        self.deal()


@given(seed=st.integers(0, 2**32))
def test_menorcan_random_games_score_as_a_simple_model_on_paper(seed):
    dice = random.Random(seed)
    score = (dice.randrange(24), dice.randrange(24))
    dealer = dice.randrange(4)
    paper = Cama(score, dealer)
    for tap, after in walked(
        begin(GAME, dealer=dealer, score="-".join(map(str, score)), rules="best_of=1"), seed
    ):
        paper.tap(tap.word, tap.seat, tap.value)
        if tap.word == "says" and any(event.why == "bet" for event in after.events):
            paper.numbers_are_said()
        assert list(after.score) == paper.score
        assert (after.winner is not None) == (max(paper.score) >= 24)
