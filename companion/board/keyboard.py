"""The thumb zone's slots, and which key stands in which: what is legal now, for whom this phone speaks.

What else is legal (a partner's call, a number out of turn) is among the `others`, one touch further.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache

from companion.board.key_maker import KeyMaker
from companion.board.keys import FEW, ROOMY, Keys
from companion.engine import Act, Game, Offer, Rules, legal, start
from companion.engine.ladder import Ladder
from companion.tables import Viewer
from companion.words.people import People


def build(
    game: Game,
    offers: Sequence[Offer],
    people: People,
    viewer: Viewer,
    *,
    phones: Collection[int] = (),
    seats: Sequence[int] = (),
    most: int = FEW,
) -> Keys:
    """The keys of this viewer; none for somebody who may not record.

    `phones` are the seats that have one of their own, `seats` those it is for: at one end of the table, else all.
    `most` keys have room in a row.
    """
    if not viewer.tap:
        return Keys()
    seats = seats or range(game.rules.seats)
    left = [offer for offer in offers if not elsewhere(offer) and (offer.act.seat is None or offer.act.seat in seats)]
    said = _said(game, left, speakers(game, viewer, phones, seats), alone=viewer.seat is not None)
    answers, pad = _answers(said[0]), next((o for o in said[0] if o.act.seat is not None and _is_pad(o, people)), None)
    first, second = ([], []) if pad else _rows(game, said, {offer.act for offer in answers.values()}, people)
    shown = {offer.act for offer in (*answers.values(), *first, *second, pad) if offer}
    good = answers.pop("no", None) if pad and pad.act.word == "says" else None
    make, fold = KeyMaker(game, people, viewer.seat), _fold(game, offers, viewer)
    deep = viewer.seat is not None and many_calls(game.rules)
    bets = [offer for offer in first if deep and _is_bet(game, offer)]
    return Keys(
        make.calls([offer for offer in first if offer not in bets], "calls", ROOMY if deep else most),
        make.calls(bets, "bets", ROOMY),
        make.calls(second, "second", most),
        make.key(answers["yes"]) if "yes" in answers else None,
        make.key(answers["no"]) if "no" in answers else None,
        make.key(fold) if fold else None,
        make.pad(pad, good) if pad else None,
        make.others([offer for offer in left if offer.act not in shown]),
        deep,
    )


@cache
def many_calls(rules: Rules) -> bool:
    """Whether a hand begins with more calls for somebody than one row holds: then there are two from first to last."""
    calls = {offer.act: offer for offer in legal(start(rules)) if offer.group == "call" and not offer.endless}
    return max(Counter(act.seat for act in calls).values(), default=0) > ROOMY


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


def _said(game: Game, offers: Sequence[Offer], speakers: Sequence[int], *, alone: bool) -> list[list[Offer]]:
    """What each of them may say, not `alone` his side, each word once; else what nobody in particular does."""
    said = [[offer for offer in offers if offer.act.seat in (seat, None)] for seat in speakers or (None,)]
    return said if alone else [[*line, *_of_partners(game, offers, line)] for line in said]


def _of_partners(game: Game, offers: Sequence[Offer], line: Sequence[Offer]) -> Iterable[Offer]:
    """Calls of his partners that he may not make himself, each once."""
    sides = {game.rules.side(offer.act.seat) for offer in line if offer.act.seat is not None}
    calls = [
        it for it in offers if it.group == "call" and it.act.seat is not None and game.rules.side(it.act.seat) in sides
    ]
    own, first = {offer.act.word for offer in line}, dict[str, Offer]()
    for offer in calls:
        first.setdefault(offer.act.word, offer)
    return (offer for word, offer in first.items() if word not in own)


def _rows(
    game: Game, said: Iterable[list[Offer]], placed: Collection[Act], people: People
) -> tuple[list[Offer], list[Offer]]:
    """What is not placed yet, each side's in a row of its own; of more than two sides each has a key, in two rows."""
    lines = [[offer for offer in line if offer.act not in placed and not _is_pad(offer, people)] for line in said]
    if len(lines) == 1 and game.hand.ask is None:
        passing = [offer for offer in lines[0] if offer.values and offer.group == "call"]
        return [offer for offer in lines[0] if offer not in passing], passing
    if game.rules.sides > 2 and len(lines) > 1:
        flat, half = [offer for line in lines for offer in line], (len(lines) + 1) // 2
        return flat[:half], flat[half:]
    return lines[0], lines[1] if lines[1:] else []


def _fold(game: Game, offers: Iterable[Offer], viewer: Viewer) -> Offer | None:
    """Throwing in one's own hand, while nothing is asked."""
    if game.hand.ask is not None or viewer.seat is None:
        return None
    return next((offer for offer in offers if offer.group == "fold" and offer.act.seat == viewer.seat), None)


def _is_bet(game: Game, offer: Offer) -> bool:
    """Whether it is one of several calls of a side bet, which have a row of their own."""
    part = game.rules.part(offer.part)
    return isinstance(part, Ladder) and bool(part.settled_by)


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
