"""Put for three to eight players, each for themselves (RULES.md 10: our own proposal)."""

from dataclasses import replace

from companion.engine.option import Option
from companion.variants import put

VARIANT = replace(
    put.VARIANT,
    id="put-many",
    name="Put, each for themselves",
    seats=(3, 4, 5, 6, 7, 8),
    options=put.options(Option.choice("put_rules", "original", "hoyle", "parlett", group="calls")),
    each_for_himself=True,
    draw=None,
)
