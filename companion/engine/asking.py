"""Who may act, who must answer, and when the answers are enough: the words the ladders and decisions share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from companion.engine.core import Game
from companion.engine.hand import Act, Ask, Hand, Offer, Seats, Worth

Callers = Callable[[Game], Seats]
Answerers = Callable[[Game, int], Seats]
Window = Callable[[Hand], bool]

Quorum = Literal["first", "one_yes", "all_yes", "everyone"]
"""When a question is answered: by the first answer; by one yes, or no from all; by one no, or yes from
all; once everybody has spoken, with yes if anybody said so."""


def always(_: Hand) -> bool:
    """A window that never closes."""
    return True


def never(_: Hand) -> bool:
    """A window that never opens."""
    return False


def first_trick(hand: Hand) -> bool:
    """A window that closes with the first trick."""
    return not hand.tricks


def everybody(game: Game) -> Seats:
    """All seats still in the hand."""
    seats, out = range(game.rules.seats), game.hand.out
    return tuple(seat for seat in seats if seat not in out) if out else tuple(seats)


def last_two(game: Game) -> Seats:
    """The dealer and the seat before him: the last two to play; in a duel both."""
    two = everybody(game)
    return two if len(two) == 2 else (game.rules.after(game.dealer, -1), game.dealer)


def next_player(game: Game, seat: int) -> Seats:
    """Only the next in rotation, always an opponent."""
    return (game.rules.after(seat),)


def opponents(game: Game, seat: int) -> Seats:
    """Every seat of the other sides, in play order from the caller."""
    rules = game.rules
    return tuple(s for s in rules.order(seat) if rules.side(s) != rules.side(seat) and s not in game.hand.out)


def last_to_play(game: Game, seat: int) -> Seats:
    """Of the other sides' seats only the one that plays last in the first trick: the dealer, or the last before him."""
    rules = game.rules
    order = rules.order(rules.after(game.dealer))
    return tuple(s for s in order if s in opponents(game, seat))[-1:]


def from_eldest(game: Game, seat: int) -> Seats:
    """Every seat of the other sides, in play order from eldest."""
    rules = game.rules
    return tuple(s for s in rules.order(rules.after(game.dealer)) if rules.side(s) != rules.side(seat))


def leader(game: Game) -> Seats:
    """Only the seat about to lead."""
    return (game.hand.leader,)


def one_by_one(ask: Ask) -> Ask:
    """The question put to its seats one after the other: the first answers now, the others wait."""
    return ask._replace(answer=ask.answer[:1], waiting=ask.answer[1:])


def answer(ask: Ask, seat: int, *, yes: bool, quorum: Quorum) -> Ask | bool:
    """What an answer brings: True or False when the question is settled, else what is still open."""
    left = ask.without(seat)
    if quorum == "first":
        return yes
    if quorum == "one_yes":
        return yes or (left or False)
    if quorum == "all_yes":
        return yes and (left or True)
    met = ask.met or yes
    return met if left is None else left._replace(met=met)


def yes_and_no(ask: Ask, *, yes: Worth | None = None, no: Worth | None = None, consent: str = "yes") -> Iterator[Offer]:
    """The two answers, for every seat that may give them; `consent` is the word that means yes."""
    for seat in ask.answer:
        yield Offer(Act(consent, seat), ask.part, "answer", "good", yes=yes)
        yield Offer(Act("no", seat), ask.part, "answer", "bad", no=no)


def leave(game: Game, hand: Hand, seat: int) -> Hand:
    """The hand without that seat; where it was about to lead, the next in play order that is still in does."""
    hand = hand._replace(out=hand.out | {seat})
    leader = next(s for s in game.rules.order(hand.leader) if s not in hand.out)
    return hand._replace(leader=leader)
