"""Truc menorquí (RULES.md 22): l'amo and madona on top, truc 3 to joc fora, envit by twos."""

from dataclasses import replace

from companion.engine.core import Game, Rules
from companion.engine.ladder import steps
from companion.engine.option import Option, Setting
from companion.engine.variant import Count, ranked
from companion.variants import valencian


def falta(game: Game) -> int:
    """Return the points the leader lacks. No envit is worth more."""
    return game.lacking


TRUC = steps(("truc", 3, 1), ("retruc", 6, 3), ("val-nou", 9, 6), ("joc-fora", "game", 9))
ENVIT = valencian.Envit(("envit", "jo-envit", "dos-mes"), falta, capped=True)
# L'amo counts 28 plus another card, which makes 35 with a Seven or with madona.
NUMBERS = (*range(8), *range(20, 36))
RANKINGS = {
    "30": "11b 10o 1e 1b 7e 7o 3 2 1o/1c 7c/7b 6 5 4",
    "26": "11b 10o 1e 1b 7e 7o 3 1o/1c 7c/7b 6 5 4",
}
LIKE = valencian.VARIANT.without("flor")


def rules(**house: Setting) -> Rules:
    """Return the rules for two sides of two, three or four."""
    return LIKE.make_rules(**house, ladder=TRUC, chain=ENVIT, numbers=NUMBERS)


VARIANT = replace(
    LIKE,
    id="menorcan",
    name="Truc menorquí",
    seats=(4, 6, 8),
    first_for=(),
    options=(*LIKE.options, Option.choice("deck", "30", "26", group="cards")),
    make_rules=rules,
    ranking=lambda house: ranked(RANKINGS[house["deck"]]),
    count=Count("stones", ("dolentes", "bones")),
    also=("truc balear", "truc mallorquí", "menorca", "mallorca", "truque", "envite"),
)
