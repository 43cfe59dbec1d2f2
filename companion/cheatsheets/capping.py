"""Calls that may no longer be made by a side with many points, found by trying the ladder at every score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from companion.cheatsheets import probe, scoring
from companion.cheatsheets.calling import tries, with_calls
from companion.engine import Game, Rules


@lru_cache(maxsize=probe.KEPT)
def caps(rules: Rules) -> Mapping[str, int]:
    """For each capped call, the points from which on a side may not make it.

    Scores at which nobody may call anything are left out: they have special hands.
    """
    (_, every), *others = _searched(rules)
    found = dict[str, int]()
    for points, words in others:
        found |= dict.fromkeys(every - words if words else (), points)
    return found


def steps(rules: Rules) -> Iterator[object]:
    """Looks for the capped calls in pieces, whose results are remembered."""
    yield from _searched(rules)
    yield caps(rules)


def _searched(rules: Rules) -> Iterator[tuple[int, frozenset[str]]]:
    """The calls of the ladder on no points, then on every score from the highest down to one with all those calls."""
    yield 0, (every := _words(rules, 0))
    for points in range(rules.tally.target - 1, 0, -1):
        yield points, (words := _words(rules, points))
        if words == every:
            return


@lru_cache(maxsize=4 * probe.KEPT)
def _words(rules: Rules, points: int) -> frozenset[str]:
    """Every call of the ladder that can be reached in a hand with these points on either side."""
    game = scoring.at(rules, [(0, points)] * rules.sides)
    waiting: list[Game] = [] if game is None else [probe.settle(game)]
    found: set[str] = set()
    while waiting:
        game = with_calls(waiting.pop())
        new = [tried for tried in tries(game) if tried.offer.act.word not in found and tried.raises]
        found |= {tried.offer.act.word for tried in new}
        waiting += [tried.met for tried in new]
    return frozenset(found)
