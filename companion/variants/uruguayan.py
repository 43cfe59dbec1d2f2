"""Truco uruguayo (RULES.md 15): the Argentine game with flor and a muestra, whose pieces beat everything."""

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.core import Rules
from companion.engine.packet import Turned
from companion.engine.variant import AS_WRITTEN, Option, Setting
from companion.variants import argentine

PIECES = ("2", "4", "5", "11", "10")
REST = "1e 1b 7e 7o 3 2 1c/1o 12 11 10 7c/7b 6 5 4"
RANKS = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
MUESTRAS = tuple(rank + suit for rank in RANKS for suit in "oceb")


def rules(**house: Setting) -> Rules:
    """Two players, or two sides of two, three or four."""
    built = argentine.truco(house=house, numbers=tuple(range(38)), flors=tuple(range(20, 48)))
    return replace(built, parts=(*built.parts, Turned("muestra", MUESTRAS)))


def ranking(house: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The pieces first, once the `muestra` is known, its king in the place of a piece that lies face up."""
    muestra = house.get("muestra")
    if muestra not in MUESTRAS:
        return argentine.VARIANT.ranking(house)
    rank, suit = muestra[:-1], muestra[-1]
    pieces = [(("12" if piece == rank else piece) + suit,) for piece in PIECES]
    return (*pieces, *(tuple(group.split("/")) for group in REST.split()))


VARIANT = replace(
    argentine.VARIANT,
    id="uruguayan",
    name="Truco uruguayo",
    options=tuple(Option.switch("flor", "on") if option.key == "flor" else option for option in argentine.OPTIONS),
    presets=(AS_WRITTEN,),
    ranking=ranking,
    build=rules,
)
