"""The taps that are possible now, and the refusal of any other."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Game, Illegal, Part, Reason
from companion.engine.hand import Offer, Tap


def legal(game: Game) -> tuple[Offer, ...]:
    """Return every tap of the game that may be made now; none once the match is over.

    Taps that are always possible (`table_taps`) are not among them.
    """
    return tuple(each(game))


def find_offer(game: Game, tap: Tap) -> Offer | None:
    """Return the offer that this tap takes up.

    Return None if the tap is not legal, or if it is one that is always there (`table_taps`).
    """
    for offer in each(game):
        if offer.covers(tap):
            return offer
    return None


def refuse(game: Game, tap: Tap, reason: Reason, why: str) -> Illegal:
    """Return the refusal of that tap, with what would be legal instead."""
    return Illegal(tap, reason, why, legal(game))


def each(game: Game) -> Iterator[Offer]:
    """Yield the legal taps one by one, so that a search for one of them need not make all."""
    if game.over:
        return
    for part in game.rules.parts:
        if _may_offer(part, game):
            yield from part.offers(game)


def _may_offer(part: Part, game: Game) -> bool:
    question = game.hand.question
    if part.name in game.hand.closed:
        return False
    looks_back = part.looks_back and game.before is not None
    return (
        looks_back
        or question is None
        or question.part == part.name
        or question.part in part.interrupts
    )
