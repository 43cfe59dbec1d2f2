"""Decide an accepted side bet: by numbers said in turn, or by a tap that says who won it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, Protocol

from companion.engine.core import Game, Part
from companion.engine.hand import Hand, Offer, Payment, Question, Seats, Tap, Worth


class Bet(Protocol):
    """A side bet that the best number wins, such as envido."""

    @property
    def name(self) -> str:
        """The name of the part whose calls made the bet."""
        ...

    @property
    def topic(self) -> str:
        """The topic of the cheat-sheet that explains the bet."""
        ...

    def worth(self, game: Game, side: int) -> Worth:
        """Return what the bet pays to this side if it wins."""
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
    """The tap that records that the winner of side bet `bet` could not show cards for their number.

    The other side then gets the points of the bet. The tap is possible once a hand: after the hand,
    while the next hand is untouched. It is not possible if a score would fall below 0. It is not
    possible after a refused or conceded bet either, because then no number has to be shown.
    """

    bet: str
    name: str = "unshown"
    looks_back: bool = True
    topic = "bets"

    @property
    def named(self) -> frozenset[str]:
        """The names of all other parts of the rules that this part refers to."""
        return self.interrupts | {self.bet}

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the offers to record that the winner of the bet could not show the number.

        There is one offer for each seat of the side that was paid for the bet.
        """
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
        """Return the hand in which the bet's points go to the opponents of the tapped seat."""
        # The tap was offered, so there is a previous hand, and it paid the bet.
        before = game.before or game.hand
        paid = self._paid(before)
        side = before.side(tap.seat or 0)
        points = int(paid.worth) if paid is not None else 0
        taken = game.hand.pays(side, -points, "bet", self.name)
        return taken.pays(before.other(side), points, "bet", self.name)

    def pays_at_once(self, game: Game) -> bool:
        """Return whether the points of the bet move at once: not during a round of duels."""
        return not _is_in_round(game)

    def _points(self, game: Game) -> tuple[int, ...]:
        """Return the numbers, one per account, to which the points of the bet were added.

        During a round of duels these are the points of the round, otherwise the score.
        """
        if self.pays_at_once(game):
            return game.score
        return game.duel_points

    def _paid(self, before: Hand) -> Payment | None:
        """Return what the bet paid in the hand `before`.

        Return None if the bet was not accepted, if the other side conceded it, or if this part of
        the rules has already taken its points away.
        """
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
    """The part that settles a side bet by numbers, which players say: the highest number wins.

    The seats speak in play order from eldest. Each says at most one number, which must not be lower
    than the best so far. If two numbers are equal, the number that was said first wins. While its
    partner has the best number, a seat may stay silent. It may still speak later, if the other side
    has said a better number. The bet is settled when a seat of the side behind says `good`, or when
    no seat of that side is left to speak. Instead of numbers, players may tap who has the `best`.

    For example, seats 0 and 2 play against seats 1 and 3. Seat 1 says 27, seat 2 says 30, seat 3
    says `good`: the side of seats 0 and 2 wins. Seat 0 did not have to speak.
    """

    bet: Bet
    numbers: tuple[int, ...]
    name: str = "declare"

    @property
    def topic(self) -> str:  # type: ignore[override] # made of its fields
        """The topic of the cheat-sheet that explains the bet."""
        return self.bet.topic

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the taps by which players say the numbers of their cards for the bet.

        The tap `best` says only which seat has the best number. It is offered for every seat that
        may win the bet. A seat that is asked may say its number, or `good` if its side is behind.
        """
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
        """Return the hand after a number, `good` or `best`, with the bet paid if it is settled."""
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
        """Return the seats that may still say a number after `seat` has said one.

        `ahead` is the side with the highest number so far. The seats of the other side may all
        speak, even those who were silent while a partner was ahead. On the side `ahead`, only the
        seats after `seat` may speak. Nobody says a number twice.
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
    """Return the best number said so far in this hand, the first if several are equal, or None."""
    return max(_said(hand), key=lambda said: said.number, default=None)


def _said(hand: Hand) -> tuple[Said, ...]:
    """Return the numbers that players said in the last taps of the hand, in order."""
    newest_first: Iterable[Tap] = takewhile(lambda tap: tap.word == "says", reversed(hand.taps))
    taps = reversed(list(newest_first))
    return tuple(Said(int(tap.value or 0), tap.seat or 0) for tap in taps)
