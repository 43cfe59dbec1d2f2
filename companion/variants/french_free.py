"""Le Truc of BA.net (RULES.md 2c): 12 points, raises by any number of points.

Players may ask for new cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine.core import Game, Rules
from companion.engine.deal import Redeal
from companion.engine.hand import Call
from companion.engine.ladder import Ladder, Raise
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, EQUAL, Claim, Fold, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import AS_WRITTEN, ranked
from companion.variants import french

RANKINGS = {
    ("32", "7_high"): "7 8 A K Q J 10 9",
    ("32", "8_high"): "8 7 A K Q J 10 9",
    ("36", "7_high"): "7 6 A K Q J 10 9 8",
    ("36", "8_high"): "8 7 6 A K Q J 10 9",
}


@dataclass(frozen=True, slots=True)
class AnyAmount:
    """Raises by any number of points, or for the rest of the game (`mon-reste`).

    With `alternate`, the side that raised last may not make the next raise. Usually a refusal pays
    what the hand was worth before. With `proposed`, the refusal of a `raise` pays what the hand
    would have been worth after a yes. This is another reading of the source.
    """

    alternate: bool
    proposed: bool

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterator[Raise]:
        """Yield the calls that `seat` may make; nobody may call after `mon-reste`."""
        worth = game.hand.worth
        if not isinstance(worth, int):
            return
        if self.alternate and french.raised_last(game, seat, calls):
            return
        refused_pays = None if self.proposed else worth
        yield Raise("raise", worth, refused_pays, by=True)
        yield Raise("mon-reste", "game", worth)


def rules(
    *,
    target: int,
    tiebreak: str,
    ttt: str,
    max_redeals: int,
    alternate_raises: bool,
    refused_pays: str,
    lead_after_tie: LeadAfterTie,
    **_: Setting,
) -> Rules:
    """Return the rules for two players, or for four as partners.

    Two house rules change nothing here: `deck` only says which cards are used, `seven_eight` only
    how they rank.
    """
    raises = Ladder("raise", AnyAmount(alternate_raises, refused_pays == "proposed"), reply=False)
    tricks = Tricks(Verdict(EQUAL[tiebreak], ALL_TIED[ttt]), lead_after_tie=lead_after_tie)
    return Rules(
        Points(target), (Redeal(max_redeals, consent="all"), raises, tricks, Fold(), Claim())
    )


VARIANT = replace(
    french.VARIANT,
    id="french-free",
    name="Le Truc, free raises",
    options=(
        Option.target(12, 8, 16, 24),
        Option.best_of(),
        Option.handicap(),
        Option.choice("tiebreak", "first", "count_nd", "count_none", group="ties"),
        Option.all_tied("leader_side", unless=(("tiebreak", "count_none", "none"),)),
        Option.number("max_redeals", 1, 0, 2, 3, low=0, high=9, group="special"),
        Option.switch("alternate_raises", "on", group="calls"),
        Option.choice("refused_pays", "previous", "proposed", group="calls"),
        Option.choice("deck", "36", "32", group="cards"),
        Option.choice("seven_eight", "7_high", "8_high", group="cards"),
        Option.lead_after_tie("tied_leader"),
    ),
    first_for=(),
    presets=(AS_WRITTEN,),
    ranking=lambda house: ranked(RANKINGS[house["deck"], house["seven_eight"]]),
    make_rules=rules,
    draw=None,
)
