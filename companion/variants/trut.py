"""Trut (RULES.md 4, after CatsAtCards): three points make a trut, and seven truts win.

A side with fewer points must call trut if the other side has two.
"""

from companion.engine.asking import Quorum, from_eldest
from companion.engine.core import Game, Rules
from companion.engine.deal import MoreCards
from companion.engine.decision import AtScore, Opening
from companion.engine.drawing import Draw
from companion.engine.hand import Tap
from companion.engine.ladder import Ladder, OncePerHand
from companion.engine.option import Option, Setting
from companion.engine.tally import Truts
from companion.engine.tricks import ALL_TIED, Claim, Fold, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import Count, Variant, seven_eight

ON_TWO = AtScore(2)  # one point less than a trut needs
TWO_ALL = AtScore(2, sides=2)


def forced(game: Game) -> Tap:
    """Return the tap of a forced trut: a call that a side must make when the hand begins.

    If exactly one side has two points, the other side must call trut. The caller is the first seat
    of that other side in play order from eldest.
    """
    side_on_two = game.score.index(2)
    caller = from_eldest(game, side_on_two)[0]
    return Tap("trut", caller)


def rules(
    *, target: int, ttt: str, trut_refuse_needs: str, lead_after_tie: LeadAfterTie, **_: Setting
) -> Rules:
    """Return the rules for two players, or for four as partners."""
    quorum: Quorum = "first" if trut_refuse_needs == "one" else "one_yes"
    parts = (
        Opening("two-all", TWO_ALL, closes=frozenset({"trut"}), worth=3),
        Opening("forced", ON_TWO, called="trut", call=forced),
        MoreCards(TWO_ALL, pack=32),
        Ladder(
            "trut",
            OncePerHand(("trut",), 3, 1),
            quorum=quorum,
            reply=False,
        ),
        Tricks(Verdict("first", ALL_TIED[ttt]), lead_after_tie=lead_after_tie),
    )
    return Rules(Truts(target, clears="both"), (*parts, Fold(), Claim()))


VARIANT = Variant(
    id="trut",
    name="Trut",
    seats=(4, 2),
    direction="clockwise",
    suits="french",
    land="france",
    options=(
        Option.target(7, 3, 5),
        Option.best_of(),
        Option.handicap(),
        Option.all_tied("none"),
        Option.choice("trut_refuse_needs", "all", "one", group="calls"),
        Option.choice("seven_eight", "8_high", "7_high", group="cards"),
        Option.lead_after_tie("tied_leader"),
    ),
    ranking=seven_eight,
    make_rules=rules,
    draw=Draw("highest", "halves"),
    count=Count("jetons"),
)
