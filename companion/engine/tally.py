"""How points become games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from companion.engine.core import Game
from companion.engine.hand import Worth
from companion.engine.sentence import Impossible


@dataclass(frozen=True, slots=True)
class Points:
    """First to `target` points wins the game. Scores are not cut at the target; the worth "game" lifts to it."""

    target: int

    def zero(self, game: Game) -> Game:
        """Nothing yet but the handicap."""
        return game._replace(score=game.rules.handicap or (0,) * game.rules.sides)

    def parse(self, game: Game, text: str) -> Game:
        """The score written as `4-6`; ValueError when it cannot stand at the start of a hand."""
        sides = game.rules.sides
        if not re.fullmatch(r"[0-9]{1,3}(-[0-9]{1,3})+", text) or text.count("-") + 1 != sides:
            raise Impossible(
                "“%(text)s” is not a score: give the points of each of the %(sides)s sides, such as 4-6",
                text=text,
                sides=sides,
            )
        score = tuple(int(points) for points in text.split("-"))
        if max(score) >= self.target:
            raise Impossible(
                "“%(text)s” is not a possible score: a game ends at %(target)s points", text=text, target=self.target
            )
        return game._replace(score=score)

    def pay(self, game: Game, side: int, worth: Worth) -> Game:
        """The score after `side` got `worth`."""
        had = game.score[side]
        has = max(had, self.target) if isinstance(worth, str) else had + worth
        return game._replace(score=tuple(has if s == side else old for s, old in enumerate(game.score)))

    def winner(self, game: Game) -> int | None:
        """The side at or over the target; the higher if both are, and at equal points that of mano."""
        mano = game.rules.side(game.rules.after(game.dealer))
        best = max(range(len(game.score)), key=lambda side: (game.score[side], side == mano))
        return best if game.score[best] >= self.target else None


@dataclass(frozen=True, slots=True)
class Truts:
    """The Trut family: first to `target` truts (longs), which points (petits) may turn into.

    A worth of "trut" is one trut; it clears the points of the `other` side, of `both`, or only one's
    `own` (then both at two all, when everybody was asked to sing). `exchange` points make one more trut
    and clear both sides; with None they never do, and a side holds at most two.
    """

    target: int
    clears: Literal["other", "both", "own"]
    exchange: int | None = 3

    def zero(self, game: Game) -> Game:
        """Nothing yet but the handicap, which is in truts."""
        nothing = (0,) * game.rules.sides
        return game._replace(score=nothing, truts=game.rules.handicap or nothing)

    def parse(self, game: Game, text: str) -> Game:
        """The score written as `6/2-3/1`, truts before points; ValueError when it cannot stand."""
        sides = game.rules.sides
        if not re.fullmatch(r"[0-9]{1,2}/[0-9](-[0-9]{1,2}/[0-9])+", text) or text.count("-") + 1 != sides:
            raise Impossible(
                "“%(text)s” is not a score: give the truts and points of each of the %(sides)s sides, such as 6/2-3/1",
                text=text,
                sides=sides,
            )
        pairs = [tuple(map(int, side.split("/"))) for side in text.split("-")]
        if any(truts >= self.target or points > 2 for truts, points in pairs):
            raise Impossible(
                "“%(text)s” is not a possible score: a game ends at %(target)s truts, and three points make one",
                text=text,
                target=self.target,
            )
        return game._replace(truts=tuple(truts for truts, _ in pairs), score=tuple(points for _, points in pairs))

    def pay(self, game: Game, side: int, worth: Worth) -> Game:
        """The points and truts after `side` got `worth`."""
        had = game.score[side]
        if isinstance(worth, str):
            return self._trut(game, side)
        if self.exchange is None:
            return _points(game, side, min(had + worth, 2))
        if had + worth < self.exchange:
            return _points(game, side, had + worth)
        return _plus_one(game, side)._replace(score=(0,) * len(game.score))

    def winner(self, game: Game) -> int | None:
        """The side that has its truts."""
        return next((side for side, truts in enumerate(game.truts) if truts >= self.target), None)

    def _trut(self, game: Game, side: int) -> Game:
        sung = self.clears == "own" and all(points == 2 for points in game.hand.began)
        cleared = {"other": {1 - side}, "both": {0, 1}, "own": {side}}["both" if sung else self.clears]
        score = tuple(0 if s in cleared else points for s, points in enumerate(game.score))
        return _plus_one(game, side)._replace(score=score)


def _points(game: Game, side: int, points: int) -> Game:
    return game._replace(score=tuple(points if s == side else old for s, old in enumerate(game.score)))


def _plus_one(game: Game, side: int) -> Game:
    return game._replace(truts=tuple(truts + (s == side) for s, truts in enumerate(game.truts)))
