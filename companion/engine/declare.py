"""Decide an accepted side bet: by numbers said in turn, or by who had the best number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, Protocol

from companion.engine.core import Game, Part
from companion.engine.hand import Hand, Offer, Payment, Question, Seats, Tap, Worth


class Bet(Protocol):
    """The side bet that the numbers decide."""

    @property
    def name(self) -> str:
        """The part that made the bet."""
        ...

    @property
    def topic(self) -> str:
        """The topic of the cheat-sheet that explains it."""
        ...

    def worth(self, game: Game, side: int) -> Worth:
        """Return what the bet pays to that side."""
        ...

    def rivals(self, game: Game) -> Seats:
        """Return the seats that may have the best number."""
        ...


class Said(NamedTuple):
    """A number that was said, and the seat that said it."""

    number: int
    seat: int


@dataclass(frozen=True)
class Unshown(Part):
    """A challenge after a hand: the winner of a `bet` cannot show its numbers and loses its points.

    This is possible while the next hand is untouched, once a hand, and not after a bet that was
    conceded. After a refused bet there are no numbers to show. The other side gets the points.
    """

    bet: str
    name: str = "unshown"
    looks_back: bool = True
    topic = "bets"

    @property
    def named(self) -> frozenset[str]:
        """Return the names of the bet and of the parts whose questions this part interrupts."""
        return self.interrupts | {self.bet}

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the tap for every seat of the side that was paid for the bet."""
        question = game.hand.question
        if question is not None and game.rules.part(question.part).looks_back:
            return
        before = game.before
        paid = self._paid(before) if before is not None else None
        if before is None or paid is None or paid.side is None:
            return
        accounts = game.rules.accounts_of(before, paid.side)
        points = self._points(game)
        if not all(points[account] >= int(paid.worth) for account in accounts):
            return
        for seat in before.seats_of(paid.side):
            if seat not in before.out:
                yield Offer(Tap(self.name, seat), self.name, "declare")

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand that takes the points from that side and gives them to the other."""
        before = game.before
        paid = self._paid(before) if before is not None else None
        if before is None or paid is None:
            return game.hand
        side = before.side(tap.seat or 0)
        points = int(paid.worth)
        taken = game.hand.pays(side, -points, "bet", self.name)
        return taken.pays(before.other(side), points, "bet", self.name)

    def pays_at_once(self, game: Game) -> bool:
        """Return whether the round of duels is over, so that the points are in the score."""
        return not _is_in_round(game)

    def _points(self, game: Game) -> tuple[int, ...]:
        """Return the points to which the bet was added: those of the round, or the score."""
        if self.pays_at_once(game):
            return game.score
        return game.duel_points or (0,) * game.rules.accounts

    def _paid(self, before: Hand) -> Payment | None:
        """Return the payment of the bet of that hand if its numbers can be asked for."""
        words = {call.word for call in before.calls_of(self.bet) if call.accepted}
        if any(tap.word in ("good", self.name) for tap in before.taps):
            return None
        for payment in before.paid:
            if payment.why == "bet" and payment.word in words:
                return payment
        return None


def _is_in_round(game: Game) -> bool:
    """Return whether a round of duels goes on after the previous hand."""
    return bool(game.hand.duel)


@dataclass(frozen=True)
class Declare(Part):
    """The numbers of a side bet, said in play order from mano: the highest wins, of ties the first.

    Each seat says at most one number, and none lower than the best so far. An equal number loses,
    because it was said later. A seat whose partner is ahead may stay silent; it speaks later if its
    side falls behind. The bet is settled once no seat of the side behind is left to speak, or when
    that side says `good`.

    For example, with 0 and 2 against 1 and 3: 1 says 27, 2 says 30, 3 says `good`; the side of 0
    and 2 wins. Seat 0 did not have to speak.
    """

    bet: Bet
    numbers: tuple[int, ...]
    name: str = "declare"

    @property
    def topic(self) -> str:  # type: ignore[override] # made of its fields
        """The topic of the bet."""
        return self.bet.topic

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield `best` for all rivals, and numbers (`good` if behind) for seats left to speak."""
        question = game.hand.question
        if question is None:
            return
        for seat in self.bet.rivals(game):
            yield Offer(Tap("best", seat), self.name, "declare", "bold")
        best = _best_said(game.hand)
        lowest = 0 if best is None else best.number
        values = tuple(str(number) for number in self.numbers if number >= lowest)
        for seat in question.answer:
            yield Offer(Tap("says", seat), self.name, "declare", values=values)
            if best is not None and game.hand.side(seat) != game.hand.side(best.seat):
                yield Offer(Tap("good", seat), self.name, "answer", "bad")

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand after a number, with the bet paid if that settles it."""
        side = game.hand.side
        seat = tap.seat or 0
        if tap.word == "best":
            return self._won(game, side(seat))
        best = _best_said(game.hand)
        if tap.word == "good" and best is not None:
            return self._won(game, side(best.seat))
        number = int(tap.value or 0)
        if best is None or number > best.number:
            best = Said(number, seat)
        ahead = side(best.seat)
        left = self._left(game, seat, ahead)
        if all(side(other) == ahead for other in left):
            return self._won(game, ahead)
        return game.hand.answered(Question(self.name, self.bet.name, left))

    def _left(self, game: Game, seat: int, ahead: int) -> Seats:
        """Return the silent seats that may still speak after `seat`.

        These are the seats that come later from mano, and all seats of the side that is behind:
        they were passed over while their partner was ahead.
        """
        order = game.rules.order(game.rules.after(game.dealer))
        rivals = self.bet.rivals(game)
        spoken = {seat, *(said.seat for said in _said(game.hand))}
        left = []
        for other in order:
            comes_later = order.index(other) > order.index(seat)
            is_behind = game.hand.side(other) != ahead
            if other in rivals and other not in spoken and (comes_later or is_behind):
                left.append(other)
        return tuple(left)

    def _won(self, game: Game, side: int) -> Hand:
        word = game.hand.calls_of(self.bet.name)[-1].word
        return game.hand.answered().pays(side, self.bet.worth(game, side), "bet", word)


def _best_said(hand: Hand) -> Said | None:
    """Return the best number said so far to this question; of equal ones the first."""
    return max(_said(hand), key=lambda said: said.number, default=None)


def _said(hand: Hand) -> tuple[Said, ...]:
    """Return the numbers said so far to this question, the first one first."""
    newest_first: Iterable[Tap] = takewhile(lambda tap: tap.word == "says", reversed(hand.taps))
    taps = reversed(list(newest_first))
    return tuple(Said(int(tap.value or 0), tap.seat or 0) for tap in taps)
