"""How a game stands, as the table says it: points, or truts and points; what a round of duels has brought counts."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from companion.engine import Game, play
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
    if not game.truts:
        return Standing(tuple(map(str, points)), tuple(map(float, points)))
    pairs = tuple(zip(game.truts, points, strict=True))
    return Standing(tuple(f"{t}/{p}" for t, p in pairs), tuple(t + p / PETITS for t, p in pairs))


def after(step: PlayedTap) -> Standing:
    """How it stands after a tap; of a game that it won, the last score, which the next game has wiped out since.

    The engine says it: in a match of one game the same tap leaves that score.
    """
    if not won(step) or step.after.over:
        return standing(step.after)
    alone = replace(step.before, rules=replace(step.before.rules, best_of=1))
    return standing(play(alone, step.act))


def won(step: PlayedTap) -> bool:
    """Whether it won a game."""
    return any(event.kind == "game" for event in step.after.events)
