"""Hands that end without being played out: folded, or simply taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.asking import Callers, Window, always, everybody, leave
from companion.engine.core import Game, Part
from companion.engine.hand import Act, Hand, Offer, Worth


@dataclass(frozen=True)
class Fold(Part):
    """A seat gives up while nothing is asked; of several sides only that one leaves the hand.

    `who` may do so; `window` closes it (a put that was met is played out). The others get what the
    hand is worth, or `pays` where a resignation has a price of its own.
    """

    who: Callers = everybody
    window: Window = always
    pays: Worth | None = None
    name: str = "fold"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Every seat that may give up now."""
        for seat in self.who(game) if self.window(game.hand) else ():
            yield Offer(Act("fold", seat), self.name, "fold", "bad", no=self._price(game.hand))

    def apply(self, game: Game, act: Act) -> Hand:
        """The last side left is paid; among several the others go on, the next of them leading."""
        rules, seat = game.rules, act.seat or 0
        left = [s for s in rules.order(seat) if s not in game.hand.out and rules.side(s) != rules.side(seat)]
        if len({rules.side(s) for s in left}) == 1:
            return game.hand.ends(rules.side(left[0]), "folded", self._price(game.hand))
        return leave(game, game.hand, seat)

    def _price(self, hand: Hand) -> Worth:
        return hand.stake if self.pays is None else self.pays


@dataclass(frozen=True)
class Claim(Part):
    """The shortcut: a side takes the hand at its present worth, its tricks not recorded.

    `window` closes it while the hand cannot be won that way.
    """

    window: Window = always
    name: str = "hand"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Every seat still in, for its side."""
        for seat in everybody(game) if self.window(game.hand) else ():
            yield Offer(Act("hand", seat), self.name, "hand", yes=game.hand.stake)

    def apply(self, game: Game, act: Act) -> Hand:
        """The hand is over."""
        return game.hand.ends(game.rules.side(act.seat or 0), "short")


def can_be_won(game: Game) -> bool:
    """Whether the hand can be won as it stands: nobody plays out a hand of modern put that nobody has put to."""
    return all(part.window(game.hand) for part in game.rules.parts if isinstance(part, Claim))
