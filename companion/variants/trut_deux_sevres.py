"""Trut of Deux-Sèvres (RULES.md 5): seven longs (truts), answers in turn, the decision fortial."""

from dataclasses import replace

from companion.engine.asking import from_eldest
from companion.engine.core import Game, Rules
from companion.engine.decision import AtScore, Decision, Opening
from companion.engine.hand import Hand, Seats
from companion.engine.ladder import Ladder, OncePerHand
from companion.engine.option import Option, Setting
from companion.engine.tally import Truts
from companion.engine.tricks import ALL_TIED, Claim, Fold, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import Count
from companion.variants import trut


def fortial(target: int, sides: int = 1) -> AtScore:
    """Return the condition that exactly `sides` sides are fortial.

    A side is fortial if it needs one more long (trut) to win and has two petits (points).
    """
    return AtScore(2, sides, truts=target - 1)


def deciders(game: Game) -> Seats:
    """Return the seats of the side that is fortial, in the order in which they see their cards.

    The first is eldest, or the dealer if eldest is not of that side. The partner follows.
    """
    rules = game.rules
    (side,) = fortial(rules.tally.target).holders(game)
    eldest = rules.after(game.dealer)
    first = eldest if game.hand.side(eldest) == side else game.dealer
    return (first, *(seat for seat in rules.seats_of(side) if seat != first))


def must_be_seen(game: Game, _: int) -> Hand:
    """Return the hand that the fortial side plays: it is worth a trut, and nobody may call trut.

    The other side is not asked, because it would lose the game if it refused.
    """
    return game.hand._replace(worth="trut", closed=frozenset({"trut"}))


def nobody_truts(game: Game, side: int) -> Hand:
    """Return the hand after the fortial side `side` has declined to play it.

    The hand ends, and the other side gets a petit.
    """
    return game.hand.ends(game.hand.other(side), "declined", 1, "fortial")


def rules(
    *,
    target: int,
    ttt: str,
    lead_after_tie: LeadAfterTie,
    keep_petits_on_trut: bool,
    brelan: bool,
    **_: Setting,
) -> Rules:
    """Return the rules for two players, or for four as partners.

    Two house rules change nothing here: `trut_timing` only says what players tap, `seven_eight`
    only how cards rank.
    """
    words = ("trut", "brelan") if brelan else ("trut",)
    one = fortial(target)
    both = fortial(target, sides=2)
    parts = (
        Opening("fortials", both, closes=frozenset({"trut"})),
        Decision(
            "fortial",
            deciders,
            must_be_seen,
            nobody_truts,
            "one_yes",
            in_turn=True,
            consent="trut",
            when=one,
            unseen=True,
        ),
        Ladder(
            "trut",
            OncePerHand(words, "trut", 1),
            answers=from_eldest,
            quorum="one_yes",
            in_turn=True,
            reply=False,
        ),
        Tricks(Verdict("first", ALL_TIED[ttt]), lead_after_tie=lead_after_tie),
    )
    return Rules(
        Truts(target, clears="other" if keep_petits_on_trut else "both"), (*parts, Fold(), Claim())
    )


VARIANT = replace(
    trut.VARIANT,
    id="trut-deux-sevres",
    name="Trut des Deux-Sèvres",
    options=(
        Option.target(7, 3, 5),
        Option.best_of(),
        Option.handicap(),
        Option.all_tied("none"),
        Option.choice("trut_timing", "any", "own_turn", group="calls"),
        Option.switch("keep_petits_on_trut", "on", group="calls"),
        Option.switch("brelan", "on", group="cards"),
        Option.choice("seven_eight", "7_high", "8_high", group="cards"),
        Option.lead_after_tie("rotter"),
    ),
    make_rules=rules,
    draw=None,
    count=Count("jetons", longs=True),
)
