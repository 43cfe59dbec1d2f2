"""Compute the score of a game as the table shows it: points, or truts and points.

The points of a round of duels count at once.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.engine import Game, final
from companion.retelling.replay import PlayedTap

PETITS = 3  # points that make a trut, if the rules do not say how many


class Standing(NamedTuple):
    """The score of each side.

    `texts` are the scores as they are written (`6/1`: six truts and a point). `heights` are numbers
    to draw and compare, where points are fractions of a trut.
    """

    texts: tuple[str, ...]
    heights: tuple[float, ...]


def standing(game: Game) -> Standing:
    """Return the score, with the points of a round of duels, which the rules pay at its end."""
    so_far = game.duel_points or (0,) * len(game.score)
    points = tuple(had + more for had, more in zip(game.score, so_far, strict=True))
    return _written(game._replace(score=points).score_text)


def score_after(step: PlayedTap) -> Standing:
    """Return the score after a tap; if it won a game, the score that game ended with."""
    score = final(step.after.events, "")
    return _written(score) if score else standing(step.after)


def _written(score: str) -> Standing:
    texts = tuple(score.split("-"))
    return Standing(texts, tuple(map(_height, texts)))


def _height(text: str) -> float:
    truts, _, petits = text.rpartition("/")
    if not truts:
        return float(petits)
    return float(petits) / PETITS + int(truts)


def has_won_game(step: PlayedTap) -> bool:
    """Return whether this tap won a game."""
    return any(event.kind == "game" for event in step.after.events)
