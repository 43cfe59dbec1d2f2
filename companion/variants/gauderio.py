"""Truco gaudério or cego (RULES.md 24): the Argentine game with flor, and with 24 points.

Two players play to 18 points.
"""

from dataclasses import replace

from companion.engine.drawing import Draw
from companion.engine.option import Option
from companion.engine.variant import AS_WRITTEN, Count
from companion.variants import argentine

TWO_PLAYERS = ("seats", "2", "18")
OWN = (
    replace(Option.target(24, 12, 18, 30), unless=(TWO_PLAYERS,)),
    Option.best_of(),
    Option.switch("flor", "on", group="envido"),
    Option.choice("envido_callers", "anyone", "last_two", group="envido").where(envido="on"),
    argentine.falta_formula("leader", "seed", "stage"),
)


VARIANT = replace(
    argentine.VARIANT.without("truco_scope"),
    id="gauderio",
    name="Truco gaudério",
    seats=(4, 2, 3, 6),
    land="brazil",
    first_for=(),
    presets=(AS_WRITTEN,),
    draw=Draw("highest", "agreed"),
    count=Count("matches", ("malos", "buenos")),
    also=(
        "truco gaucho",
        "truco cego",
        "truco espanhol",
        "rio grande do sul",
        "truco galo",
        "carancho",
    ),
)
VARIANT = replace(VARIANT, options=argentine.with_own(VARIANT.options, OWN))
