"""Find what a hand pays in games with truts: points or truts, and whose points then go to 0.

The values are found by paying the worth of a hand to a side, under the rules of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.cheatsheets import probe
from companion.engine import Game, Rules, Worth

MOST_POINTS = 10  # more points than any side can hold beside its truts


@dataclass(frozen=True, slots=True)
class Gain:
    """What a side gains by an `event`, in points or in truts.

    * `event`: "plain" if the side took a hand without a call, "refused" if its call was refused,
      "met" if it took a hand in which the call was accepted.
    * `word`: the call.
    * `clears`: whose points go to 0 with a trut: "own", "other", "both", or "" for nobody's.
    """

    event: str
    word: str
    points: int
    truts: int
    clears: str


@lru_cache(maxsize=probe.KEPT)
def has_truts(rules: Rules) -> bool:
    """Return whether the game counts truts besides points."""
    return bool(probe.fresh(rules).truts)


def at(rules: Rules, score: Iterable[tuple[int, int]]) -> Game | None:
    """Return a game at this score, or None if the score is impossible.

    `score` has a pair for each side: its truts and its points. In games without truts only the
    points are used.
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
    """Return what a side gains by a hand when both sides have one point.

    Return an empty tuple in games without truts.
    """
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
    """Return whose points went to 0 when side 0 was paid.

    * "own": the points of side 0.
    * "other": the points of another side.
    * "both": the points of both.
    * "": nobody's points.
    """
    own, *others = (had > has == 0 for had, has in zip(before.score, after.score, strict=True))
    if own and any(others):
        return "both"
    if own:
        return "own"
    if any(others):
        return "other"
    return ""


def exchange(rules: Rules) -> int | None:
    """Return how many points become a trut, or None if points never become a trut."""
    game = probe.fresh(rules)
    for points in range(1, MOST_POINTS):
        game = rules.tally.pay(game, 0, 1)
        if any(game.truts):
            return points
    return None


def most_points(rules: Rules) -> int:
    """Return the most points that a side can have if points never become a trut."""
    return rules.tally.pay(probe.fresh(rules), 0, MOST_POINTS).score[0]
