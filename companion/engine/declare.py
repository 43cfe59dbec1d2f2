"""Who has won a side bet that was met: numbers said in turn, `good`, or simply who had the best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

from companion.engine.core import Game, Part
from companion.engine.hand import Act, Ask, Hand, Offer, Seats, Worth


class Bet(Protocol):
    """What the numbers decide."""

    @property
    def name(self) -> str:
        """The part that made the bet."""
        ...

    @property
    def topic(self) -> str:
        """The topic of the cheat-sheet that explains it."""
        ...

    def worth(self, game: Game, side: int) -> Worth:
        """What it brings to that side."""
        ...

    def rivals(self, game: Game) -> Seats:
        """Who may have the best."""
        ...


@dataclass(frozen=True)
class Declare(Part):
    """The numbers of a side bet, said from mano in play order; the higher wins, a tie the earlier.

    Each seat speaks once. A seat passed over was silent because its partner led: it speaks once its side is
    behind. A number must not be lower than the best one said (an equal one loses to it). Settled when no seat
    of the side that is behind is left to speak, or when it says `good`.
    """

    bet: Bet
    numbers: tuple[int, ...]
    name: str = "declare"

    @property
    def topic(self) -> str:  # type: ignore[override] # made of its fields
        """The topic of the bet."""
        return self.bet.topic

    def offers(self, game: Game) -> Iterator[Offer]:
        """For those left to speak: their numbers, `good` for the side behind; `best` for all rivals."""
        ask = game.hand.ask
        if ask is None:
            return
        for seat in self.bet.rivals(game):
            yield Offer(Act("best", seat), self.name, "declare", "bold")
        best = self._best(game.hand)
        for seat in ask.answer:
            values = tuple(str(n) for n in self.numbers if best is None or n >= best[0])
            yield Offer(Act("says", seat), self.name, "declare", values=values)
            if best is not None and game.rules.side(seat) != game.rules.side(best[1]):
                yield Offer(Act("good", seat), self.name, "answer", "bad")

    def apply(self, game: Game, act: Act) -> Hand:
        """A number said, and the bet paid once it is settled."""
        side, seat = game.rules.side, act.seat or 0
        if act.word == "best":
            return self._won(game, side(seat))
        best = self._best(game.hand)
        if act.word == "good" and best is not None:
            return self._won(game, side(best[1]))
        number = int(act.value or 0)
        if best is None or number > best[0]:
            best = (number, seat)
        left = self._left(game, seat, side(best[1]))
        if all(side(s) == side(best[1]) for s in left):
            return self._won(game, side(best[1]))
        return game.hand.answered(Ask(self.name, self.bet.name, left))

    def _left(self, game: Game, seat: int, ahead: int) -> Seats:
        """Who may speak after `seat`: of the silent, those who come later from mano, and all whose side is behind."""
        order = game.rules.order(game.rules.after(game.dealer))
        spoken = {seat, *(speaker for _, speaker in _numbers(game.hand))}
        silent = (s for s in order if s in self.bet.rivals(game) and s not in spoken)
        return tuple(s for s in silent if order.index(s) > order.index(seat) or game.rules.side(s) != ahead)

    def _best(self, hand: Hand) -> tuple[int, int] | None:
        """The best number said to this question so far and the seat that said it first."""
        return max(_numbers(hand), key=lambda one: one[0], default=None)

    def _won(self, game: Game, side: int) -> Hand:
        word = game.hand.calls_of(self.bet.name)[-1].word
        return game.hand.answered().pays(side, self.bet.worth(game, side), "bet", word)


def _numbers(hand: Hand) -> tuple[tuple[int, int], ...]:
    """The numbers said to this question so far, each with its seat."""
    run = takewhile(lambda act: act.word == "says", reversed(hand.taps))
    return tuple((int(act.value or 0), act.seat or 0) for act in reversed([*run]))
