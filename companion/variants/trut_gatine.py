"""Trut of Gâtine (RULES.md 6): seven truts win, and points never become truts."""

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.asking import from_eldest
from companion.engine.core import Game, Rules
from companion.engine.decision import Decision
from companion.engine.hand import Hand, Seats
from companion.engine.ladder import Ladder, OncePerHand
from companion.engine.option import Option, Setting
from companion.engine.tally import Truts
from companion.engine.tricks import ALL_TIED, Claim, Fold, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import Cards
from companion.variants import trut

TOP = {"8_high": "8 7", "7_high": "7 8"}
RANKINGS = {"printed": "A 10 K Q J 9", "usual": "A K Q J 10 9"}


def holders(game: Game) -> Seats:
    """Return the seats of the only side that has two points, in play order from eldest."""
    (side,) = trut.ON_TWO.holders(game)
    opponent = game.hand.seats_of(game.hand.other(side))[0]
    return from_eldest(game, opponent)


def singers(game: Game) -> Seats:
    """Return all seats, in play order from eldest: all are asked whether they sing.

    They are asked if both sides have two points. If all sing (say "je chante"), each player gets
    three more cards, and keeps three of the six. The hand is worth a trut in any case.
    """
    return game.rules.order(game.rules.after(game.dealer))


def office(game: Game, _: int) -> Hand:
    """Return the hand of a trut d'office: it is worth a trut, and nobody may call trut."""
    return game.hand._replace(worth="trut", closed=frozenset({"trut"}))


def nobody_holds(game: Game, side: int) -> Hand:
    """Return the ended hand after `side`, which has two points, has declined to play it.

    The other side gets a point.
    """
    return game.hand.ends(game.hand.other(side), "declined", 1, "tenir")


def rules(
    *, target: int, ttt: str, lead_after_tie: LeadAfterTie, brelan: bool, **_: Setting
) -> Rules:
    """Return the rules for two players, or for four as partners."""
    words = ("trut", "brelan", "suite") if brelan else ("trut", "suite")
    parts = (
        Decision("tenir", holders, office, nobody_holds, "one_yes", in_turn=True, when=trut.ON_TWO),
        Decision("chanter", singers, office, office, "all_yes", in_turn=True, when=trut.TWO_ALL),
        Ladder(
            "trut",
            OncePerHand(words, "trut", 1),
            answers=from_eldest,
            quorum="one_yes",
            in_turn=True,
            reply=False,
        ),
        Tricks(
            Verdict("first", ALL_TIED[ttt]),
            lead_after_tie=lead_after_tie,
            again=lambda hand: "trut" in hand.closed,
        ),
    )
    return Rules(Truts(target, clears="own", exchange=None), (*parts, Fold(), Claim()))


def ranking(house: Mapping[str, str]) -> tuple[Cards, ...]:
    """Return the cards from the strongest down.

    The house rule `seven_eight` orders the two highest ranks, `gatine_order` the others.
    """
    ranks = TOP[house["seven_eight"]].split() + RANKINGS[house["gatine_order"]].split()
    return tuple((rank,) for rank in ranks)


VARIANT = replace(
    trut.VARIANT,
    id="trut-gatine",
    name="Trut de Gâtine",
    options=(
        Option.target(7, 3, 5),
        Option.best_of(),
        Option.handicap(),
        Option.all_tied("none"),
        Option.switch("brelan", "on", group="cards"),
        Option.choice("gatine_order", "printed", "usual", group="cards"),
        Option.choice("seven_eight", "8_high", "7_high", group="cards"),
        Option.lead_after_tie("rotter"),
    ),
    ranking=ranking,
    make_rules=rules,
    draw=None,
)
