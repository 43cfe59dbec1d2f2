"""A simple model that knows only the taps counts the same scores as the engine in random games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Tap
from tests.playing import begin
from tests.simple_rules import best_of_three, walked

Score = list[int]
GAME = 99  # means that a hand decides the game, instead of a number of points


@dataclass(frozen=True)
class Counted:
    """The calls and special scores of a game, from which a test counts the points by itself.

    * `ladder`: for each call, the worth of the hand if it is accepted, and the points if refused.
    * `bets`: the points that each word of the side bet adds.
    * `last`: the last word of the side bet, such as "falta"; `rest` computes its points.
    * `is_capped`: if true, the side bet pays at most what the side ahead lacks. In `bets` each word
      then has the worth of the whole bet.
    * `special`: if exactly one side has this many points, it decides before the play.
    * `rules`: the house rules, as in a record.
    * `without`: the words that are never tapped.
    """

    ladder: dict[str, tuple[int, int]]
    bets: dict[str, int] = field(default_factory=dict)
    last: str = ""
    rest: Callable[[Score, int, int], int] = lambda score, winner, target: target - max(score)
    is_capped: bool = False
    special: int = GAME
    rules: str = ""
    without: tuple[str, ...] = ()


def seed_falta(score: Score, winner: int, target: int) -> int:
    """Return the points that the side `winner` gets for a falta.

    While both sides have less than half of the target, the points are what the winner needs to
    reach the target. Later they are what the other side needs.
    """
    if max(score) < target // 2:
        return target - score[winner]
    return target - score[1 - winner]


def of_the_half(score: Score, winner: int, target: int) -> int:
    del winner
    lead = max(score)
    if lead < target // 2:
        return target // 2 - lead
    return target - lead


TRUCO = {"truco": (2, 1), "retruco": (3, 2), "vale-cuatro": (4, 3)}
ENVIDO = {"envido": 2, "real-envido": 3, "falta-envido": 0}
GAMES = {
    "argentine": Counted(TRUCO, ENVIDO, "falta-envido", seed_falta),
    "arriba-o-abajo": Counted({"truco": (3, 1), "retruco": (6, 3)}, special=29),
    "gauderio": Counted(TRUCO, ENVIDO, "falta-envido", rules="flor=off"),
    "menorcan": Counted(
        {"truc": (3, 1), "retruc": (6, 3), "val-nou": (9, 6), "joc-fora": (GAME, 9)},
        {"envit": 2, "jo-envit": 4, "dos-mes": 6, "la-falta": 0},
        "la-falta",
        is_capped=True,
    ),
    "truc-y-flou": Counted(
        {"truc": (2, 1), "retruc": (3, 2), "quatre": (4, 3), "six": (6, 4), "la-ronde": (GAME, 6)},
        {"embit": 2, "torne": 2, "la-falta": 0},
        "la-falta",
        without=("flor",),
    ),
    "valencian": Counted(
        {"truc": (2, 1), "retruc": (3, 2), "quatre-val": (4, 3), "joc-fora": (GAME, 4)},
        {"envit": 2, "torne": 2, "la-falta": 0},
        "la-falta",
        of_the_half,
    ),
    "venezuelan": Counted(
        {"truco": (3, 1), "retruco": (6, 3), "vale-nueve": (9, 6), "vale-juego": (GAME, 9)},
        {"envido": 2, "falta-envido": 0},
        "falta-envido",
        rules="flor=off",
    ),
}


class Paper:
    """A simple model of a game: it counts the points from the taps, without the engine."""

    def __init__(self, game: Counted, seats: int, dealer: int, score: Score, target: int) -> None:
        self.game = game
        self.seats = seats
        self.dealer = dealer
        self.score = score
        self.target = target
        self.deal()

    def deal(self) -> None:
        self.worth = 1
        self.tricks = ""
        self.open: list[str] = []
        self.points: list[int] = []
        self.numbers: dict[int, int] = {}
        special = [side for side in (0, 1) if self.score[side] == self.game.special]
        self.looking = special if len(special) == 1 else []

    def hear(self, tap: Tap) -> None:
        side = (tap.seat or 0) % 2
        if tap.word in self.game.ladder:
            self.hear_call(tap.word, side)
        elif tap.word in self.game.bets:
            self.hear_bet(tap, side)
        elif tap.word in ("yes", "no"):
            self.answer(is_yes=tap.word == "yes")
        elif tap.word == "says":
            self.say(tap.seat or 0, int(tap.value))
        elif tap.word in ("best", "good"):
            self.win_bet(side if tap.word == "best" else 1 - side)
        elif tap.word in ("fold", "hand"):
            self.end(side if tap.word == "hand" else 1 - side, self.worth)
        else:
            self.hear_trick(tap.word, side)

    def hear_call(self, word: str, side: int) -> None:
        """Record a call; a raise also accepts the call that it answers."""
        if "call" in self.open:
            self.worth = self.game.ladder[self.call][0]
        self.call = word
        self.caller = side
        self.open = ["call"]

    def hear_bet(self, tap: Tap, side: int) -> None:
        points = int(tap.value or self.game.bets[tap.word])
        if self.game.is_capped:  # the word says what the whole bet is worth
            points -= sum(self.points)
        self.points.append(points)
        self.bet = tap.word
        self.better = side
        self.open = [kind for kind in self.open if kind == "call"] + ["bet"]

    def hear_trick(self, word: str, side: int) -> None:
        """Record a trick, and ignore other taps, such as `muestra=5c` (the card turned up)."""
        if word not in ("won", "tied"):
            return
        self.tricks += "T" if word == "tied" else "AB"[side]
        winner = best_of_three(self.tricks, (self.dealer + 1) % 2)
        if winner is not None:
            self.end(winner, self.worth)

    def answer(self, *, is_yes: bool) -> None:
        kind = self.open.pop() if self.open else "special"
        if kind == "bet" and not is_yes:
            self.score[self.better] += self.capped(sum(self.points[:-1]) or 1)
        elif kind == "call" and is_yes:
            self.worth = self.game.ladder[self.call][0]
        elif kind == "call":
            self.end(self.caller, self.game.ladder[self.call][1])
        elif kind == "special" and is_yes:
            self.worth = 3
        elif kind == "special":
            self.end(1 - self.looking[0], 1)

    def say(self, seat: int, number: int) -> None:
        """Record a number that a player says.

        The bet is over after all opponents of the player with the highest number have said a
        number.
        """
        self.numbers[seat] = number
        best = max(self.numbers, key=self.numbers.__getitem__)
        if all(other in self.numbers for other in range(1 - best % 2, self.seats, 2)):
            self.win_bet(best % 2)

    def win_bet(self, side: int) -> None:
        if self.bet == self.game.last:
            self.score[side] += self.game.rest(self.score, side, self.target)
        else:
            self.score[side] += self.capped(sum(self.points))

    def capped(self, points: int) -> int:
        if self.game.is_capped:
            return min(points, self.target - max(self.score))
        return points

    def end(self, side: int, points: int) -> None:
        if points == GAME:
            self.score[side] = max(self.score[side], self.target)
        else:
            self.score[side] += points
        self.dealer += 1
        self.deal()


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 2**32))
def test_a_simple_model_counts_the_same_scores_as_the_engine_in_random_games(name, seed):
    dice = Random(seed)
    counted = GAMES[name]
    rules = f"best_of=1 {counted.rules}"
    target = begin(name, rules=rules).rules.tally.target
    score = [dice.choice((dice.randrange(target), target - 1)) for _ in "AB"]
    dealer = dice.randrange(2)
    game = begin(name, dealer=dealer, score=f"{score[0]}-{score[1]}", rules=rules)
    paper = Paper(counted, game.rules.seats, dealer, score, target)
    for tap, after in walked(game, seed, without=counted.without):
        paper.hear(tap)
        assert list(after.score) == paper.score
        assert (after.winner is not None) == (max(paper.score) >= target)
