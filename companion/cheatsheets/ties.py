"""Find who wins a hand for every combination of results of its three tricks, by asking the rules.

The sides are named in the order in which they first take a trick. FIRST is the side that takes the
first trick that is not tied, OTHER is the next side to take one. THIRD is the last, if more than
two sides play. With this naming, two sides have 14 sequences of results instead of 27. Rows in
which one trick makes no difference are then joined.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product

from companion.cheatsheets import calling, probe
from companion.engine import Game, Rules
from companion.engine.hand import Hand
from companion.engine.tricks import Tricks

FIRST = "first"
OTHER = "other"
THIRD = "third"
TIED = "tied"
ANY = "any"
NOBODY = "nobody"
LEADER = "leader"
SIDES = {FIRST: 0, OTHER: 1, THIRD: 2}

Sequence = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TieRow:
    """A row of the table of tied tricks: who took each trick, and who then takes the hand.

    `if_first_deals` is the side that takes the hand if FIRST dealt it, `if_other_deals` if OTHER
    dealt it. FIRST is the side that takes the first trick that is not tied. OTHER is its opponent
    or, if more than two sides play, the next side to take a trick.

    If more than two sides play, a side may take the hand without a trick. This is the side that led
    the first trick, and it is named LEADER.
    """

    tricks: Sequence
    if_first_deals: str
    if_other_deals: str

    @property
    def same(self) -> bool:
        """Return whether the same side takes the hand, whoever dealt."""
        return self.if_first_deals == self.if_other_deals

    @property
    def odd(self) -> bool:
        """Return whether it matters who dealt, or nobody takes the hand: such a row is marked."""
        return not self.same or self.if_first_deals == NOBODY


def sequences(cards: int = 3, sides: int = 2) -> tuple[Sequence, ...]:
    """Return all sequences of results of `cards` tricks, if `sides` sides play.

    Sides are named in the order in which they win their first trick. So (other, first, first) is
    not among the sequences: it is written (first, other, other).
    """
    names = tuple(SIDES)[: min(sides, cards)]
    every = product((*names, TIED), repeat=cards)
    return tuple(tricks for tricks in every if _is_named_in_order(tricks, names))


def _is_named_in_order(tricks: Sequence, names: Sequence) -> bool:
    winners = tuple(mark for mark in dict.fromkeys(tricks) if mark != TIED)
    return winners == names[: len(winners)]


@lru_cache(maxsize=3 * probe.KEPT)
def table(rules: Rules, *, one_card: bool = False, raised: bool = False) -> tuple[TieRow, ...]:
    """Return a row for each sequence of results of the tricks. It says who takes the hand.

    With `one_card`, the rows are about a hand of one card each. With `raised`, they are about a
    hand in which a call was accepted before the first trick. Return no rows if the game has no such
    hand.

    If a trick makes no difference, the rows for its results are joined, except with `one_card`.
    """
    hands: list[Hand] = []
    for dealer in _dealers(rules):
        game: Game | None = probe.fresh(rules, dealer)
        if one_card and game is not None:
            game = probe.one_card(game)
        elif raised and game is not None:
            game = calling.raised(game)
        if game is not None:
            hands.append(game.hand)
    if not hands:
        return ()
    sides = len(set(hands[0].sides))
    if one_card:
        return tuple(_row(rules, tricks, hands) for tricks in sequences(1, sides))
    rows = tuple(_row(rules, tricks, hands) for tricks in sequences(3, sides))
    return _folded(_folded(rows, 2), 1)


def _dealers(rules: Rules) -> tuple[int, int]:
    """Return two seats, to compare a hand that one deals with a hand that the other deals.

    The first is seat 0. If two sides play, the second is a seat such that the side of seat 0 leads
    when it deals. If more sides play, the second is seat 1.
    """
    for dealer in range(1, rules.seats):
        hand = probe.fresh(rules, dealer).hand
        if len(set(hand.sides)) == 2 and hand.side(hand.mano) == hand.side(0):
            return 0, dealer
    return 0, 1


def _row(rules: Rules, tricks: Sequence, hands: list[Hand]) -> TieRow:
    """Return the row of the table of ties for these results of the tricks.

    `hands` are two hands: the first was dealt by the side FIRST, the second by the side OTHER.
    """
    winners = tuple(SIDES.get(mark) for mark in tricks)
    named: set[int | None] = {0, 1}
    if len(set(hands[0].sides)) > 2:
        named = set(winners)
    part = next(part for part in rules.parts if isinstance(part, Tricks))
    first, other = (_name(part.outcome(rules, hand, winners), named) for hand in hands)
    return TieRow(tricks, first, other)


def _name(side: int | None, named: set[int | None]) -> str:
    if side is None:
        return NOBODY
    if side not in named:
        return LEADER
    return tuple(SIDES)[side]


def _folded(rows: tuple[TieRow, ...], known: int) -> tuple[TieRow, ...]:
    """Return the rows, and join rows that differ only in the trick after the first `known` tricks.

    For example, the rows (first, first, first), (first, first, other) and (first, first, tied)
    become (first, first, any) if all three have the same winner.
    """
    folded: list[TieRow] = []
    for _, group in groupby(rows, key=lambda row: row.tricks[:known]):
        folded += _fold(tuple(group), known)
    return tuple(folded)


def _fold(group: tuple[TieRow, ...], known: int) -> tuple[TieRow, ...]:
    ends = {(row.tricks[known + 1 :], row.if_first_deals, row.if_other_deals) for row in group}
    if len(group) < 3 or len(ends) > 1:
        return group
    rest, first, other = ends.pop()
    return (TieRow((*group[0].tricks[:known], ANY, *rest), first, other),)
