"""Truco arriba o abajo (RULES.md 23): 30 points, truco for 3, retruco for 6, a decision at 29."""

from companion.engine.core import Rules
from companion.engine.decision import eleven
from companion.engine.hand import Hand
from companion.engine.ladder import Ladder, steps
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import (
    ALL_TIED,
    Claim,
    Fold,
    LeadAfterTie,
    Tricks,
    Verdict,
    accepted_silently,
)
from companion.engine.variant import Count, Variant, ranked

TRUCO = steps(("truco", 3, 1), ("retruco", 6, 3))
CALLS = frozenset({"truco"})
RANKING = "5o 11b 10o 1e 1b 7e 7o 3 2 1o/1c 12 11o/11c/11e 10c/10e/10b 7c/7b 6 5c/5e/5b 4"


def parda(hand: Hand) -> bool:
    """Return whether a trick can be tied in this hand.

    No trick can be tied in a hand in which truco may not be called. That is a hand in which a side
    needs one more china (point) to win.
    """
    return not hand.closed & CALLS


def rules(
    *, target: int, ttt: str, silent_accept: bool, lead_after_tie: LeadAfterTie, **_: Setting
) -> Rules:
    """Return the rules of truco arriba o abajo, for two sides of one, two or three players."""
    special = eleven(target - 1, closes=CALLS, at_both=CALLS)
    tricks = Tricks(
        Verdict("first", ALL_TIED[ttt]),
        lead_after_tie=lead_after_tie,
        interrupts=accepted_silently("truco", allowed=silent_accept),
        ties=parda,
    )
    return Rules(Points(target), (*special, Ladder("truco", TRUCO), tricks, Fold(), Claim()))


VARIANT = Variant(
    id="arriba-o-abajo",
    name="Truco arriba o abajo",
    seats=(4, 2, 6),
    direction="counter-clockwise",
    suits="spanish",
    land="castile",
    options=(
        Option.target(30, 15, 24),
        Option.best_of(),
        Option.handicap(),
        Option.all_tied("leader_side"),
        Option.switch("silent_accept", "off", group="calls"),
        Option.lead_after_tie("tied_leader"),
    ),
    ranking=lambda _: ranked(RANKING),
    make_rules=rules,
    count=Count("stones"),
    also=("truco murciano", "truco de Navarrevisca", "truque", "murcia", "chinas"),
)
