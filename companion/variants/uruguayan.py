"""Truco uruguayo (RULES.md 15): the Argentine game with flor and a muestra, whose pieces beat everything."""

from dataclasses import replace

from companion.engine.core import Rules
from companion.engine.option import Option, Setting
from companion.engine.packet import Turned
from companion.engine.variant import AS_WRITTEN
from companion.variants import argentine

RANKS = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
MUESTRAS = tuple(rank + suit for rank in RANKS for suit in "oceb")


def rules(**house: Setting) -> Rules:
    """Two players, or two sides of two, three or four."""
    built = argentine.truco(house=house, numbers=tuple(range(38)), flors=tuple(range(20, 48)))
    return replace(built, parts=(*built.parts, Turned("muestra", MUESTRAS)))


def with_pieces(turned: str | None, *pieces: str) -> tuple[tuple[str, ...], ...]:
    """The Argentine ranking, over it the pieces once the card is turned, its king for one that lies face up."""
    rest = argentine.VARIANT.ranking({})
    if turned not in MUESTRAS:
        return rest
    rank, suit = turned[:-1], turned[-1]
    return (*((("12" if piece == rank else piece) + suit,) for piece in pieces), *rest)


VARIANT = replace(
    argentine.VARIANT,
    id="uruguayan",
    name="Truco uruguayo",
    options=tuple(
        Option.switch("flor", "on", group="envido") if option.key == "flor" else option
        for option in argentine.OPTIONS
    ),
    first_for=(),
    presets=(AS_WRITTEN,),
    ranking=lambda house: with_pieces(house.get("muestra"), "2", "4", "5", "11", "10"),
    build=rules,
    also=("truco de muestra",),
)
