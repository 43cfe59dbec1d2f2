"""Matarrata, or truc d'espaseta (RULES.md 18): Catalan truc with four cards above the Three."""

from dataclasses import replace

from companion.engine.variant import AS_WRITTEN, ranked
from companion.variants import catalan

RANKING = "1e 1b 7e 7o 3 2 1o/1c 12 11 10 7c/7b 6 5 4"

VARIANT = replace(
    catalan.VARIANT.without("ranking", "raises"),
    id="espaseta",
    name="Truc d’espaseta",
    seats=(4,),
    first_for=(),
    presets=(AS_WRITTEN,),
    draw=None,
    also=("matarrata", "truque"),
    ranking=lambda _: ranked(RANKING),
)
