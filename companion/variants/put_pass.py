"""Put for four (RULES.md 9): on each side one passes his best card to his partner, who plays the hand alone."""

from dataclasses import replace

from companion.engine.core import Rules
from companion.engine.drawing import Draw
from companion.engine.option import Option, Setting
from companion.engine.packet import Passing
from companion.engine.tally import Points
from companion.engine.tricks import LeadAfterTie
from companion.variants import put


def rules(
    *,
    target: int,
    put_rules: put.PutRules,
    pass_roles: str,
    ttt: str,
    lead_after_tie: LeadAfterTie,
    **_: Setting,
) -> Rules:
    """Four as partners; the two who play are put's two players."""
    two = put.putting(put_rules, ttt, lead_after_tie)
    return replace(two, tally=Points(target), parts=(Passing(pass_roles == "free"), *two.parts))  # noqa: S105


VARIANT = replace(
    put.VARIANT,
    id="put-pass",
    name="Put for four",
    seats=(4,),
    options=put.options(
        Option.choice("put_rules", "hoyle", "parlett", "original", group="calls"),
        Option.choice("pass_roles", "default", "free", group="cards"),
    ),
    build=rules,
    draw=Draw("lowest", "halves"),
)
