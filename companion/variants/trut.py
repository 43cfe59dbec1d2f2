"""Trut (RULES.md 4, after CatsAtCards): seven truts of three points, the forced trut, more cards at two all."""

from companion.engine.asking import Quorum, from_eldest
from companion.engine.core import Game, Rules
from companion.engine.deal import MoreCards
from companion.engine.decision import Opening
from companion.engine.drawing import Draw
from companion.engine.giving import Claim, Fold
from companion.engine.hand import Act
from companion.engine.ladder import Ladder, Once
from companion.engine.tally import Truts
from companion.engine.tricks import ALL_TIED, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import Option, Setting, Variant

RANKINGS = {"7_high": "7 8 A K Q J 10 9", "8_high": "8 7 A K Q J 10 9"}


def forced(game: Game) -> bool:
    """One side has two points and the other fewer."""
    return max(game.score) == 2 > min(game.score)


def at_two_all(game: Game) -> bool:
    """Both sides lack one point."""
    return min(game.score) == 2


def trut_of_the_trailing_side(game: Game) -> tuple[str, Act]:
    """The call that stands before anybody has spoken, by the first of that side in play order."""
    leading = game.rules.seats_of(game.score.index(2))[0]
    return "trut", Act("trut", from_eldest(game, leading)[0])


def rules(*, target: int, ttt: str, trut_refuse_needs: str, lead_after_tie: LeadAfterTie, **_: Setting) -> Rules:
    """Two players, or four as partners."""
    quorum: Quorum = "first" if trut_refuse_needs == "one" else "one_yes"
    parts = (
        Opening("two-all", at_two_all, closes=frozenset({"trut"}), stake=3),
        Opening("forced", forced, call=trut_of_the_trailing_side),
        MoreCards(at_two_all, pack=32),
        Ladder("trut", Once(("trut",), 3, 1), quorum=quorum, reply=False),
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
        Option.choice("ttt", "none", "leader_side"),
        Option.choice("trut_refuse_needs", "all", "one"),
        Option.choice("seven_eight", "8_high", "7_high"),
        Option.choice("lead_after_tie", "tied_leader", "mano", "rotter"),
    ),
    ranking=lambda house: tuple((rank,) for rank in RANKINGS[house["seven_eight"]].split()),
    build=rules,
    names=("Adèle", "Baptiste", "Clémence", "Désiré", "Ernest", "Fanny", "Gaston", "Honorine"),
    draw=Draw("highest", "halves"),
)
