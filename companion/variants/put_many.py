"""Put for three to eight, each for himself (RULES.md 10: no source has it, every line is a proposal of ours)."""

from dataclasses import replace

from companion.engine.asking import leader
from companion.engine.core import Rules
from companion.engine.giving import Claim, Fold
from companion.engine.ladder import Ladder
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import Setting
from companion.variants import put


def rules(*, target: int, ttt: str, lead_after_tie: LeadAfterTie, **_: Setting) -> Rules:
    """Who throws in is out of the hand; the last one left scores."""
    parts = (
        Ladder("put", put.PUT, leader, quorum="everyone", in_turn=True, reply=False),
        Tricks(Verdict("nobody", ALL_TIED[ttt]), lead_after_tie=lead_after_tie),
        Fold(window=put.no_put, pays=1),
        Claim(),
    )
    return Rules(Points(target), parts)


VARIANT = replace(
    put.VARIANT,
    id="put-many",
    name="Put, each for himself",
    seats=(3, 4, 5, 6, 7, 8),
    options=put.options(),
    build=rules,
    each_for_himself=True,
    draw=None,
)
