"""The thumb zone's slots, and which key stands in which: what is legal now, for whom this phone speaks.

What else is legal (a partner's call, a number out of turn) is among the `others`, one touch further.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import chain, compress, zip_longest
from typing import NamedTuple

from companion.board.key_maker import KeyMaker, raises_hand
from companion.board.keys import FEW, HALF, ROOMY, Keys
from companion.engine import Game, Offer, Rules, legal, start
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
    flat: bool = False,
) -> Keys:
    """The keys of this viewer; none for somebody who may not record.

    `phones` are the seats that have one of their own, `seats` those it is for: at one end of a phone that lies `flat`,
    where there are two rows, else all.
    """
    if not viewer.tap:
        return Keys()
    seats = seats or range(game.rules.seats)
    offered = [
        o for o in offers if not elsewhere(o) and (o.act.seat is None or o.act.seat in seats)
    ]
    speaking = speakers(game, viewer, phones, seats)
    said = _said(game, offered, speaking, alone=viewer.seat is not None)
    answers, pad = (
        _answers(said[0]),
        next((o for o in said[0] if o.act.seat is not None and _is_pad(o, people)), None),
    )
    left = [
        [o for o in line if o not in answers.values() and not _is_pad(o, people)] for line in said
    ]
    both = viewer.seat is None and abreast(game.rules) and len({*map(game.rules.side, seats)}) > 1
    rows = _Rows() if pad else _rows(game, speaking, left, both=both, flat=flat)
    most = FEW if not flat else HALF if both and rows.second else ROOMY
    shown = {offer.act for offer in (*answers.values(), *chain(*rows), pad) if offer}
    good = answers.pop("no", None) if pad and pad.act.word == "says" else None
    make, fold = KeyMaker(game, people, viewer.seat), _fold(game, offers, viewer)
    return Keys(
        calls=make.calls(rows.calls, "calls", most),
        left=make.calls(rows.left, "left", most),
        right=make.calls(rows.right, "right", most),
        bets=make.calls(rows.bets, "bets", most),
        second=make.calls(rows.second, "second", most),
        yes=make.key(answers["yes"]) if "yes" in answers else None,
        no=make.key(answers["no"]) if "no" in answers else None,
        fold=make.key(fold) if fold else None,
        pad=make.pad(pad, good) if pad else None,
        others=make.others([offer for offer in offered if offer.act not in shown]),
        deep=many_calls(game.rules),
    )


@cache
def many_calls(rules: Rules) -> bool:
    """Whether there are calls beside those that raise the hand: they have a row of their own from first to last."""
    return not all(
        raises_hand(rules, offer) for offer in legal(start(rules)) if offer.group == "call"
    )


@cache
def abreast(rules: Rules) -> bool:
    """Whether the calls that raise the hand leave room beside them for those of the other side."""
    calls = {offer.act: offer for offer in legal(start(rules)) if raises_hand(rules, offer)}
    return (
        rules.sides == 2 and 2 * max(Counter(act.seat for act in calls).values(), default=0) <= FEW
    )


def speakers(
    game: Game, viewer: Viewer, phones: Collection[int], seats: Sequence[int]
) -> tuple[int, ...]:
    """For whom this phone speaks: its player, or the first asked who has no phone; without a seat one of each side."""
    ask, order = game.hand.ask, game.rules.order(game.hand.leader)
    if ask is not None:
        if viewer.seat is not None and viewer.seat in ask.answer:
            return (viewer.seat,)
        free = [
            seat
            for seat in ask.answer
            if seat in seats and (viewer.seat is None or seat not in phones)
        ]
        return tuple(free[:1])
    if viewer.seat is not None:
        return (viewer.seat,)
    firsts = {
        game.rules.side(seat): seat
        for seat in reversed(order)
        if seat in seats and seat not in game.hand.out
    }
    return tuple(firsts[side] for side in sorted(firsts))


def elsewhere(offer: Offer) -> bool:
    """Whether the tap has its place on the score (how a hand ends) or in the picture of the table."""
    return offer.group in ("hand", "fold") or in_ring(offer)


def in_ring(offer: Offer) -> bool:
    """Whether one taps a seat for it, or the middle: who took the trick, who had the best, it was tied."""
    won = offer.group == "trick" and (offer.act.word == "won" or offer.act.seat is None)
    return won or offer.act.word == "best"


def _said(
    game: Game, offers: Sequence[Offer], speakers: Sequence[int], *, alone: bool
) -> list[list[Offer]]:
    """What each of them may say, not `alone` his side, each word once; else what nobody in particular does."""
    said = [
        [offer for offer in offers if offer.act.seat in (seat, None)]
        for seat in speakers or (None,)
    ]
    return said if alone else [[*line, *_of_partners(game, offers, line)] for line in said]


def _of_partners(game: Game, offers: Sequence[Offer], line: Sequence[Offer]) -> Iterable[Offer]:
    """Calls of his partners that he may not make himself, each once."""
    sides = {game.rules.side(offer.act.seat) for offer in line if offer.act.seat is not None}
    calls = [
        it
        for it in offers
        if it.group == "call" and it.act.seat is not None and game.rules.side(it.act.seat) in sides
    ]
    own, first = {offer.act.word for offer in line}, dict[str, Offer]()
    for offer in calls:
        first.setdefault(offer.act.word, offer)
    return (offer for word, offer in first.items() if word not in own)


class _Rows(NamedTuple):
    """What stands in the rows of calls: see `Keys`."""

    calls: Sequence[Offer] = ()
    left: Sequence[Offer] = ()
    right: Sequence[Offer] = ()
    bets: Sequence[Offer] = ()
    second: Sequence[Offer] = ()


def _rows(
    game: Game, speaking: Sequence[int], lines: Sequence[Sequence[Offer]], *, both: bool, flat: bool
) -> _Rows:
    """What these seats may say, a line each. A call that raises the hand has one place from first to last.

    `both`: for two sides, of which each has its half of the upper row. `flat`: there is no third one.
    """
    if len(lines) > 1 and not both:
        sides, half = list(map(game.rules.side, speaking)), (game.rules.sides + 1) // 2
        upper, lower = (
            [*compress(lines, ((side < half) == up for side in sides))] for up in (True, False)
        )
        return _Rows(calls=[*chain(*upper)], second=[*chain(*lower)])
    left, right, first, second = list[Offer](), list[Offer](), list[Offer](), list[Offer]()
    for seat, line in zip_longest(speaking, lines):
        on_right = both and seat is not None and game.rules.side(seat) == 1
        for offer in line:
            if raises_hand(game.rules, offer):
                (right if on_right else left).append(offer)
            elif offer not in first:
                (second if on_right or offer.group == "declare" else first).append(offer)
    asked, deep = game.hand.ask is not None, many_calls(game.rules)
    if asked or not deep:
        first, second = [*first, *second], []
    if asked and first and (flat or not deep):
        return _Rows(calls=[*left, *right, *first])
    return (
        _Rows(left=left, right=right, bets=first, second=second)
        if both
        else _Rows(left, bets=first, second=second)
    )


def _fold(game: Game, offers: Iterable[Offer], viewer: Viewer) -> Offer | None:
    """Throwing in one's own hand, while nothing is asked."""
    if game.hand.ask is not None or viewer.seat is None:
        return None
    return next(
        (offer for offer in offers if offer.group == "fold" and offer.act.seat == viewer.seat), None
    )


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
