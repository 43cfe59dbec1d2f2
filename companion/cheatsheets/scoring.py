"""What a hand does to the score where points turn into truts, found by paying what hands are worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.cheatsheets import probe
from companion.engine import Game, Rules, Worth

MOST_POINTS = 10  # a side never holds more points than that beside its truts


@dataclass(frozen=True, slots=True)
class Gain:
    """What the side that is paid gets after an `event`: plain (a hand without a call), refused, met.

    `points` or `truts`, and whose points are then wiped out: own, other, both, or "" for nobody's.
    """

    event: str
    word: str
    points: int
    truts: int
    clears: str


@lru_cache(maxsize=probe.KEPT)
def has_truts(rules: Rules) -> bool:
    """Whether truts are counted above the points."""
    return bool(probe.fresh(rules).truts)


def at(rules: Rules, score: Iterable[tuple[int, int]]) -> Game | None:
    """A hand dealt at these truts and points of each side (points alone where no truts are counted).

    None where such a score cannot stand.
    """
    truts = has_truts(rules)
    try:
        return probe.fresh(rules, score="-".join(f"{t}/{p}" if truts else str(p) for t, p in score))
    except ValueError:
        return None


def gains(rules: Rules) -> tuple[Gain, ...]:
    """What a hand pays with one point on either side; empty where points are simply counted."""
    before = at(rules, [(0, 1), (0, 1)]) if has_truts(rules) else None
    if before is None:
        return ()
    call = next(o for o in probe.calls(before) if o.act.seat == 0)
    pays = {"plain": rules.plain, "refused": call.no, "met": call.yes}
    return tuple(
        _gain(event, call.act.word, before, worth)
        for event, worth in pays.items()
        if worth is not None
    )


def _gain(event: str, word: str, before: Game, worth: Worth) -> Gain:
    after = before.rules.tally.pay(before, 0, worth)
    truts = after.truts[0] - before.truts[0]
    points = 0 if truts else after.score[0] - before.score[0]
    return Gain(event, word, points, truts, cleared(before, after) if truts else "")


def cleared(before: Game, after: Game) -> str:
    """Whose points went to 0 when side 0 was paid: own (side 0's), other, both, or "" for nobody's."""
    own, *others = (had > has == 0 for had, has in zip(before.score, after.score, strict=True))
    return {(True, True): "both", (True, False): "own", (False, True): "other"}.get(
        (own, any(others)), ""
    )


def exchange(rules: Rules) -> int | None:
    """How many points become a trut; None where points never do."""
    game = probe.fresh(rules)
    for points in range(1, MOST_POINTS):
        game = rules.tally.pay(game, 0, 1)
        if any(game.truts):
            return points
    return None


def most_points(rules: Rules) -> int:
    """The most points a side can hold where they never turn into a trut."""
    return rules.tally.pay(probe.fresh(rules), 0, MOST_POINTS).score[0]
