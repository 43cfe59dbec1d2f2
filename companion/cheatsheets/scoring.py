"""Find the effect of a hand on the score in games with truts, by paying what hands are worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.cheatsheets import probe
from companion.engine import Game, Rules, Worth

MOST_POINTS = 10  # more points than any side can hold beside its truts


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of a side after an `event`: plain (a hand without a call), refused, met (accepted).

    The side gets `points` or `truts`. `clears` says whose points then go to 0: own, other, both,
    or "" for nobody's.
    """

    event: str
    word: str
    points: int
    truts: int
    clears: str


@lru_cache(maxsize=probe.KEPT)
def has_truts(rules: Rules) -> bool:
    """Return whether truts are counted above the points."""
    return bool(probe.fresh(rules).truts)


def at(rules: Rules, score: Iterable[tuple[int, int]]) -> Game | None:
    """Return a hand dealt at these truts and points of each side, or None if that is impossible.

    In games without truts only the points count.
    """
    if has_truts(rules):
        sides = [f"{truts}/{points}" for truts, points in score]
    else:
        sides = [str(points) for _, points in score]
    try:
        return probe.fresh(rules, score="-".join(sides))
    except ValueError:
        return None


def gains(rules: Rules) -> tuple[Gain, ...]:
    """Return what a hand pays at one point for each side; nothing in games without truts."""
    if not has_truts(rules):
        return ()
    before = at(rules, [(0, 1), (0, 1)])
    if before is None:
        return ()
    call = next(offer for offer in probe.calls(before) if offer.tap.seat == 0)
    pays = {"plain": rules.plain, "refused": call.if_refused, "met": call.if_accepted}
    found = []
    for event, worth in pays.items():
        if worth is not None:
            found.append(_gain(event, call.tap.word, before, worth))
    return tuple(found)


def _gain(event: str, word: str, before: Game, worth: Worth) -> Gain:
    after = before.rules.tally.pay(before, 0, worth)
    truts = after.truts[0] - before.truts[0]
    if truts:
        return Gain(event, word, 0, truts, cleared(before, after))
    return Gain(event, word, after.score[0] - before.score[0], 0, "")


def cleared(before: Game, after: Game) -> str:
    """Return whose points went to 0 when side 0 was paid: own (side 0's), other, both, or ""."""
    own, *others = (had > has == 0 for had, has in zip(before.score, after.score, strict=True))
    if own and any(others):
        return "both"
    if own:
        return "own"
    if any(others):
        return "other"
    return ""


def exchange(rules: Rules) -> int | None:
    """Return how many points become a trut, or None if points never do."""
    game = probe.fresh(rules)
    for points in range(1, MOST_POINTS):
        game = rules.tally.pay(game, 0, 1)
        if any(game.truts):
            return points
    return None


def most_points(rules: Rules) -> int:
    """Return the most points a side can hold in a game in which they never become a trut."""
    return rules.tally.pay(probe.fresh(rules), 0, MOST_POINTS).score[0]
