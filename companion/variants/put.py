"""Put (RULES.md 7, after Hoyle): five points, a put for the game, resignations, a duty after trick one."""

from dataclasses import replace
from typing import Literal

from companion.engine.asking import Callers, always, everybody, leader
from companion.engine.core import Game, Rules
from companion.engine.drawing import Draw
from companion.engine.giving import Claim, Fold
from companion.engine.hand import Hand, Seats
from companion.engine.ladder import Ladder, Once
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, LeadAfterTie, Tricks, Verdict, mano
from companion.engine.variant import Variant

PutRules = Literal["hoyle", "parlett", "original"]

PUT = Once(("put",), "game", 1)


def ranking(_: object) -> tuple[tuple[str, ...], ...]:
    """From the Three, Two and Ace down to the Four; suits do not count."""
    return tuple((rank,) for rank in "3 2 A K Q J 10 9 8 7 6 5 4".split())


def put_to(hand: Hand) -> bool:
    """Whether a put was accepted: then the cards decide the game."""
    return hand.met("put")


def no_put(hand: Hand) -> bool:
    """Whether nobody has called put in this hand."""
    return not hand.calls_of("put")


def playing(hand: Hand) -> bool:
    """Whether a trick may be played: the first always, the others only after an accepted put (Hoyle)."""
    return not hand.tricks or put_to(hand)


def duty(game: Game) -> Seats:
    """Who may put or resign (Hoyle): everybody before the first trick, after it eldest, or who plays in his place."""
    return (mano(game.rules, game.hand),) if game.hand.tricks else everybody(game)


def putting(put_rules: PutRules, ttt: str, lead_after_tie: LeadAfterTie) -> Rules:
    """The rules of a hand of put, with the target of five.

    hoyle: only a put is for more than a resignation; parlett: whoever is about to lead may put or throw
    in, and an unputted hand is for the game too; original (Willughby, Cotton): the same put, a plain
    hand is one point. Among more than two a put is answered in turn, and seen by all who do not throw in.
    """
    hoyle = put_rules == "hoyle"
    who: Callers = duty if hoyle else leader
    tricks = Tricks(
        Verdict("nobody", ALL_TIED[ttt]),
        lead_after_tie=lead_after_tie,
        window=playing if hoyle else always,
    )
    fold = Fold(everybody if put_rules == "original" else who, no_put, pays=1)
    put = Ladder("put", PUT, who, quorum="everyone", in_turn=True, reply=False)
    parts = (put, tricks, fold, Claim(put_to if hoyle else always))
    return Rules(Points(5), parts, plain="game" if put_rules == "parlett" else 1)


def rules(
    *, target: int, put_rules: PutRules, ttt: str, lead_after_tie: LeadAfterTie, **_: Setting
) -> Rules:
    """Two players."""
    return replace(putting(put_rules, ttt, lead_after_tie), tally=Points(target))


def options(*more: Option) -> tuple[Option, ...]:
    """The house rules of every game of put, and `more` of this one."""
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
    build=rules,
    draw=Draw("highest"),  # as put ranks them
)
