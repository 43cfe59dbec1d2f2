"""Rules that ladders and decisions share: who may call, who answers, when a question is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from companion.engine.core import Game
from companion.engine.hand import Hand, Offer, Question, Seats, Tap, Worth

# A function that returns the seats that may call.
Callers = Callable[[Game], Seats]
# A function that returns the seats that must answer a call of this seat.
Answerers = Callable[[Game, int], Seats]
# A function that returns whether the window of a part is open, so that it may offer its taps.
Window = Callable[[Hand], bool]

Quorum = Literal["first", "one_yes", "all_yes", "everyone"]
"""When a question put to several seats is answered.

first: by the first answer. one_yes: by one yes, or by a no from all. all_yes: by one no, or by a
yes from all. everyone: once everybody has answered; the answer is yes if anybody said yes.
"""


def always(_: Hand) -> bool:
    """Return True: this is the condition that holds in every hand."""
    return True


def never(_: Hand) -> bool:
    """Return False: this is the condition that holds in no hand."""
    return False


def first_trick(hand: Hand) -> bool:
    """Return whether the first trick is still being played."""
    return not hand.tricks


def everybody(game: Game) -> Seats:
    """Return all seats that are still in the hand, in order of their numbers."""
    out = game.hand.out
    return tuple(seat for seat in range(game.rules.seats) if seat not in out)


def last_two(game: Game) -> Seats:
    """Return one seat of each side: the seat that plays last in the first trick.

    If two sides sit alternately, these seats are the dealer and the seat before the dealer. In a
    duel return both seats.
    """
    seats = everybody(game)
    if len(seats) == 2:
        return seats
    last: dict[int, int] = {}
    for seat in game.rules.order(game.rules.after(game.dealer)):
        last[game.hand.side(seat)] = seat
    return tuple(last.values())


def next_player(game: Game, seat: int) -> Seats:
    """Return one seat: the next seat after `seat` in play order. It is always an opponent."""
    return (game.rules.after(seat),)


def opponents(game: Game, seat: int) -> Seats:
    """Return the opponents of `seat` who are still in the hand, in play order from that seat."""
    rules = game.rules
    side = game.hand.side
    others = (other for other in rules.order(seat) if side(other) != side(seat))
    return tuple(other for other in others if other not in game.hand.out)


def last_to_play(game: Game, seat: int) -> Seats:
    """Return the opponent of `seat` who plays last: the dealer or the seat before the dealer."""
    against = opponents(game, seat)
    order = game.rules.order(game.rules.after(game.dealer))
    return tuple(other for other in order if other in against)[-1:]


def captain(game: Game, seat: int) -> Seats:
    """Return one opponent of `seat`: the seat with the lowest number. It answers for its side."""
    return tuple(sorted(opponents(game, seat)))[:1]


def from_eldest(game: Game, seat: int) -> Seats:
    """Return every seat that is not on the side of `seat`, in play order from eldest."""
    side = game.hand.side
    order = game.rules.order(game.rules.after(game.dealer))
    return tuple(other for other in order if side(other) != side(seat))


def leader(game: Game) -> Seats:
    """Return one seat: the seat that leads the next trick."""
    return (game.hand.leader,)


def one_by_one(question: Question) -> Question:
    """Return the question so that only its first seat may answer now. The others wait."""
    return question._replace(answer=question.answer[:1], waiting=question.answer[1:])


def answer(question: Question, seat: int, *, yes: bool, quorum: Quorum) -> Question | bool:
    """Return True (yes) or False (no) if the answer of this seat settles the question.

    Otherwise return the question for the seats that have not answered yet. `quorum` says which
    answers are enough.

    For example, seats 0 and 2 are asked, and one yes is enough (`one_yes`). After the no of seat 0,
    return the question for seat 2. If seat 2 says no too, return False.
    """
    if quorum == "first":
        return yes
    left = question.without(seat)
    if quorum == "one_yes":
        return yes or (left or False)
    if quorum == "all_yes":
        return yes and (left or True)
    is_accepted = question.accepted or yes
    if left is None:
        return is_accepted
    return left._replace(accepted=is_accepted)


def yes_and_no(
    question: Question,
    *,
    if_accepted: Worth | None = None,
    if_refused: Worth | None = None,
    consent: str = "yes",
) -> Iterator[Offer]:
    """Yield the offers of a yes and of a no for every seat that may answer now.

    `if_accepted` and `if_refused` are worths, as in `Offer`. `consent` is the word that players tap
    for yes.
    """
    for seat in question.answer:
        yield Offer(Tap(consent, seat), question.part, "answer", "good", if_accepted=if_accepted)
        yield Offer(Tap("no", seat), question.part, "answer", "bad", if_refused=if_refused)


def leave(game: Game, hand: Hand, seat: int) -> Hand:
    """Return the hand after this seat has left it.

    If the seat was about to lead, the next seat that is still in the hand leads instead.
    """
    hand = hand._replace(out=hand.out | {seat})
    leader = next(other for other in game.rules.order(hand.leader) if other not in hand.out)
    return hand._replace(leader=leader)
