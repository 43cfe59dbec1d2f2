"""Parts about the deal: hands of one card, one player alone, new cards, more cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from companion.engine.asking import one_by_one, yes_and_no
from companion.engine.core import Game, Part
from companion.engine.hand import Hand, Offer, Question, Seats, Tap

ShortDeal = Literal["dealer_choice", "nondealer_proposes"]
LonePlayer = Literal["dealer", "turns", "fixed"]


def untouched(hand: Hand, *words: str) -> bool:
    """Return whether every tap of the hand so far was "yes" or one of these words."""
    return all(tap.word in (*words, "yes") for tap in hand.taps)


@dataclass(frozen=True)
class Deal(Part):
    """The part that allows a short deal: a hand of `short` cards each instead of three.

    `by` says whether the dealer chooses it, or the other side proposes it to the dealer.
    """

    by: ShortDeal
    short: int = 1
    name: str = "one"
    topic = "one_card"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the tap that deals fewer cards, or the dealer's answers if somebody proposed it."""
        hand = game.hand
        if hand.question is not None:
            yield from yes_and_no(hand.question)
            return
        if hand.taps:
            return
        proposers: Seats = (hand.dealer,)
        if self.by == "nondealer_proposes":
            proposers = hand.seats_of(hand.other(hand.side(hand.dealer)))
        for seat in proposers:
            yield Offer(Tap(self.name, seat), self.name, "deal")

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand after a short deal was chosen, proposed, accepted or refused.

        A proposal asks the dealer. If the dealer chose the short deal or said yes, each player has
        `short` cards. After a no, each has three.
        """
        hand = game.hand
        if tap.word == self.name and self.by == "nondealer_proposes":
            return hand.with_question(Question(self.name, self.name, (hand.dealer,)))
        hand = hand.answered()
        return hand if tap.word == "no" else hand._replace(cards=self.short)


@dataclass(frozen=True)
class Alone(Part):
    """One seat plays the hand alone against all others, who are partners in it.

    `who` says which seat:

    * "dealer": the dealer.
    * "turns": each player in turn, beginning with the first dealer. It is the next player's turn in
      every deal, even if the same player deals again.
    * "fixed": seat 0 in the whole match.
    """

    who: LonePlayer
    name: str = "alone"
    topic = "deal"

    def opens(self, game: Game) -> Hand:
        """Return the hand with two sides: the seat that plays alone, and all others."""
        hand = game.hand
        lone = {"dealer": hand.dealer, "turns": hand.turn, "fixed": 0}[self.who]
        together = min(seat for seat in range(game.rules.seats) if seat != lone)
        sides = tuple(lone if seat == lone else together for seat in range(game.rules.seats))
        return hand._replace(sides=sides)


@dataclass(frozen=True)
class Redeal(Part):
    """Eldest may propose new cards, at most `most` times in a hand (0: no limit).

    `consent` says who must agree: only the dealer, or everybody ("all"). If all must agree, the
    dealer taps yes for everybody, and anyone may tap no. After a no the players keep their cards.
    """

    most: int = 1
    consent: Literal["dealer", "all"] = "dealer"
    name: str = "redeal"
    topic = "deal"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the proposal of new cards if no other tap was made in the hand.

        While the proposal waits for an answer, yield the answers instead.
        """
        hand = game.hand
        if hand.question is not None:
            for offer in yes_and_no(hand.question):
                if offer.tap.word == "no" or offer.tap.seat == hand.dealer:
                    yield offer
            return
        proposed = sum(tap.word == self.name for tap in hand.taps)
        if untouched(hand, self.name) and (proposed < self.most or not self.most):
            yield Offer(Tap(self.name, game.rules.after(hand.dealer)), self.name, "deal")

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand after somebody proposed to deal again, or after the answer to that.

        A yes changes nothing else in the hand, because the engine does not know the cards.
        """
        hand = game.hand
        if tap.word != self.name:
            return hand.answered()
        eldest = game.rules.after(hand.dealer)
        answerers = game.rules.order(eldest)[1:]
        if self.consent == "dealer":
            answerers = (hand.dealer,)
        return hand.with_question(Question(self.name, self.name, answerers))


@dataclass(frozen=True)
class MoreCards(Part):
    """The question whether all want more cards. Every seat is asked in turn, from eldest on.

    The question is asked in hands for which `when` returns true. If all say yes, eldest says how
    many more cards each player gets, and the question is asked again. It is not asked again after
    a no, or if the pack of `pack` cards has too few left to give everybody one more. Players keep
    three cards and put the others away.
    """

    when: Callable[[Game], bool]
    pack: int
    name: str = "more"
    topic = "special"
    quorum = "all_yes"

    def opens(self, game: Game) -> Hand:
        """Return the hand with the question whether the first seat wants more cards.

        The hand is unchanged if more cards are not possible in it.
        """
        return self._ask(game, game.hand) if self.when(game) else game.hand

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the answers of the next seat, or the numbers of cards that eldest may say."""
        question = game.hand.question
        if question is None:
            return
        if question.word == self.name:
            yield from yes_and_no(question)
            return
        most = self._most_each(game, game.hand)
        values = tuple(str(number) for number in (1, 2, 3) if number <= most)
        yield Offer(Tap("cards", question.answer[0]), self.name, "deal", values=values)

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand after an answer, or after eldest has said a number of cards."""
        hand = game.hand
        if tap.word == "cards":
            return self._ask(game, hand.answered()._replace(taps=(*hand.taps, tap)))
        if tap.word == "no":
            return hand.answered()
        left = hand.questions[-1].without(tap.seat or 0)
        eldest = game.rules.after(game.dealer)
        return hand.answered(left or Question(self.name, "cards", (eldest,)))

    def _ask(self, game: Game, hand: Hand) -> Hand:
        if not self._most_each(game, hand):
            return hand
        everybody = game.rules.order(game.rules.after(game.dealer))
        return hand.with_question(one_by_one(Question(self.name, self.name, everybody)))

    def _most_each(self, game: Game, hand: Hand) -> int:
        """Return how many more cards each player could get from the rest of the pack."""
        dealt = 3 + sum(int(tap.value or 0) for tap in hand.taps if tap.word == "cards")
        return self.pack // game.rules.seats - dealt
