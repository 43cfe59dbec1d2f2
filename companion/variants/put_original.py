"""Put as Willughby and Cotton describe it (RULES.md 8): only the leader may call put.

A hand without this call wins 1 point.
"""

from dataclasses import replace

from companion.engine.core import Rules
from companion.engine.option import Setting
from companion.engine.tally import Points
from companion.engine.tricks import LeadAfterTie
from companion.variants import put


def rules(*, target: int, ttt: str, lead_after_tie: LeadAfterTie, **_: Setting) -> Rules:
    """Return the rules for two players."""
    return replace(put.putting("original", ttt, lead_after_tie), tally=Points(target))


VARIANT = replace(
    put.VARIANT,
    id="put-original",
    name="Put, the original",
    options=put.options(),
    make_rules=rules,
)
