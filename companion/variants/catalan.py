"""Catalan truc (RULES.md 1, after Denexa): 12 points, truc 2, retruc 3, the hand of eleven, the one-card deal."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from companion.engine.asking import next_player
from companion.engine.core import Game, Rules
from companion.engine.deal import Deal, ShortDeal
from companion.engine.decision import Decision, Opening
from companion.engine.giving import Claim, Fold
from companion.engine.hand import Hand, Seats
from companion.engine.ladder import Ladder, steps
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, EQUAL, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import Option, Setting, Variant


def on_eleven(game: Game) -> tuple[int, ...]:
    """The sides one point short of the target."""
    return tuple(side for side, points in enumerate(game.score) if points == game.rules.tally.target - 1)


def deciders(game: Game) -> Seats:
    """Who decides whether the hand is played: the one side on eleven, nobody at eleven all."""
    sides = on_eleven(game)
    return game.rules.seats_of(sides[0]) if len(sides) == 1 else ()


def plays(game: Game) -> Hand:
    """The hand of eleven is played for three."""
    return replace(game.hand, stake=3)


def declines(points: int) -> Callable[[Game], Hand]:
    """The hand of eleven is not played: the others get so many points."""
    return lambda game: game.hand.ends(game.rules.others(on_eleven(game)[0]), "declined", points, "eleven")


def rules(
    *,
    target: int,
    tiebreak: str,
    ttt: str,
    one_card_offer: ShortDeal | Literal[False],
    eleven_decline: int,
    silent_accept: bool,
    lead_after_tie: LeadAfterTie,
    **_: Setting,
) -> Rules:
    """Two players, or four as partners."""
    eleven = (
        Opening(
            "on-eleven",
            lambda game: bool(on_eleven(game)),
            closes=frozenset({"truc", "one"}),
        ),
        Decision("eleven", deciders, yes=plays, no=declines(eleven_decline)),
    )
    truc = Ladder("truc", steps(("truc", 2, 1), ("retruc", 3, 2)), answers=next_player)
    tricks = Tricks(
        Verdict(EQUAL[tiebreak], ALL_TIED[ttt]),
        lead_after_tie=lead_after_tie,
        interrupts=frozenset({"truc"} if silent_accept else ()),
    )
    one_card = (Deal(one_card_offer),) if one_card_offer else ()
    return Rules(Points(target), (*eleven, *one_card, truc, tricks, Fold(), Claim()))


OPTIONS = (
    Option.target(12, 9, 15, 18, 24),
    Option.best_of(),
    Option.choice("one_card_offer", "dealer_choice", "nondealer_proposes", "off"),
    Option.choice("tiebreak", "count_nd", "first", "count_none"),
    Option.choice("ttt", "leader_side", "none", unless=(("tiebreak", "count_none", "none"),)),
    Option.number("eleven_decline", 1, 2, 3, low=0, high=9),
    Option.switch("silent_accept", "on"),
    Option.choice("lead_after_tie", "tied_leader", "mano", "rotter"),
)

VARIANT = Variant(
    id="catalan",
    name="Catalan truc",
    seats=(4, 2),
    direction="counter-clockwise",
    suits="spanish",
    options=OPTIONS,
    ranking=lambda _: tuple((rank,) for rank in "3 2 1 12 11 10 7 6 5 4".split()),
    build=rules,
    names=("Anna", "Biel", "Carme", "Dídac", "Elna", "Ferran", "Gemma", "Hug"),
)
