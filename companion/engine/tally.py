"""How points become games."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from companion.engine.core import Game
from companion.engine.hand import Worth


@dataclass(frozen=True, slots=True)
class Points:
    """First to `target` points wins the game. Scores are not cut at the target; the worth "game" lifts to it."""

    target: int

    def zero(self, game: Game) -> Game:
        """Nothing yet."""
        return replace(game, score=(0,) * game.rules.sides)

    def parse(self, game: Game, text: str) -> Game:
        """The score written as `4-6`; ValueError when it cannot stand at the start of a hand."""
        sides = game.rules.sides
        if not re.fullmatch(r"[0-9]{1,3}(-[0-9]{1,3})+", text) or text.count("-") + 1 != sides:
            raise ValueError(f"score {text!r} cannot be read: points of each of the {sides} sides, as 4-6")
        score = tuple(int(points) for points in text.split("-"))
        if max(score) >= self.target:
            raise ValueError(f"score {text!r} cannot stand: a game ends at {self.target} points")
        return replace(game, score=score)

    def pay(self, game: Game, side: int, worth: Worth) -> Game:
        """The score after `side` got `worth`."""
        had = game.score[side]
        has = max(had, self.target) if isinstance(worth, str) else had + worth
        return replace(game, score=tuple(has if s == side else old for s, old in enumerate(game.score)))

    def winner(self, game: Game) -> int | None:
        """The side at or over the target, the higher one if a correction put both there."""
        best = max(range(len(game.score)), key=game.score.__getitem__)
        return best if game.score[best] >= self.target else None
