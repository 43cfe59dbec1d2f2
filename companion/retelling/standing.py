"""How a game stands, as the table says it: points, or truts and points; what a round of duels has brought counts."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine import Game, final
from companion.retelling.played import PlayedTap

PETITS = 3  # points that make a trut, where the rules do not say how many


class Standing(NamedTuple):
    """By side: `texts` as they are written (`6/1`: six truts and a point), `heights` as they are drawn and compared."""

    texts: tuple[str, ...]
    heights: tuple[float, ...]


def standing(game: Game) -> Standing:
    """How it stands; what a round of duels has brought so far is counted, though the rules pay it at its end."""
    so_far = game.duel_points or (0,) * len(game.score)
    points = tuple(had + more for had, more in zip(game.score, so_far, strict=True))
    return _written(game._replace(score=points).score_text)


def after(step: PlayedTap) -> Standing:
    """How it stands after a tap; of a game that it won, the score that game ended with."""
    score = final(step.after.events, "")
    return _written(score) if score else standing(step.after)


def _written(score: str) -> Standing:
    texts = tuple(score.split("-"))
    return Standing(texts, tuple(map(_height, texts)))


def _height(text: str) -> float:
    truts, _, petits = text.rpartition("/")
    return float(petits) / PETITS + int(truts) if truts else float(petits)


def won(step: PlayedTap) -> bool:
    """Whether it won a game."""
    return any(event.kind == "game" for event in step.after.events)
