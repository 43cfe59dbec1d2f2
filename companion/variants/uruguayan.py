"""Truco uruguayo (RULES.md 15): the Argentine game with flor and a muestra with its pieces."""

from dataclasses import replace
from itertools import product

from companion.engine.core import Rules
from companion.engine.option import Option, Setting
from companion.engine.packet import Turned
from companion.engine.variant import AS_WRITTEN, Preset
from companion.variants import argentine

RANKS = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
MUESTRAS = tuple(rank + suit for rank, suit in product(RANKS, "oceb"))


def rules(**house: Setting) -> Rules:
    """Return the rules for two players, or for two sides of two, three or four."""
    built = argentine.truco(house=house, numbers=tuple(range(38)), flors=tuple(range(20, 48)))
    return replace(built, parts=(*built.parts, Turned("muestra", MUESTRAS)))


def with_pieces(turned: str | None, *pieces: str) -> tuple[tuple[str, ...], ...]:
    """Return the Argentine ranking below the pieces, the cards of the turned suit with these ranks.

    If the turned card is one of the pieces, the Twelve of its suit (`alcalde`) counts instead. No
    pieces are known before a card is turned.
    """
    rest = argentine.VARIANT.ranking({})
    if turned not in MUESTRAS:
        return rest
    rank = turned[:-1]
    suit = turned[-1]
    ranks = ("12" if piece == rank else piece for piece in pieces)
    return (*((rank + suit,) for rank in ranks), *rest)


TO_40 = Preset.of("Uruguay today, to 40", "envido_callers=anyone target=40", readers=("es_UY",))

VARIANT = replace(
    argentine.VARIANT,
    id="uruguayan",
    name="Truco uruguayo",
    options=argentine.with_own(argentine.OPTIONS, (Option.switch("flor", "on", group="envido"),)),
    first_for=("es_UY",),
    presets=(AS_WRITTEN, TO_40, argentine.TODAY),
    ranking=lambda house: with_pieces(house.get("muestra"), "2", "4", "5", "11", "10"),
    make_rules=rules,
    also=("truco de muestra", *argentine.ALONE_NAMES),
)
