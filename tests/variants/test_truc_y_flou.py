"""Truc y flou (RULES.md 21): six players, 25 points. Seat 0 deals, 1 leads; pieds 0 and 5."""

import random
from itertools import chain

import pytest

from companion import variants
from companion.engine import legal, start
from companion.engine import play as tapped
from companion.engine.records import state
from tests.playing import play, refused, seated, taps, told, words
from tests.sequences import FIRST, by_the_book

GAME = "truc-y-flou"


def named(game, *names):
    return {t for t in taps(game) if t.partition("@")[0] in names}


# The pied alone answers


@pytest.mark.parametrize("dealer", range(6))
@pytest.mark.parametrize("call", ["truc", "embit"])
def test_truc_y_flou_a_call_is_answered_by_the_last_to_play_of_the_other_side(dealer, call):
    before = (dealer - 1) % 6
    for caller in range(6):
        pied = dealer if (dealer - caller) % 2 else before
        assert told(GAME, f"{call}@{caller}", dealer=dealer)["open"]["answer"] == [pied]


def test_truc_y_flou_the_partners_of_the_pied_neither_answer_nor_raise_for_them():
    assert refused(GAME, "truc@1 yes@2").reason == "elsewhere"
    assert refused(GAME, "truc@1 retruc@4").reason == "elsewhere"
    assert named(play(GAME, "truc@1"), "yes", "no", "retruc", "embit") == {
        "yes@0",
        "no@0",
        "retruc@0",
        "embit@0",
    }
    assert named(play(GAME, "embit@2"), "yes", "no", "torne", "la-falta") == {
        "yes@5",
        "no@5",
        "torne@5",
        "la-falta@5",
    }


# Truc

CLIMB = ("truc@1", "retruc@0", "quatre@5", "six@0", "la-ronde@5")
LADDER = [
    ("truc", 2, 1),
    ("retruc", 3, 2),
    ("quatre", 4, 3),
    ("six", 6, 4),
    ("la-ronde", "game", 6),
]


def test_truc_y_flou_once_a_truc_is_accepted_any_seat_of_that_side_may_raise_it():
    assert named(play(GAME, "truc@1 yes@0"), "truc", "retruc") == {
        "retruc@0",
        "retruc@2",
        "retruc@4",
    }
    assert not {word for word, _, _ in LADDER} & words(play(GAME, " ".join(CLIMB) + " yes@0"))


# Embit


def test_truc_y_flou_the_numbers_are_said_from_the_first_player_and_the_earlier_wins_a_tie():
    assert told(GAME, "embit@1 yes@0")["open"] == {"word": "embit", "answer": [0, 1, 2, 3, 4, 5]}
    says = {int(t.partition("=")[2]) for t in named(play(GAME, "embit@1 yes@0"), "says")}
    assert says == {*range(8), *range(20, 35)}
    assert told(GAME, "embit@1 yes@0 says@1=30 says@2=30 says@4=30 says@0=30")["score"] == [0, 2]
    assert told(GAME, "embit@1 yes@0 says@1=30 good@0")["score"] == [0, 2]
    assert told(GAME, "embit@1 yes@0 says@1=30 says@2=34 good@5")["score"] == [2, 0]


def test_truc_y_flou_embit_is_once_a_hand_in_the_first_trick_and_before_a_truc_is_accepted():
    for line in ("embit@1 no@0", "embit@1 yes@0 best@0", "won@1", "truc@1 yes@0"):
        assert "embit" not in words(play(GAME, line))
    assert told(GAME, "truc@1 embit@0 no@5")["score"] == [1, 0]
    assert told(GAME, "truc@1 embit@0 no@5")["open"]["word"] == "truc"


# Flou


def test_truc_y_flou_a_flou_cancels_the_embit_and_goes_before_an_open_truc():
    state = told(GAME, "truc@1 embit@0 flor@2 no@3 no@4 no@5 no@0 no@1")
    assert (state["score"], state["open"]["word"]) == ([3, 0], "truc")
    assert "embit" not in words(play(GAME, "flor@2 no@3 no@4 no@5 no@0 no@1"))


def test_truc_y_flou_a_contest_of_flous_goes_to_the_best_number_up_to_forty_one():
    contest = "flor@1 contraflor@2 yes@1"
    assert told(GAME, f"{contest} says@1=38 says@2=41")["score"] == [6, 0]
    assert told(GAME, f"{contest} says@1=41 good@2")["score"] == [0, 6]
    assert told(GAME, "flor@1 contraflor@2 achico@1")["score"] == [4, 0]
    assert told(GAME, "flor@1 resto@2", score="10-5")["open"]["yes"] == 25 - 10 + 6
    assert "pido-flor" not in words(play(GAME, "hand@1"))


# A model of its own

PAYS = (1, 2, 3, 4, 6)  # a hand after so many calls of truc; one more is the game


class Hand:
    """One hand of truc without side bets, counted from its calls and tricks alone."""

    def __init__(self, dealer):
        self.dealer = dealer
        self.calls = 0
        self.caller = None
        self.waits = False
        self.tricks = []

    def taps(self):
        if self.waits:
            pied = self.dealer if (self.dealer + self.caller) % 2 else (self.dealer - 1) % 6
            return {f"{word}@{pied}" for word in ("yes", "no", *self.next_call())}
        callers = [seat for seat in range(6) if self.caller is None or seat % 2 != self.caller]
        calls = seated(" ".join(self.next_call()), callers)
        return calls | seated("won fold hand", range(6)) | {"tied"}

    def next_call(self):
        return [LADDER[self.calls][0]] if self.calls < 5 else []

    def tap(self, text):
        """Return None while the hand goes on, then its winner and the number of calls it pays."""
        word, _, seat = text.partition("@")
        side = int(seat) % 2 if seat else None
        if word == "yes":
            self.waits = False
        elif word == "no":
            return 1 - side, self.calls - 1
        elif word in ("fold", "hand"):
            return (side if word == "hand" else 1 - side), self.calls
        elif word in ("won", "tied"):
            self.tricks.append("T" if side is None else "AB"[side])
            played, winner = by_the_book(FIRST, " ".join(self.tricks), all_tied=1 - self.dealer % 2)
            return (winner, self.calls) if len(self.tricks) == played else None
        else:
            self.calls = self.calls + 1
            self.caller = side
            self.waits = True
        return None


@pytest.mark.parametrize("seed", range(40))
def test_truc_y_flou_random_games_score_as_a_simple_model(seed):
    dice = random.Random(seed)
    dealer = seed % 6
    score = [0, 0]
    game = start(variants.get(GAME).rules(), dealer)
    hand = Hand(dealer)
    others = {"embit", "flor"}
    for _ in range(200):
        offered = {}
        for offer in legal(game):
            if offer.tap.word not in others:
                offered |= {str(tap): tap for tap in offer.all_taps()}
        assert set(offered) == hand.taps()
        tap = dice.choice(sorted(offered))
        game = tapped(game, offered[tap])
        ended = hand.tap(tap)
        if ended is not None:
            winner, calls = ended
            score[winner] = max(score[winner], 25) if calls == 5 else score[winner] + PAYS[calls]
            dealer = (dealer + 1) % 6
            hand = Hand(dealer)
        assert state(game)["score"] == score
        assert (game.winner is not None) == (max(score) >= 25)
        if game.winner is not None:
            return


EMBITS = {"embit": 2, "torne": 4}


def embit_pays(taps, score):
    """Return the side an embit pays and how much, from the taps alone, or None if not settled."""
    chain = [tap for tap in taps if tap.word in ("embit", "torne", "la-falta")]
    says = [(tap.seat, int(tap.value)) for tap in taps if tap.word == "says"]
    last = taps[-1]
    if last.word == "no":
        return chain[-1].seat % 2, EMBITS[chain[-2].word] if chain[1:] else 1
    if last.word not in ("best", "good", "says"):
        return None
    leads = max(says, key=lambda said: said[1])[0] % 2 if says else last.seat % 2
    if last.word == "says" and len([seat for seat, _ in says if seat % 2 != leads]) < 3:
        return None
    winner = last.seat % 2 if last.word == "best" else leads
    return winner, EMBITS.get(chain[-1].word) or 25 - max(score)


def flou_pays(taps):
    """Return the same for a flou without a contest: 3 each, 1 more if an opponent gave one up."""
    if len(taps) < 6:
        return None
    flous = sum(tap.word == "flor" for tap in taps)
    shrunk = any(tap.word == "achico" for tap in taps)
    return taps[0].seat % 2, 3 * flous + shrunk


@pytest.mark.parametrize("bet", ["embit", "flor"])
@pytest.mark.parametrize("seed", range(60))
def test_truc_y_flou_a_bet_pays_what_its_taps_add_up_to(bet, seed):
    dice = random.Random(seed)
    score = [dice.randrange(8), dice.randrange(8)]
    game = start(variants.get(GAME).rules(), seed % 6, "-".join(map(str, score)))
    taps = []
    unmodelled = {"contraflor", "resto"} | ({"flor"} if bet == "embit" else set())
    while taps == [] or game.hand.question is not None:
        offers = [offer for offer in legal(game) if offer.tap.word not in unmodelled]
        words = [bet] if taps == [] else sorted({offer.tap.word for offer in offers})
        word = dice.choice(words)
        chosen = [offer.all_taps() for offer in offers if offer.tap.word == word]
        taps.append(dice.choice(list(chain.from_iterable(chosen))))
        game = tapped(game, taps[-1])
        paid = embit_pays(taps, score) if bet == "embit" else flou_pays(taps)
        assert (paid is None) == (game.hand.question is not None)
    score[paid[0]] += paid[1]
    assert state(game)["score"] == score
