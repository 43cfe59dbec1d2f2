"""Tricks: who took which, who leads the next, and whose hand it is as soon as nothing could change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from companion.engine.asking import Window, always, everybody, never
from companion.engine.core import Game, Part, Rules
from companion.engine.hand import Act, Hand, Offer

Result = int | None  # the side that took a trick, None when it was tied

Equal = Literal["nondealer", "first", "nobody"]
AllTied = Literal["nondealer", "nobody"]
LeadAfterTie = Literal["tied_leader", "mano", "rotter"]


EQUAL: dict[str, Equal] = {
    "count_nd": "nondealer",
    "first": "first",
    "count_none": "nobody",
}
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
    `window` closes the tricks while a call must come first; a null hand is dealt `again`, by the same
    dealer and for the same worth, where that says so.
    """

    verdict: Verdict
    one_card: Verdict = Verdict("nobody", "nondealer")
    lead_after_tie: LeadAfterTie = "tied_leader"
    interrupts: frozenset[str] = frozenset()
    by_trick: str = ""
    window: Window = always
    again: Window = never
    name: str = "tricks"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Every seat still in may take the trick, or it is tied."""
        if not self.window(game.hand):
            return
        for seat in everybody(game):
            yield self._offer("won", seat)
        for equaliser in everybody(game) if self.lead_after_tie == "rotter" else (None,):
            yield self._offer("tied", equaliser)

    def apply(self, game: Game, act: Act) -> Hand:
        """The trick is in; a call still open was met by playing on."""
        hand = _met_by_playing(game)
        winner = act.seat if act.word == "won" else None
        hand = replace(hand, tricks=(*hand.tricks, winner), leader=self._leader(game, act))
        outcomes = {self.outcome(game.rules, hand, rest) for rest in _ways_on(game, hand)}
        if len(outcomes) > 1:
            return hand
        if outcomes == {None} and self.again(hand):
            return replace(hand, tricks=(), leader=game.rules.after(game.dealer))
        return hand.ends(outcomes.pop(), "played")

    def outcome(self, rules: Rules, hand: Hand, rest: Iterable[Result] = ()) -> int | None:
        """Whose hand it is after its tricks and then `rest`, the sides that take the others."""
        results = (
            *(rules.side(seat) if seat is not None and seat not in hand.out else None for seat in hand.tricks),
            *rest,
        )
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


def _ways_on(game: Game, hand: Hand) -> Iterator[tuple[Result, ...]]:
    sides = dict.fromkeys(game.rules.side(seat) for seat in everybody(game))
    return product((None, *sides), repeat=hand.cards - len(hand.tricks))
