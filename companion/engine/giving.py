"""Hands that end without being played out: folded, or simply taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine.asking import everybody
from companion.engine.core import Game, Part
from companion.engine.hand import Act, Hand, Offer


@dataclass(frozen=True)
class Fold(Part):
    """A seat gives up while nothing is asked; of several sides only that one leaves the hand."""

    name: str = "fold"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Every seat still in."""
        for seat in everybody(game):
            yield Offer(Act("fold", seat), self.name, "fold", "bad", no=game.hand.stake)

    def apply(self, game: Game, act: Act) -> Hand:
        """The last side left takes what the hand is worth."""
        side = game.rules.side
        hand = replace(game.hand, out=game.hand.out | {act.seat or 0})
        left = {side(seat) for seat in everybody(game) if side(seat) != side(act.seat or 0)}
        return hand.ends(left.pop(), "folded") if len(left) == 1 else hand


@dataclass(frozen=True)
class Claim(Part):
    """The shortcut: a side takes the hand at its present worth, its tricks not recorded."""

    name: str = "hand"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Every seat still in, for its side."""
        for seat in everybody(game):
            yield Offer(Act("hand", seat), self.name, "hand", yes=game.hand.stake)

    def apply(self, game: Game, act: Act) -> Hand:
        """The hand is over."""
        return game.hand.ends(game.rules.side(act.seat or 0), "short")
