"""Who takes the hand for every way three tricks can fall, as the rules judge it.

The sides are named from the hand itself: FIRST is the side that took the first trick that was not tied,
OTHER the next one to take a trick, THIRD one more where more than two play. That folds the 27 sequences of
two sides to 14, and rows that end alike fold further.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product

from companion.cheatsheets import calling, probe
from companion.engine import Rules
from companion.engine.hand import Hand
from companion.engine.tricks import Tricks

FIRST, OTHER, THIRD, TIED, ANY, NOBODY, LEADER = (
    "first",
    "other",
    "third",
    "tied",
    "any",
    "nobody",
    "leader",
)
SIDES = {FIRST: 0, OTHER: 1, THIRD: 2}

Sequence = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TieRow:
    """One way the tricks can fall, and who takes the hand when FIRST's side dealt it and when OTHER's did.

    Among more than two sides one that took no trick has no name of its own: it can only be LEADER, who
    led the first trick.
    """

    tricks: Sequence
    if_first_deals: str
    if_other_deals: str

    @property
    def same(self) -> bool:
        """Whether it makes no difference who dealt."""
        return self.if_first_deals == self.if_other_deals

    @property
    def odd(self) -> bool:
        """Whether a tie or the deal decided, so that a player should look twice."""
        return not self.same or self.if_first_deals == NOBODY


def sequences(cards: int = 3, sides: int = 2) -> tuple[Sequence, ...]:
    """The ways so many tricks can fall. Sides are named in the order in which they win their first trick."""
    names = tuple(SIDES)[: min(sides, cards)]
    every = product((*names, TIED), repeat=cards)
    return tuple(
        s
        for s in every
        if tuple(t for t in dict.fromkeys(s) if t != TIED) == names[: len({*s} - {TIED})]
    )


@lru_cache(maxsize=3 * probe.KEPT)
def table(rules: Rules, *, one_card: bool = False, raised: bool = False) -> tuple[TieRow, ...]:
    """The folded table of a hand, of one card each, or of one in which a call was met before the first trick.

    Empty where there is no such hand.
    """
    dealt = [probe.fresh(rules, dealer) for dealer in (0, 1)]
    begun = [
        probe.one_card(game) if one_card else calling.raised(game) if raised else game
        for game in dealt
    ]
    hands = [game.hand for game in begun if game is not None]
    if not hands:
        return ()
    rows = tuple(
        _row(rules, tricks, hands) for tricks in sequences(1 if one_card else 3, rules.sides)
    )
    return rows if one_card else _folded(_folded(rows, 2), 1)


def _row(rules: Rules, tricks: Sequence, hands: Iterable[Hand]) -> TieRow:
    """Whose hand it is after these tricks, as the rules judge."""
    winners = tuple(SIDES.get(mark) for mark in tricks)
    named: set[int | None] = set(winners) if rules.sides > 2 else {0, 1}
    part = next(part for part in rules.parts if isinstance(part, Tricks))
    first, other = (_name(part.outcome(rules, hand, winners), named) for hand in hands)
    return TieRow(tricks, first, other)


def _name(side: int | None, named: set[int | None]) -> str:
    if side is None:
        return NOBODY
    return tuple(SIDES)[side] if side in named else LEADER


def _folded(rows: tuple[TieRow, ...], known: int) -> tuple[TieRow, ...]:
    """Rows that differ only in the trick after the first `known`, as one row where that trick does not matter."""
    groups = (tuple(group) for _, group in groupby(rows, key=lambda row: row.tricks[:known]))
    return tuple(row for group in groups for row in _fold(group, known))


def _fold(group: tuple[TieRow, ...], known: int) -> tuple[TieRow, ...]:
    ends = {(row.tricks[known + 1 :], row.if_first_deals, row.if_other_deals) for row in group}
    if len(group) < 3 or len(ends) > 1:
        return group
    rest, first, other = ends.pop()
    return (TieRow((*group[0].tricks[:known], ANY, *rest), first, other),)
