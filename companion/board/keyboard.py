"""The thumb zone's slots, and which key stands in which: what is legal now, for whom this phone speaks.

What else is legal (a partner's call, a number out of turn) is among the `others`, one touch further.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from companion.board.keys import FEW, Keys, Maker
from companion.engine import Act, Game, Offer
from companion.web.guests import Viewer
from companion.words.people import People


def build(
    game: Game,
    offers: Sequence[Offer],
    people: People,
    viewer: Viewer,
    *,
    phones: Collection[int] = (),
    seats: Sequence[int] = (),
) -> Keys:
    """The keys of this viewer; none for somebody who may not record.

    `phones` are the seats that have one of their own, `seats` those it is for: at one end of the table, else all.
    """
    if not viewer.tap:
        return Keys()
    seats = seats or range(game.rules.seats)
    left = [offer for offer in offers if not elsewhere(offer) and (offer.act.seat is None or offer.act.seat in seats)]
    said = _said(left, speakers(game, viewer, phones, seats))
    answers, pad = _answers(said[0]), next((o for o in said[0] if o.act.seat is not None and _is_pad(o, people)), None)
    first, second = ([], []) if pad else _rows(game, said, {offer.act for offer in answers.values()}, people)
    shown = {offer.act for offer in (*answers.values(), *first, *second, pad) if offer}
    good = answers.pop("no", None) if pad and pad.act.word == "says" else None
    answers |= _fold(game, offers, viewer)
    make = Maker(game, people, viewer.seat)
    yes, no = (make.key(answers[half]) if half in answers else None for half in ("yes", "no"))
    numbers = make.pad(pad, good) if pad else None
    others = make.others([offer for offer in left if offer.act not in shown])
    return Keys(make.calls(first, "calls"), make.calls(second, "second"), yes, no, numbers, others)


def speakers(game: Game, viewer: Viewer, phones: Collection[int], seats: Sequence[int]) -> tuple[int, ...]:
    """For whom this phone speaks: its player, or the first asked who has no phone; without a seat one of each side."""
    ask, order = game.hand.ask, game.rules.order(game.hand.leader)
    if ask is not None:
        if viewer.seat is not None and viewer.seat in ask.answer:
            return (viewer.seat,)
        free = [seat for seat in ask.answer if seat in seats and (viewer.seat is None or seat not in phones)]
        return tuple(free[:1])
    if viewer.seat is not None:
        return (viewer.seat,)
    firsts = {game.rules.side(seat): seat for seat in reversed(order) if seat in seats and seat not in game.hand.out}
    return tuple(firsts[side] for side in sorted(firsts))


def elsewhere(offer: Offer) -> bool:
    """Whether the tap has its place on the score (how a hand ends) or in the picture of the table."""
    return offer.group in ("hand", "fold") or in_ring(offer)


def in_ring(offer: Offer) -> bool:
    """Whether one taps a seat for it, or the middle: who took the trick, who had the best, it was tied."""
    won = offer.group == "trick" and (offer.act.word == "won" or offer.act.seat is None)
    return won or offer.act.word == "best"


def _said(offers: Sequence[Offer], speakers: Sequence[int]) -> list[list[Offer]]:
    """What each of them may say; without a speaker what nobody in particular does."""
    return [[offer for offer in offers if offer.act.seat in (seat, None)] for seat in speakers or (None,)]


def _rows(
    game: Game, said: Iterable[list[Offer]], placed: Collection[Act], people: People
) -> tuple[list[Offer], list[Offer]]:
    """What is not placed yet, each side's in a row of its own; of more than two sides each has a key, in two rows."""
    lines = [[offer for offer in line if offer.act not in placed and not _is_pad(offer, people)] for line in said]
    if game.rules.sides > 2 and len(lines) > 1:
        flat, half = [offer for line in lines for offer in line], (len(lines) + 1) // 2
        return flat[:half], flat[half:]
    return lines[0], lines[1] if lines[1:] else []


def _fold(game: Game, offers: Iterable[Offer], viewer: Viewer) -> dict[str, Offer]:
    """Throwing in one's own hand stands where a refusal does while nothing is asked."""
    if game.hand.ask is not None or viewer.seat is None:
        return {}
    own = [offer for offer in offers if offer.group == "fold" and offer.act.seat == viewer.seat]
    return {"no": own[-1]} if own else {}


def _answers(offers: Iterable[Offer]) -> dict[str, Offer]:
    """What accepts and what refuses, the first of each; a call in answer is neither."""
    found: dict[str, Offer] = {}
    for offer in offers:
        if offer.group == "answer":
            half = {"good": "yes", "bad": "no"}.get(offer.tone, offer.act.word)
            found.setdefault(half, offer)
    return {half: found[half] for half in ("yes", "no") if half in found}


def _is_pad(offer: Offer, people: People) -> bool:
    """Whether it needs more keys than a row has; the players to choose from never do."""
    return len(offer.values) > FEW and people.words.word(offer.act.word).value_is != "player"
