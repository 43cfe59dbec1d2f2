"""Put for four (RULES.md 9): one player of each side passes the best card to the partner."""

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
    """Return the rules for two sides of two. In each hand only one player of each side plays."""
    two = put.putting(put_rules, ttt, lead_after_tie)
    passing = Passing(free=pass_roles == "free")  # noqa: S105 # a house rule, not a password
    return replace(two, tally=Points(target), parts=(passing, *two.parts))


VARIANT = replace(
    put.VARIANT,
    id="put-pass",
    name="Put for four",
    seats=(4,),
    options=put.options(
        Option.choice("put_rules", "hoyle", "parlett", "original", group="calls"),
        Option.choice("pass_roles", "default", "free", group="cards"),
    ),
    make_rules=rules,
    draw=Draw("lowest", "halves"),
)
