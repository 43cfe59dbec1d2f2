"""The end of an accepted side bet: numbers said in turn, "good", or who had the best number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, Protocol

from companion.engine.core import Game, Part
from companion.engine.hand import Hand, Offer, Question, Seats, Tap, Worth


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
class Declare(Part):
    """The numbers of a side bet, said in play order from mano; the higher wins, a tie the earlier.

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
