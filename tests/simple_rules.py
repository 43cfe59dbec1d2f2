"""Play random matches. Decide a hand of three tricks by the usual rule, without the engine."""

from __future__ import annotations

from random import Random

from companion.engine import Game, Tap, play
from tests.playing import any_tap

Told = list[tuple[Tap, Game]]
"""Each tap with the game after it."""


def walked(game: Game, seed: int, taps: int = 80, *, without: tuple[str, ...] = ()) -> Told:
    """Return at most `taps` random taps that continue this game, each with the game after it.

    Each word is equally likely, but no word in `without` is tapped.
    """
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
    """Return the side, 0 or 1, that takes the hand, or None if both sides can still take it.

    `tricks` has a letter for each trick: A if side 0 won it, B if side 1 won it, T if it was tied.
    Two tricks win. If a trick is tied, the side that won the first trick that was not tied wins. If
    all three are tied, side `mano` wins.
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
