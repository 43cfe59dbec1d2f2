"""Put (RULES.md 7, after Hoyle): five points. A hand with an accepted put decides the game."""

from dataclasses import replace
from typing import Literal

from companion.engine.asking import Callers, Window, always, everybody, leader
from companion.engine.core import Game, Rules
from companion.engine.drawing import Draw
from companion.engine.hand import Hand, Seats, Worth
from companion.engine.ladder import Ladder, OncePerHand
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, Claim, Fold, LeadAfterTie, Tricks, Verdict, mano
from companion.engine.variant import Variant, ranked

PutRules = Literal["hoyle", "parlett", "original"]

PUT = OncePerHand(("put",), "game", 1)


def ranking(_: object) -> tuple[tuple[str, ...], ...]:
    """Return the ranking, in which suits do not matter: Three, Two, Ace, then King down to Four."""
    return ranked("3 2 A K Q J 10 9 8 7 6 5 4")


def put_to(hand: Hand) -> bool:
    """Return whether a put was accepted in this hand. Then its tricks decide who wins the game."""
    return hand.has_accepted("put")


def no_put(hand: Hand) -> bool:
    """Return whether nobody has called put in this hand."""
    return not hand.calls_of("put")


def playing(hand: Hand) -> bool:
    """Return whether the next trick may be played by Hoyle's rules.

    The first trick may always be played, later tricks only after an accepted put.
    """
    return not hand.tricks or put_to(hand)


def duty(game: Game) -> Seats:
    """Return the seats that may call put, or resign the hand, by Hoyle's rules.

    Before the first trick these are all seats in the hand. Later it is only eldest. If eldest has
    left the hand, it is a partner of eldest, or the next seat still in the hand (see `mano`).
    """
    if not game.hand.tricks:
        return everybody(game)
    return (mano(game.rules, game.hand),)


def putting(put_rules: PutRules, ttt: str, lead_after_tie: LeadAfterTie) -> Rules:
    """Return the rules of put with a target of five points. `ttt` says who wins three tied tricks.

    Put is a call: if it is accepted, the hand decides the whole game. To resign, or to throw in, is
    to give the hand up, which pays 1 point. `put_rules` has three values:

    * "hoyle": before the first trick everybody may call put or resign. After it, eldest must do one
      of the two, if no put was accepted.
    * "parlett": the player about to lead may call put or throw in. A hand wins the whole game even
      without a put.
    * "original" (Willughby, Cotton): the player about to lead may call put, and anybody may throw
      in. A hand without a put wins 1 point.

    If more than two play, they answer a put one after the other, and everybody who does not throw
    in plays on.
    """
    may_put: Callers = leader
    may_fold: Callers = leader
    may_play: Window = always
    may_claim: Window = always
    plain: Worth = 1
    if put_rules == "hoyle":
        may_put = duty
        may_fold = duty
        may_play = playing
        may_claim = put_to
    elif put_rules == "parlett":
        plain = "game"
    else:
        may_fold = everybody
    put = Ladder("put", PUT, may_put, quorum="everyone", in_turn=True, reply=False)
    tricks = Tricks(
        Verdict("nobody", ALL_TIED[ttt]), lead_after_tie=lead_after_tie, window=may_play
    )
    parts = (put, tricks, Fold(may_fold, no_put, pays=1), Claim(may_claim))
    return Rules(Points(5), parts, plain=plain)


def rules(
    *, target: int, put_rules: PutRules, ttt: str, lead_after_tie: LeadAfterTie, **_: Setting
) -> Rules:
    """Return the rules for players who each have a score. `putting` explains `put_rules`."""
    return replace(putting(put_rules, ttt, lead_after_tie), tally=Points(target))


def options(*more: Option) -> tuple[Option, ...]:
    """Return the house rules that every game of put has, and `more` for one of these games."""
    return (
        Option.target(5, 3, 7),
        Option.best_of(),
        Option.handicap(),
        *more,
        Option.all_tied("none"),
        Option.lead_after_tie("tied_leader"),
    )


VARIANT = Variant(
    id="put",
    name="Put",
    seats=(2,),
    direction="clockwise",
    suits="french",
    land="england",
    options=options(Option.choice("put_rules", "hoyle", "parlett", "original", group="calls")),
    ranking=ranking,
    make_rules=rules,
    draw=Draw("highest"),  # by the ranking of put
)
