"""Random matches tapped through the engine."""

from __future__ import annotations

from random import Random

from companion.engine import Game, Tap, play
from tests.playing import any_tap

Told = list[tuple[Tap, Game]]
"""Each tap with the game after it."""


def walked(game: Game, seed: int, taps: int = 80, *, without: tuple[str, ...] = ()) -> Told:
    """A match from that game on, each kind of tap as likely as any other, without those words."""
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
    """Return whose hand it is when A, B and T say who took its tricks.

    The result is side 0 or 1, "nobody", or None while it may go either way.

    Two tricks win, one and a parda win, after a parda the first to take a trick wins, three pardas
    are for mano's side.
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
