"""The deal: how many cards each, and a deal thrown in for a new one. Only before anything else is tapped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from companion.engine.asking import yes_and_no
from companion.engine.core import Game, Part
from companion.engine.hand import Act, Ask, Hand, Offer

ShortDeal = Literal["dealer_choice", "nondealer_proposes"]


def untouched(hand: Hand, *words: str) -> bool:
    """Whether nothing was tapped in the hand yet but these words and a yes to them."""
    return all(act.word in (*words, "yes") for act in hand.taps)


@dataclass(frozen=True)
class Deal(Part):
    """A hand of `short` cards instead of three, chosen by the dealer or proposed to him by the other side."""

    by: ShortDeal
    short: int = 1
    name: str = "one"

    def offers(self, game: Game) -> Iterator[Offer]:
        """The short deal as the first tap of a hand, or the dealer's answer to the proposal."""
        hand, rules = game.hand, game.rules
        if hand.ask is not None:
            yield from yes_and_no(hand.ask)
        elif not hand.taps:
            proposers = rules.seats_of(rules.others(rules.side(hand.dealer)))
            for seat in (hand.dealer,) if self.by == "dealer_choice" else proposers:
                yield Offer(Act(self.name, seat), self.name, "deal")

    def apply(self, game: Game, act: Act) -> Hand:
        """The short hand, the proposal of one, or the three cards after all."""
        hand = game.hand
        if act.word == self.name and self.by == "nondealer_proposes":
            return hand.asking(Ask(self.name, self.name, (hand.dealer,)))
        hand = hand.answered()
        return hand if act.word == "no" else replace(hand, cards=self.short)


@dataclass(frozen=True)
class Redeal(Part):
    """Eldest may propose new cards, the dealer agrees or not; `most` times in a hand, 0 for no limit.

    A refusal is final: nobody asks twice about the same cards.
    """

    most: int = 1
    name: str = "redeal"

    def offers(self, game: Game) -> Iterator[Offer]:
        """The proposal before the first card, or the dealer's answer."""
        hand = game.hand
        dealt = sum(act.word == self.name for act in hand.taps)
        if hand.ask is not None:
            yield from yes_and_no(hand.ask)
        elif untouched(hand, self.name) and (dealt < self.most or not self.most):
            yield Offer(Act(self.name, game.rules.after(hand.dealer)), self.name, "deal")

    def apply(self, game: Game, act: Act) -> Hand:
        """Asked, or answered; new cards change nothing but the cards, which are not ours."""
        hand = game.hand
        return hand.asking(Ask(self.name, self.name, (hand.dealer,))) if act.word == self.name else hand.answered()
