"""Trut (RULES.md 4, after CatsAtCards): seven truts of three points, the forced trut, more cards at two all."""

from collections.abc import Callable

from companion.engine.asking import from_eldest
from companion.engine.core import Game, Rules
from companion.engine.deal import MoreCards
from companion.engine.decision import Opening
from companion.engine.drawing import Draw
from companion.engine.giving import Claim, Fold
from companion.engine.hand import Act
from companion.engine.ladder import Ladder, Once
from companion.engine.option import Option, Setting
from companion.engine.tally import Truts
from companion.engine.tricks import ALL_TIED, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import Count, Variant, seven_eight


def on_two(sides: int) -> Callable[[Game], bool]:
    """A test of a game: whether exactly so many sides have two points, one short of a trut."""
    return lambda game: game.score.count(2) == sides


def forced(game: Game) -> tuple[str, Act]:
    """The call that stands before anybody has spoken, by the first of the trailing side in play order."""
    return "trut", Act("trut", from_eldest(game, game.score.index(2))[0])


def rules(*, target: int, ttt: str, trut_refuse_needs: str, lead_after_tie: LeadAfterTie, **_: Setting) -> Rules:
    """Two players, or four as partners."""
    parts = (
        Opening("two-all", on_two(2), closes=frozenset({"trut"}), stake=3),
        Opening("forced", on_two(1), call=forced),
        MoreCards(on_two(2), pack=32),
        Ladder("trut", Once(("trut",), 3, 1), quorum="first" if trut_refuse_needs == "one" else "one_yes", reply=False),
        Tricks(Verdict("first", ALL_TIED[ttt]), lead_after_tie=lead_after_tie),
    )
    return Rules(Truts(target, clears="both"), (*parts, Fold(), Claim()))


VARIANT = Variant(
    id="trut",
    name="Trut",
    seats=(4, 2),
    direction="clockwise",
    suits="french",
    options=(
        Option.target(7, 3, 5),
        Option.best_of(),
        Option.handicap(),
        Option.choice("ttt", "none", "leader_side"),
        Option.choice("trut_refuse_needs", "all", "one"),
        Option.choice("seven_eight", "8_high", "7_high"),
        Option.choice("lead_after_tie", "tied_leader", "mano", "rotter"),
    ),
    ranking=seven_eight,
    build=rules,
    draw=Draw("highest", "halves"),
    count=Count("jetons"),
)
