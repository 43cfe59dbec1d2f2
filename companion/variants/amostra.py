"""Truco de amostra (RULES.md 24): truco gaudério, with pieces of the suit of a card turned up."""

from dataclasses import replace

from companion.engine.option import Option
from companion.engine.variant import AS_WRITTEN
from companion.variants import argentine, gauderio, uruguayan

TARGET = replace(Option.target(24, 12, 18, 30), unless=(gauderio.TWO_PLAYERS, ("seats", "6", "30")))

BASE = uruguayan.VARIANT.without("truco_scope")
OPTIONS = tuple(option for option in BASE.options if option not in argentine.ALONE)
VARIANT = replace(
    BASE,
    id="amostra",
    name="Truco de amostra",
    seats=(4, 2, 6),
    land=gauderio.VARIANT.land,
    options=argentine.with_own(OPTIONS, (TARGET, *gauderio.OWN[1:])),
    first_for=(),
    presets=(AS_WRITTEN,),
    draw=gauderio.VARIANT.draw,
    count=gauderio.VARIANT.count,
    also=("truco gaucho", "truco gaudério", "rio grande do sul"),
)
