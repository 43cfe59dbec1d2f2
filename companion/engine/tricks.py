"""Tricks: who took which, who leads the next, and whose hand it is as soon as nothing could change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from companion.engine.core import Game, Part, Rules
from companion.engine.hand import Act, Hand, Offer

Result = int | None  # the side that took a trick, None when it was tied

Equal = Literal["nondealer", "first", "nobody"]
AllTied = Literal["nondealer", "nobody"]
LeadAfterTie = Literal["tied_leader", "mano", "rotter"]


EQUAL: dict[str, Equal] = {"count_nd": "nondealer", "first": "first", "count_none": "nobody"}
ALL_TIED: dict[str, AllTied] = {"leader_side": "nondealer", "none": "nobody"}
"""What the values of the house rules `tiebreak` and `ttt` mean."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whose hand it is when all tricks are in (RULES 0.3): most tricks, and these two answers when equal.

    `equal` decides an equal count: the dealer's opponents, the side that took the first decided trick,
    or nobody. `all_tied` decides a hand in which every trick was tied.
    """

    equal: Equal
    all_tied: AllTied

    def __call__(self, results: tuple[Result, ...], eldest: int) -> int | None:
        """The side that takes the hand, None for nobody; `eldest` is the side of the dealer's opponents."""
        won = [side for side in results if side is not None]
        if not won:
            return eldest if self.all_tied == "nondealer" else None
        most = max(won.count(side) for side in won)
        best = [side for side in dict.fromkeys(won) if won.count(side) == most]
        if len(best) == 1:
            return best[0]
        return {"nondealer": eldest, "first": best[0], "nobody": None}[self.equal]


@dataclass(frozen=True)
class Tricks(Part):
    """The tricks of a hand. `interrupts` names the ladders whose open call is met by simply playing on.

    `by_trick` names the ladder whose met call is settled by the trick it was called in, not by the
    hand: the first trick decided from there takes it. `one_card` is the verdict on a hand of one trick.
    """

    verdict: Verdict
    one_card: Verdict = Verdict("nobody", "nondealer")
    lead_after_tie: LeadAfterTie = "tied_leader"
    interrupts: frozenset[str] = frozenset()
    by_trick: str = ""
    name: str = "tricks"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Every seat still in may take the trick, or it is tied."""
        for seat in range(game.rules.seats):
            if seat not in game.hand.out:
                yield self._offer("won", seat)
        for equaliser in range(game.rules.seats) if self.lead_after_tie == "rotter" else (None,):
            yield self._offer("tied", equaliser)

    def apply(self, game: Game, act: Act) -> Hand:
        """The trick is in; a call still open was met by playing on."""
        hand = _met_by_playing(game)
        winner = act.seat if act.word == "won" else None
        hand = replace(hand, tricks=(*hand.tricks, winner), leader=self._leader(game, act))
        outcomes = {self.outcome(game.rules, hand, rest) for rest in _ways_on(game.rules, hand)}
        return hand.ends(outcomes.pop(), "played") if len(outcomes) == 1 else hand

    def outcome(self, rules: Rules, hand: Hand, rest: Iterable[Result] = ()) -> int | None:
        """Whose hand it is after its tricks and then `rest`, the sides that take the others."""
        results = (*(None if seat is None else rules.side(seat) for seat in hand.tricks), *rest)
        met = [call.trick for call in hand.calls(self.by_trick) if call.met]
        if met:
            return next((side for side in results[met[0] :] if side is not None), None)
        verdict = self.one_card if hand.cards == 1 else self.verdict
        return verdict(results, rules.side(rules.after(hand.dealer)))

    def _offer(self, word: str, seat: int | None) -> Offer:
        return Offer(Act(word, seat), self.name, "trick")

    def _leader(self, game: Game, act: Act) -> int:
        if act.seat is not None:
            return act.seat
        return game.hand.leader if self.lead_after_tie == "tied_leader" else game.rules.after(game.dealer)


def _met_by_playing(game: Game) -> Hand:
    ask = game.hand.ask
    return game.rules.part(ask.part).apply(game, Act("yes", ask.answer[0])) if ask else game.hand


def _ways_on(rules: Rules, hand: Hand) -> Iterator[tuple[Result, ...]]:
    return product((None, *range(rules.sides)), repeat=hand.cards - len(hand.tricks))
