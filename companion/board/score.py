"""The score board: each side with its figure, what wins, and the marks of the game."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import counting
from companion.board.counting import Counted
from companion.engine import Game
from companion.engine.variant import Count
from companion.web.guests import Viewer
from companion.words.people import People, glyph


class Side(NamedTuple):
    """One side's part of the score board.

    `figure` is what wins: points, or truts, beside which stand `petits`, the points that are not one yet.
    `games` has one entry a game that wins the match: won or not yet. `counted` is the score as it is drawn.
    """

    number: int
    glyph: str
    name: str
    figure: int
    petits: int | None
    games: tuple[bool, ...]
    counted: Counted

    @property
    def turns(self) -> bool:
        """Whether the figure reads as another one upside down: a phone that lies flat underlines it."""
        return not {"6", "9"}.isdisjoint(str(self.figure))


class Score(NamedTuple):
    """All sides, the points (or truts) that win, and what the cube shows while it lies in the middle."""

    sides: tuple[Side, ...]
    target: int
    cube: str


def build(game: Game, people: People, count: Count) -> Score:
    """The score board as everybody sees it who has no side."""
    sides = tuple(_side(game, people, side, count) for side in range(game.rules.sides))
    return Score(sides, game.rules.tally.target, counting.middle(game, count))


def own_first(score: Score, game: Game, viewer: Viewer) -> Score:
    """The score board as this viewer sees it."""
    own, sides = 0 if viewer.seat is None else game.rules.side(viewer.seat), score.sides
    return score._replace(sides=(sides[own], *sides[:own], *sides[own + 1 :]))


def _side(game: Game, people: People, side: int, count: Count) -> Side:
    best = game.rules.best_of
    games = tuple(won < game.games[side] for won in range(best // 2 + 1)) if best > 1 else ()
    score = game.score[side]
    figure, petits = (game.truts[side], score) if game.truts else (score, None)
    return Side(side, glyph(side), people.side(side), figure, petits, games, counting.side(game, side, count))
