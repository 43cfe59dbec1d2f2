"""Lay out the action keys: choose a slot for each legal tap of the seats this phone acts for.

One more key opens all other legal taps (`Keys.others`), for example a call of another player or a
number out of turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from companion.board.keys import FEW, HALF, ROOMY, KeyMaker, Keys, raises_hand
from companion.engine import Game, Offer, Question, Rules, legal, start
from companion.tables import Viewer
from companion.words.people import People

RULES = 1000  # sets of house rules whose rows are kept; to find them takes 3 ms

# How slots and rows are chosen
#
# A thumb finds a key without a look if the key keeps its place from the first card of a hand to the
# last. So the rows depend as little as possible on what is legal at the moment:
#
# 1. Calls that raise the hand (truco, retruco …) are always in the upper row.
# 2. All other calls (side bets, calls about cards) are in the row below. In a game in which a hand
#    begins with such calls, that row is there from first to last, also while it is empty
#    (`Keys.two_call_rows`). In any other game it is there only while nothing is asked; a call that
#    may be made instead of an answer joins the upper row.
# 3. Yes and no are the halves of the last row. Nobody can say yes to an announced flor: its first
#    reply, contraflor, then has the half of yes. While nothing is asked, the last row has the other
#    calls of the second side in a game with many calls; while a question is open, these calls are
#    in the row of bets.
# 4. A pad of numbers is shown instead of all rows: while numbers are said, nobody calls.
#
# A phone with a seat has the calls of its own player. A phone without a seat acts for one player of
# each side. If two sides have so few raises that both fit into the upper row, each gets its half of
# it, and the other calls of the second side are in the second row. Otherwise the first half of the
# sides share the upper row, and the rest of the sides the second row.
#
# One end of a phone that lies flat has half the height, so it has two rows instead of three: while
# a question is open, raises and other calls are in one row there. Fewer keys fit in a row as well.


def lay_out_keys(
    game: Game,
    offers: Sequence[Offer],
    people: People,
    viewer: Viewer,
    *,
    phones: Collection[int] = (),
    seats: Sequence[int] = (),
    flat: bool = False,
) -> Keys:
    """Return the keys of this viewer. There are none if this viewer may not record taps.

    `phones` are the seats that have a phone of their own. `seats` are the seats that this phone may
    act for: the seats at one end if the phone lies `flat`, otherwise all seats.
    """
    if not viewer.may_tap:
        return Keys()
    seats = seats or range(game.rules.seats)
    acts_for = {None, *seats}
    offered = [offer for offer in offers if is_on_key(offer) and offer.tap.seat in acts_for]
    speaking = acting_seats(game, viewer, phones, seats)
    said = _said(game, offered, speaking, alone=viewer.seat is not None)
    is_asked = game.hand.question is not None
    answers = _answers(said[0]) if is_asked else {}
    by_player = (offer for offer in said[0] if offer.tap.seat is not None)
    pad = next((offer for offer in by_player if _is_pad(offer, people)), None)
    layout = KeyLayout(
        in_halves=viewer.seat is None and _has_halves(game, seats),
        has_side_row=has_side_calls(game.rules),
        is_low=flat,
    )
    rows = _Rows()
    if pad is None:
        lines = [_calls_of(line, answers, people) for line in said]
        rows = _rows(game, speaking, lines, layout)
    most = layout.most_keys(rows) if flat else FEW
    shown = {offer.tap for offer in (*answers.values(), *chain(*rows), pad) if offer}
    good = None
    if pad and pad.tap.word == "says":
        # While numbers are said, "good" is a key at the end of the pad and not a no.
        good = answers.pop("no", None)
    make = KeyMaker(game, people, viewer.seat)
    answer_keys = {half: make.key(offer) for half, offer in answers.items()}
    fold = _find_fold(offers, viewer.seat)
    calls = make.calls(rows.calls, "calls", most)
    if is_asked and not calls and not rows.left and not rows.right:
        # This key has the same place on every phone. No call that raises the hand is possible now.
        nobody = make.nobody_else()
        calls = (nobody,) if nobody else ()
    return Keys(
        calls=calls,
        left=make.calls(rows.left, "left", most),
        right=make.calls(rows.right, "right", most),
        bets=make.calls(rows.bets, "bets", most),
        second=make.calls(rows.second, "second", most),
        yes=answer_keys.get("yes"),
        no=answer_keys.get("no"),
        fold=make.key(fold) if fold else None,
        pad=make.pad(pad, good) if pad else None,
        others=make.others([offer for offer in offered if offer.tap not in shown]),
        two_call_rows=layout.has_side_row,
    )


def _has_halves(game: Game, seats: Sequence[int]) -> bool:
    """Return whether two sides share the upper row of a phone that acts for these seats.

    They share it if the seats belong to both sides, and if the raises of both sides fit in it.
    """
    sides = {game.hand.side(seat) for seat in seats}
    return calls_fit_half_row(game.rules) and len(sides) > 1


def _calls_of(line: Iterable[Offer], answers: dict[str, Offer], people: People) -> list[Offer]:
    """Return the offers that are calls: neither answers nor numbers that are tapped on a pad."""
    taken = list(answers.values())
    return [offer for offer in line if offer not in taken and not _is_pad(offer, people)]


@lru_cache(maxsize=RULES)
def has_side_calls(rules: Rules) -> bool:
    """Return whether a hand begins with calls that do not raise what the hand is worth.

    Such calls have a row of their own from the first card to the last.
    """
    calls = [offer for offer in legal(start(rules)) if offer.group == "call"]
    return not all(raises_hand(rules, offer) for offer in calls)


@lru_cache(maxsize=RULES)
def calls_fit_half_row(rules: Rules) -> bool:
    """Return whether the raises of two sides fit in one row, beside each other."""
    game = start(rules)
    calls = {offer.tap: offer for offer in legal(game) if raises_hand(rules, offer)}
    by_seat = Counter(tap.seat for tap in calls)
    return len(set(game.hand.sides)) == 2 and 2 * max(by_seat.values(), default=0) <= FEW


def acting_seats(
    game: Game, viewer: Viewer, phones: Collection[int], seats: Sequence[int]
) -> tuple[int, ...]:
    """Return the seats this phone acts for.

    * A phone with a seat acts for its own player. If a question is open that its player need not
      answer, it acts for the first player asked who has no phone.
    * A phone without a seat acts for the first player asked. While nothing is asked, it acts for
      one player of each side.

    `phones` are the seats that have a phone of their own. `seats` are the seats that this phone may
    act for.
    """
    question = game.hand.question
    if question is not None:
        return _answerers(question, viewer, phones, seats)
    if viewer.seat is not None:
        return (viewer.seat,)
    firsts: dict[int, int] = {}
    for seat in game.rules.order(game.hand.leader):
        if seat in seats and seat not in game.hand.out:
            firsts.setdefault(game.hand.side(seat), seat)
    return tuple(firsts[side] for side in sorted(firsts))


def _answerers(
    question: Question, viewer: Viewer, phones: Collection[int], seats: Sequence[int]
) -> tuple[int, ...]:
    if viewer.seat is not None and viewer.seat in question.answer:
        return (viewer.seat,)
    for seat in question.answer:
        if seat in seats and (viewer.seat is None or seat not in phones):
            return (seat,)
    return ()


def is_on_key(offer: Offer) -> bool:
    """Return whether this tap is made on a key, not on the score or the picture of the table."""
    return offer.group not in ("hand", "fold") and not in_ring(offer)


def in_ring(offer: Offer) -> bool:
    """Return whether this tap is made on the picture of the table instead of on a key.

    Such a tap is made on the seat that took the trick or had the highest number, or on "Tied" in
    the middle.
    """
    won = offer.group == "trick" and (offer.tap.word == "won" or offer.tap.seat is None)
    return won or offer.tap.word == "best"


def _said(
    game: Game, offers: Sequence[Offer], speakers: Sequence[int], *, alone: bool
) -> list[list[Offer]]:
    """Return a list of offers for each of the seats `speakers`.

    A list has the offers for its seat and the offers that name no seat. If `alone` is false, the
    calls of partners are added. If `speakers` is empty, there is one list, with the offers that
    name no seat.
    """
    said: list[list[Offer]] = []
    for seat in speakers or (None,):
        line = [offer for offer in offers if offer.tap.seat in (seat, None)]
        if not alone:
            line += _of_partners(game, offers, line)
        said.append(line)
    return said


def _of_partners(game: Game, offers: Sequence[Offer], line: Sequence[Offer]) -> list[Offer]:
    """Return the calls of all players who are on the same side as the player of `line`.

    `line` has the offers of one player. Calls that this player may make too are left out. If
    several partners may make the same call, it is returned for one of them.
    """
    sides = {game.hand.side(offer.tap.seat) for offer in line if offer.tap.seat is not None}
    own = {offer.tap.word for offer in line}
    first: dict[str, Offer] = {}
    for offer in offers:
        if offer.group != "call" or offer.tap.seat is None or offer.tap.word in own:
            continue
        if game.hand.side(offer.tap.seat) in sides:
            first.setdefault(offer.tap.word, offer)
    return list(first.values())


class KeyLayout(NamedTuple):
    """How a phone, or one end of a phone that lies flat, arranges its rows of calls.

    * `in_halves`: whether each of two sides has its half of the upper row.
    * `has_side_row`: whether calls that do not raise the hand have a row of their own.
    * `is_low`: whether there is no room for a third row.
    """

    in_halves: bool
    has_side_row: bool
    is_low: bool

    def most_keys(self, rows: _Rows) -> int:
        """Return how many calls fit in a row at one end of a phone that lies flat.

        If each of two sides has half of every row, return how many calls fit in its half.
        """
        return HALF if self.in_halves and rows.second else ROOMY


class _Rows(NamedTuple):
    """The offers in each row of calls. The rows have the same names as in `Keys`."""

    calls: Sequence[Offer] = ()
    left: Sequence[Offer] = ()
    right: Sequence[Offer] = ()
    bets: Sequence[Offer] = ()
    second: Sequence[Offer] = ()


def _rows(
    game: Game, speaking: Sequence[int], lines: Sequence[Sequence[Offer]], layout: KeyLayout
) -> _Rows:
    """Return the rows with the calls of these seats. `lines` has the offers of each seat."""
    if len(lines) > 1 and not layout.in_halves:
        return _rows_of_sides(game, speaking, lines)
    left: list[Offer] = []
    right: list[Offer] = []
    bets: list[Offer] = []
    second: list[Offer] = []
    for seat, line in zip(speaking or (None,), lines, strict=True):
        is_on_right = layout.in_halves and seat is not None and _is_second(game, seat)
        for offer in line:
            if raises_hand(game.rules, offer):
                row = right if is_on_right else left
            else:
                row = second if is_on_right or offer.group == "declare" else bets
            row.append(offer)
    second = [offer for offer in second if offer not in bets]
    is_asked = game.hand.question is not None
    if is_asked or not layout.has_side_row:
        bets += second
        second = []
    if is_asked and bets and (layout.is_low or not layout.has_side_row):
        return _Rows(calls=[*left, *right, *bets])
    if layout.in_halves:
        return _Rows(left=left, right=right, bets=bets, second=second)
    return _Rows(calls=left, bets=bets, second=second)


def _is_second(game: Game, seat: int) -> bool:
    """Return whether this seat plays for the second of two sides."""
    return game.hand.side(seat) == max(game.hand.sides)


def _rows_of_sides(game: Game, speaking: Sequence[int], lines: Sequence[Sequence[Offer]]) -> _Rows:
    """Return the rows of a phone for many sides.

    The upper row has the offers of the first half of the sides. The lower row has the offers of the
    other sides.
    """
    sides = sorted(set(game.hand.sides))
    first_half = sides[: (len(sides) + 1) // 2]
    upper: list[Offer] = []
    lower: list[Offer] = []
    for seat, line in zip(speaking, lines, strict=True):
        row = upper if game.hand.side(seat) in first_half else lower
        row += line
    return _Rows(calls=upper, second=lower)


def _find_fold(offers: Iterable[Offer], seat: int | None) -> Offer | None:
    """Return the offer to fold for the player in this seat, None if there is none."""
    for offer in offers:
        if offer.group == "fold" and offer.tap.seat == seat:
            return offer
    return None


def _answers(offers: Sequence[Offer]) -> dict[str, Offer]:
    """Return the first offer that accepts, as "yes", and the first that refuses, as "no".

    Raises are left out. If nobody can accept, as after an announced flor, the first call in reply
    is returned under "yes".
    """
    found: dict[str, Offer] = {}
    for offer in offers:
        if offer.group == "answer":
            half = {"good": "yes", "bad": "no"}.get(offer.tone, offer.tap.word)
            found.setdefault(half, offer)
    if "no" in found and "yes" not in found:
        meeting = next((offer for offer in offers if offer.group == "call"), None)
        if meeting is not None:
            found["yes"] = meeting
    return {half: found[half] for half in ("yes", "no") if half in found}


def _is_pad(offer: Offer, people: People) -> bool:
    """Return whether this offer is made on a pad: it has many values, and they are not players."""
    return len(offer.values) > FEW and people.words.word(offer.tap.word).value_is != "player"
