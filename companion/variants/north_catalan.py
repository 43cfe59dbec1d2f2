"""Truc of North Catalonia (RULES.md 25): truc for 2, tres for 3, a captain answers for the side."""

from companion.engine.asking import captain, opponents
from companion.engine.core import Rules
from companion.engine.ladder import Ladder, steps
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, EQUAL, Claim, Fold, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import Count, Variant, ranked

TRUC = steps(("truc", 2, 1), ("tres", 3, 2))
ANSWERING = {"captain": captain, "either": opponents}
RANKING = "10o 3 2 1 12 11 10c/10e/10b 9 8 7 6 5 4"


def rules(
    *,
    target: int,
    tiebreak: str,
    ttt: str,
    lead_after_tie: LeadAfterTie,
    answers: str = "captain",
    **_: Setting,
) -> Rules:
    """Return the rules of this truc, for two sides of one, two or three players."""
    # No call answers another: a call holds only once the captain has said yes.
    truc = Ladder("truc", TRUC, answers=ANSWERING[answers], reply=False)
    tricks = Tricks(Verdict(EQUAL[tiebreak], ALL_TIED[ttt]), lead_after_tie=lead_after_tie)
    return Rules(Points(target), (truc, tricks, Fold(), Claim()))


ANSWERS = Option("answers", "captain", ("captain", "either"), seats=(4,), group="calls")

VARIANT = Variant(
    id="north-catalan",
    name="Truc of North Catalonia",
    seats=(6, 4, 2),
    direction="counter-clockwise",
    suits="spanish",
    land="catalonia",
    options=(
        Option.target(12, 9, 15, 18, 24),
        Option.best_of(3),
        Option.handicap(),
        Option.choice("tiebreak", "count_nd", "first", "count_none", group="ties"),
        Option.all_tied("none"),
        ANSWERS,
        Option.lead_after_tie("tied_leader"),
    ),
    ranking=lambda _: ranked(RANKING),
    make_rules=rules,
    count=Count("stones"),
    also=("catalunya nord", "rosselló", "roussillon", "conflent", "vallespir", "perpinyà"),
)
