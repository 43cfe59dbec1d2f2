"""Truc menorquí (RULES.md 22): Valencian truc with l'amo and madona on top, val nou for 9, envit up to 35."""

from dataclasses import replace

from companion.engine.core import Rules
from companion.engine.ladder import steps
from companion.engine.option import Setting
from companion.variants import valencian

TRUC = steps(("truc", 2, 1), ("retruc", 3, 2), ("val-nou", 9, 3), ("joc-fora", "game", 9))
ENVIT = valencian.Envit("renvit")
NUMBERS = (*range(8), *range(20, 36))  # l'amo counts 28 and another card, which is 35 with a Seven or with madona
RANKING = "11b 10o 1e 1b 7e 7o 3 2 1o/1c 12 11o/11c/11e 10c/10e/10b 7c/7b 6 5 4"
LIKE = valencian.VARIANT.without("flor")


def rules(**house: Setting) -> Rules:
    """Two sides of two, three or four."""
    return LIKE.build(**house, ladder=TRUC, chain=ENVIT, numbers=NUMBERS)


VARIANT = replace(
    LIKE,
    id="menorcan",
    name="Truc menorquí",
    seats=(4, 6, 8),
    build=rules,
    ranking=lambda _: tuple(tuple(cards.split("/")) for cards in RANKING.split()),
    also=("truc balear", "truc mallorquí", "menorca", "mallorca", "truque", "envite"),
)
