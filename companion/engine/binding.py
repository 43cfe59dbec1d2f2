"""The rules that bind the players before a tap: who must act, who may look, what cannot be tied."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.core import Game
from companion.engine.hand import Offer, Seats
from companion.engine.tricks import Tricks


def bound_seats(game: Game, offers: Iterable[Offer]) -> Seats:
    """Return the seats that must act, if nobody else in the hand may by the legal `offers`.

    Otherwise return no seats.

    Taps that look back at the hand before do not count: nobody has to make them. For example, in
    put after the first trick only the seat that puts or resigns is returned.
    """
    seats: set[int] = set()
    for offer in offers:
        if game.rules.part(offer.part).looks_back and game.hand.question is None:
            continue
        if offer.tap.seat is None:
            return ()
        seats.add(offer.tap.seat)
    if len(seats | game.hand.out) == game.rules.seats:
        return ()
    return tuple(seat for seat in game.rules.order(game.hand.leader) if seat in seats)


def may_look(game: Game) -> Seats | None:
    """Return the seats that may look at their cards now, or None if everybody may."""
    for part in game.rules.parts:
        seats = part.may_look(game)
        if seats is not None:
            return seats
    return None


def may_tie(game: Game) -> bool:
    """Return whether a trick can be tied in this hand."""
    return all(part.ties(game.hand) for part in game.rules.parts if isinstance(part, Tricks))
