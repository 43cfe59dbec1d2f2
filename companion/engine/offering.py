"""What may be tapped now, and the refusal of what may not."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Game, Illegal, Part, Reason
from companion.engine.hand import Act, Offer


def legal(game: Game) -> tuple[Offer, ...]:
    """Every tap of the game that may be made now, without those that are always there; nothing once it is over."""
    return tuple(each(game))


def refuse(game: Game, act: Act, reason: Reason, why: str) -> Illegal:
    """The refusal of that tap, with what would be legal instead."""
    return Illegal(act, reason, why, legal(game))


def each(game: Game) -> Iterator[Offer]:
    """The same one after the other: who looks for one need not make all."""
    for part in () if game.over else game.rules.parts:
        if _speaks(part, game):
            yield from part.offers(game)


def _speaks(part: Part, game: Game) -> bool:
    ask = game.hand.ask
    if part.name in game.hand.closed:
        return False
    looks_back = part.looks_back and game.before is not None
    return looks_back or ask is None or ask.part == part.name or ask.part in part.interrupts
