"""Le Truc with the doubling cube (RULES.md 3, after JorisL): 16 points, calls that double."""

from companion.engine.core import Rules
from companion.engine.deal import Redeal
from companion.engine.ladder import Ladder, steps
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, EQUAL, Claim, Fold, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import Count, Variant, ranked

CUBE = steps(*(("double", worth * 2, worth) for worth in (1, 2, 4, 8)))


def rules(
    *,
    target: int,
    tiebreak: str,
    ttt: str,
    max_redeals: int,
    lead_after_tie: LeadAfterTie,
    **_: Setting,
) -> Rules:
    """Return the rules for two players, or for four as partners.

    The house rule `partner_tie` changes nothing here: it only says what players tap.
    """
    tricks = Tricks(Verdict(EQUAL[tiebreak], ALL_TIED[ttt]), lead_after_tie=lead_after_tie)
    return Rules(
        Points(target),
        (Redeal(max_redeals), Ladder("double", CUBE, reply=False), tricks, Fold(), Claim()),
    )


VARIANT = Variant(
    id="doubling",
    name="Le Truc with the cube",
    seats=(4, 2),
    direction="clockwise",
    suits="french",
    land="france",
    options=(
        Option.target(16, 8, 12, 24, 32),
        Option.best_of(),
        Option.handicap(),
        Option.choice("tiebreak", "count_none", "count_nd", "first", group="ties"),
        Option.all_tied("none", unless=(("tiebreak", "count_nd", "leader_side"),)),
        Option.number("max_redeals", 0, 1, 2, 3, low=0, high=9, group="special"),
        Option.choice(
            "partner_tie", "always_tied", "earlier_leads", "spoilt_unless_led", group="ties"
        ),
        Option.lead_after_tie("tied_leader"),
    ),
    ranking=lambda _: ranked("A K Q J 10 9 8 7"),
    make_rules=rules,
    count=Count("cube"),
)
