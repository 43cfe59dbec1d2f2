"""Find what the players may do now: the legal taps, and who must act or may look at the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine.core import Game, Illegal, Reason
from companion.engine.hand import Offer, Seats, Tap
from companion.engine.tricks import Tricks


def legal(game: Game) -> tuple[Offer, ...]:
    """Return the offers of all taps that may be made now; no offers if the match is over.

    Taps that are always possible (`table_taps`) are not among them.
    """
    return tuple(each(game))


def find_offer(game: Game, tap: Tap) -> Offer | None:
    """Return the legal offer that includes this tap.

    Return None if the tap is not legal, or if it is always possible (`table_taps`).
    """
    for offer in each(game):
        if offer.covers(tap):
            return offer
    return None


def refuse(game: Game, tap: Tap, reason: Reason, why: str) -> Illegal:
    """Return the error that refuses this tap, with the offers that are legal now."""
    return Illegal(tap, reason, why, legal(game))


def each(game: Game) -> Iterator[Offer]:
    """Yield the legal offers one by one, so that a search can stop before all of them are made."""
    if game.over:
        return
    question = game.hand.question
    for part in game.rules.parts:
        if part.name in game.hand.closed:
            continue
        looks_back = part.looks_back and game.before is not None
        if looks_back or question is None or question.part in (part.name, *part.interrupts):
            yield from part.offers(game)


def bound_seats(game: Game, offers: Iterable[Offer]) -> Seats:
    """Return the seats that must act, or no seats if everybody who is in the hand may act.

    `offers` are the legal taps. For example, in put after the first trick, return only the seat
    that must either call put or resign.
    """
    seats: set[int] = set()
    for offer in offers:
        if offer.tap.seat is None:
            return ()
        seats.add(offer.tap.seat)
    if len(seats | game.hand.out) == game.rules.seats:
        return ()
    return tuple(seat for seat in game.rules.order(game.hand.leader) if seat in seats)


def may_look(game: Game) -> Seats | None:
    """Return the seats that may look at their cards now, or None if everybody may."""
    question = game.hand.question
    if question is not None and question.unseen:
        return question.answer
    return () if game.hand.blind else None


def may_tie(game: Game) -> bool:
    """Return whether a trick can be tied in this hand."""
    return all(part.ties(game.hand) for part in game.rules.parts if isinstance(part, Tricks))
