"""The deal: how many cards each, and a deal thrown in for a new one. Only before anything else is tapped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from companion.engine.asking import one_by_one, yes_and_no
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
    topic = "one_card"

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
        return hand if act.word == "no" else hand._replace(cards=self.short)


@dataclass(frozen=True)
class Redeal(Part):
    """Eldest may propose new cards; `most` times in a hand, 0 for no limit.

    `consent`: the dealer alone answers, or all must agree: then the dealer taps the yes for everybody
    and anyone may object. A refusal is final: nobody asks twice about the same cards.
    """

    most: int = 1
    consent: Literal["dealer", "all"] = "dealer"
    name: str = "redeal"
    topic = "deal"

    def offers(self, game: Game) -> Iterator[Offer]:
        """The proposal before the first card, or the answers."""
        hand = game.hand
        dealt = sum(act.word == self.name for act in hand.taps)
        if hand.ask is not None:
            yield from (o for o in yes_and_no(hand.ask) if o.act.word == "no" or o.act.seat == hand.dealer)
        elif untouched(hand, self.name) and (dealt < self.most or not self.most):
            yield Offer(Act(self.name, game.rules.after(hand.dealer)), self.name, "deal")

    def apply(self, game: Game, act: Act) -> Hand:
        """The proposal, or its answer; new cards change nothing here."""
        hand, rules = game.hand, game.rules
        if act.word != self.name:
            return hand.answered()
        everybody_else = rules.order(rules.after(hand.dealer))[1:]
        answer = (hand.dealer,) if self.consent == "dealer" else everybody_else
        return hand.asking(Ask(self.name, self.name, answer))


@dataclass(frozen=True)
class MoreCards(Part):
    """Everybody is asked in turn from eldest whether he wants more cards; if all do, eldest says how many.

    Asked again until somebody does not, or `pack` cards would not be enough for one more each. Nobody
    plays with more than three: the others are laid down again.
    """

    when: Callable[[Game], bool]
    pack: int
    name: str = "more"
    topic = "special"
    quorum = "all_yes"

    def opens(self, game: Game) -> Hand:
        """The first asking."""
        return self._ask(game, game.hand) if self.when(game) else game.hand

    def offers(self, game: Game) -> Iterator[Offer]:
        """The answer of the one whose turn it is, or the number."""
        ask = game.hand.ask
        if ask is not None and ask.word == self.name:
            yield from yes_and_no(ask)
        elif ask is not None:
            values = tuple(str(k) for k in (1, 2, 3) if k <= self._each(game, game.hand))
            yield Offer(Act("cards", ask.answer[0]), self.name, "deal", values=values)

    def apply(self, game: Game, act: Act) -> Hand:
        """One answer more, or the cards, which are dealt before everybody is asked again."""
        hand = game.hand
        if act.word == "cards":
            return self._ask(game, hand.answered()._replace(taps=(*hand.taps, act)))
        if act.word == "no":
            return hand.answered()
        left = hand.asks[-1].without(act.seat or 0)
        return hand.answered(left or Ask(self.name, "cards", (game.rules.after(game.dealer),)))

    def _ask(self, game: Game, hand: Hand) -> Hand:
        if not self._each(game, hand):
            return hand
        return hand.asking(one_by_one(Ask(self.name, self.name, game.rules.order(game.rules.after(game.dealer)))))

    def _each(self, game: Game, hand: Hand) -> int:
        """How many more cards everybody could get."""
        dealt = 3 + sum(int(act.value or 0) for act in hand.taps if act.word == "cards")
        return self.pack // game.rules.seats - dealt
