"""Parts that end a hand before it is played out: folding, and simply taking the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.engine.asking import Callers, Window, always, everybody, leave
from companion.engine.core import Game, Part
from companion.engine.hand import Hand, Offer, Tap, Worth


def nothing(_: Game) -> int:
    """Return 0: a fold pays only what the hand is worth."""
    return 0


@dataclass(frozen=True)
class Fold(Part):
    """A seat gives up while no question is open.

    Of two sides, the other one then takes the hand. Of more sides, only that seat leaves it, and
    the others play on. `who` may fold. `window` closes it: for example, an accepted put is played
    to the end. The others get what the hand is worth, or `pays` if folding has a price of its own,
    and what `also` returns, for example for a side bet that can still be made.
    """

    who: Callers = everybody
    window: Window = always
    pays: Worth | None = None
    also: Callable[[Game], int] = nothing
    name: str = "fold"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield a fold for every seat that may give up now."""
        if not self.window(game.hand):
            return
        for seat in self.who(game):
            yield Offer(Tap("fold", seat), self.name, "fold", "bad", if_refused=self._price(game))

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Pay the other side if only one is left; otherwise the others go on without that seat."""
        hand = game.hand
        seat = tap.seat or 0
        sides = {hand.side(other) for other in everybody(game)} - {hand.side(seat)}
        if len(sides) == 1:
            return hand.ends(sides.pop(), "folded", self._price(game))
        return leave(game, hand, seat)

    def _price(self, game: Game) -> Worth:
        price = self.pays
        if price is None:
            price = game.hand.worth
        if isinstance(price, int):
            price += self.also(game)
        return price


@dataclass(frozen=True)
class Claim(Part):
    """The shortcut: a side takes the hand at its present worth, and its tricks are not recorded.

    `window` closes it while the hand cannot be won in that way.
    """

    window: Window = always
    name: str = "hand"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the hand for every seat that is still in; it counts for the seat's side."""
        if not self.window(game.hand):
            return
        for seat in everybody(game):
            yield Offer(Tap("hand", seat), self.name, "hand", if_accepted=game.hand.worth)

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the ended hand."""
        return game.hand.ends(game.hand.side(tap.seat or 0), "short")


def can_be_won(game: Game) -> bool:
    """Return whether the hand can be won now.

    In modern put nobody can win a hand before a put was accepted: it is not played to the end.
    """
    return all(part.window(game.hand) for part in game.rules.parts if isinstance(part, Claim))
