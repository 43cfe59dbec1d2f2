"""The score board: each side with its figure, what wins, and the marks of the game."""

from __future__ import annotations

from typing import NamedTuple

from companion.board import counting, history, points
from companion.board.counting import Counted
from companion.board.history import News
from companion.board.points import Points
from companion.engine import Game, Offer
from companion.engine.giving import can_be_won
from companion.engine.variant import Count
from companion.tables import Row
from companion.words import labels
from companion.words.people import People, glyph


class Side(NamedTuple):
    """One side's part of the score board.

    `figure` is what wins: points, or truts, beside which stand `petits`: 2 points, which are not one yet.
    `games` has one entry a game that wins the match: won or not yet. `counted` is the score as it is drawn.
    `gained` is what it got by the last tap that scored, `points` what may be tapped about its points.
    """

    number: int
    glyph: str
    name: str
    figure: int
    petits: str
    games: tuple[bool, ...]
    counted: Counted
    gained: News | None = None
    points: Points | None = None

    @property
    def face(self) -> Side:
        """The figure alone, without what may be tapped about it: that changes more often."""
        return self._replace(points=None)

    @property
    def turns(self) -> bool:
        """Whether the figure reads as another one upside down: a phone that lies flat underlines it."""
        return not {"6", "9"}.isdisjoint(str(self.figure))


class Score(NamedTuple):
    """All sides, the points (or truts) that win, what the hand is worth, the cube while it lies in the middle.

    `word`: the worth is none of points. No worth once the match is over, nor where only a call wins.
    """

    sides: tuple[Side, ...]
    target: int
    cube: str
    worth: str
    word: bool


def build(game: Game, offers: tuple[Offer, ...], people: People, rows: tuple[Row, ...], count: Count) -> Score:
    """The score board as everybody sees it who has no side."""
    stake, last = game.hand.stake, history.gains(rows, people)
    sides = (
        _side(game, people, side, count, gained=last.get(side), points=points.build(game, offers, people, side))
        for side in range(game.rules.sides)
    )
    shown = not game.over and can_be_won(game)
    worth = labels.worth(labels.counted(stake, game.rules)) if shown else ""
    return Score(tuple(sides), game.rules.tally.target, counting.middle(game, count), worth, isinstance(stake, str))


def seen_by(score: Score, own: int, *, tap: bool) -> Score:
    """The score board for the players of a side: theirs first, and points only where they may record."""
    sides = (score.sides[own], *score.sides[:own], *score.sides[own + 1 :])
    return score._replace(sides=sides if tap else tuple(side._replace(points=None) for side in sides))


def _side(game: Game, people: People, side: int, count: Count, *, gained: News | None, points: Points | None) -> Side:
    best = game.rules.best_of
    games = tuple(won < game.games[side] for won in range(best // 2 + 1)) if best > 1 else ()
    score = game.score[side]
    figure, petits = (game.truts[side], labels.petits(score, game.rules)) if game.truts else (score, "")
    counted = counting.side(game, side, count)
    return Side(side, glyph(side), people.side(side), figure, petits, games, counted, gained, points)
