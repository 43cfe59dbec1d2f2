"""Truco uruguayo (RULES.md 15): the Argentine game with flor and with a card turned up."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

from companion.engine.cards import Pieces
from companion.engine.core import Rules
from companion.engine.option import Option, Setting
from companion.engine.packet import Turned
from companion.engine.variant import AS_WRITTEN, Preset
from companion.variants import argentine

RANKS = ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12")
MUESTRAS = tuple(rank + suit for rank, suit in product(RANKS, "oceb"))
PIECES = {"2": 10, "4": 9, "5": 8, "11": 7, "10": 7}  # ranks and their values, best first


def rules(**house: Setting) -> Rules:
    """Return the rules for two players, or for two sides of two, three or four."""
    built = argentine.truco(house=house, numbers=tuple(range(38)), flors=tuple(range(20, 48)))
    return replace(built, parts=(*built.parts, Turned("muestra", MUESTRAS)))


def pieces_of(turned: str | None, ranks: Mapping[str, int]) -> Pieces:
    """Return the pieces: the cards of the suit turned up that have one of the `ranks`.

    `ranks` maps each rank to what the piece counts. If the card turned up would be a piece itself,
    the Twelve of its suit (the alcalde) replaces it. Return no pieces if no card is turned up yet.
    """
    if turned not in MUESTRAS:
        return Pieces()
    suit = turned[-1]
    values = {}
    for rank, value in ranks.items():
        in_its_place = "12" if rank + suit == turned else rank
        values[in_its_place + suit] = value
    return Pieces(values, one_of_two=True)


def with_pieces(pieces: Pieces) -> tuple[tuple[str, ...], ...]:
    """Return the cards from the strongest down: the pieces, then the rest as in Argentine truco."""
    return (*((piece,) for piece in pieces.values), *argentine.VARIANT.ranking({}))


TO_40 = Preset.of("Uruguay today, to 40", "envido_callers=anyone target=40", readers=("es_UY",))

VARIANT = replace(
    argentine.VARIANT,
    id="uruguayan",
    name="Truco uruguayo",
    options=argentine.with_own(argentine.OPTIONS, (Option.switch("flor", "on", group="envido"),)),
    first_for=("es_UY",),
    presets=(AS_WRITTEN, TO_40, argentine.TODAY),
    ranking=lambda house: with_pieces(pieces_of(house.get("muestra"), PIECES)),
    pieces=lambda house: pieces_of(house.get("muestra"), PIECES),
    make_rules=rules,
    also=("truco de muestra", *argentine.ALONE_NAMES),
)
