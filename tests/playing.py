"""Play games written as taps: `play("catalan", "truc@1 yes@2 won@1 won@3").score == (0, 2)`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, product
from random import Random
from typing import Any

import pytest

from companion import variants
from companion.engine import Game, Illegal, MatchLog, Tap, legal, parse, start
from companion.engine.records import house, state


def begin(
    variant: str,
    *,
    seats: int | None = None,
    dealer: int = 0,
    score: str = "",
    games: str = "",
    rules: str = "",
):
    return start(variants.build_rules(variant, seats, house(rules)), dealer, score, games)


def play(variant: str, taps: str = "", **how: Any) -> Game:
    """Return the game after these taps. `undo` and `redo` are allowed."""
    return MatchLog.of(begin(variant, **how), map(parse, taps.split())).game


def state_of(variant: str, taps: str = "", **how: Any) -> dict[str, Any]:
    """Return the state after these taps, with the keys that NOTATION.md describes."""
    return state(play(variant, taps, **how))


def refused(variant: str, taps: str, **how: Any) -> Illegal:
    """Return the exception that the last of these taps raises. The other taps must be legal."""
    *before, last = taps.split()
    log = MatchLog.of(begin(variant, **how), map(parse, before))
    with pytest.raises(Illegal) as caught:
        log.play(parse(last))
    return caught.value


def every_table() -> list[tuple[str, int]]:
    found = []
    for game in variants.VARIANTS.values():
        found += [(game.id, seats) for seats in game.seats]
    return found


def any_tap(game: Game, dice: Random) -> Tap:
    """Return a random legal tap.

    Each legal word is equally likely, even if one word has many legal taps, such as `says@0=28`.
    """
    offers = legal(game)
    word = dice.choice(sorted({offer.tap.word for offer in offers}))
    chosen = [offer.all_taps() for offer in offers if offer.tap.word == word]
    tap = dice.choice(list(chain.from_iterable(chosen)))
    return tap._replace(value=str(dice.randint(1, 4))) if tap.value == "*" else tap


def words(game: Game) -> set[str]:
    return {offer.tap.word for offer in legal(game)}


def seated(words: str, seats: Iterable[int]) -> set[str]:
    """Return each of these words for each of these seats: `won@0`, `won@1` …"""
    return {f"{word}@{seat}" for word, seat in product(words.split(), seats)}


def taps(game: Game) -> set[str]:
    found: set[str] = set()
    for offer in legal(game):
        found |= {str(tap) for tap in offer.all_taps()}
    return found
