"""Random matches tapped through the engine, and the usual rule of three tricks, written again."""

from __future__ import annotations

from random import Random

from companion.engine import Game, Tap, play
from tests.playing import any_tap

Told = list[tuple[Tap, Game]]
"""Each tap with the game after it."""


def walked(game: Game, seed: int, taps: int = 80, *, without: tuple[str, ...] = ()) -> Told:
    """Return a random match from that game on, in which each kind of tap is equally likely."""
    dice = Random(seed)
    told = Told()
    while len(told) < taps and not game.over:
        tap = any_tap(game, dice)
        if tap.word in without:
            continue
        game = play(game, tap)
        told.append((tap, game))
    return told


def best_of_three(tricks: str, mano: int) -> int | None:
    """Return the side, 0 or 1, that takes the hand, or None while either may.

    In `tricks`, A and B are the sides that took a trick, and T is a tied one. Two tricks win. If a
    trick is tied, the first one that is not tied wins. Three ties go to `mano`, a side.
    """
    first = tricks.replace("T", "")[:1]
    if tricks == "TTT":
        return mano
    over = (
        max(tricks.count("A"), tricks.count("B")) == 2
        or (first and "T" in tricks)
        or len(tricks) == 3
    )
    if not over:
        return None
    most = next((side for side in "AB" if tricks.count(side) == 2), first)
    return "AB".index(most)
