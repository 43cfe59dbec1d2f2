"""Truco paulista (RULES.md 12): truco mineiro with a card turned up that says which four are the manilhas."""

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.core import Rules
from companion.engine.option import Setting
from companion.engine.packet import Turned
from companion.engine.variant import AS_WRITTEN, Preset
from companion.variants import mineiro

CYCLE = ("4", "5", "6", "7", "Q", "J", "K", "A", "2", "3")
CLEAN_CYCLE = ("Q", "J", "K", "A", "2", "3")


def rules(**house: Setting) -> Rules:
    """Two to eight players; eight with the clean pack play without a card turned up, as all 24 are dealt."""
    pack, cards = (24, CLEAN_CYCLE) if house["clean_deck"] else (40, CYCLE)
    turned = int(pack > 3 * int(house["seats"]))
    built = mineiro.truco(pack=pack, turned=turned, house=house)
    vira = Turned("vira", cards, interrupts=frozenset({"eleven"}))
    return replace(built, parts=(*built.parts, vira)) if turned else built


def ranking(house: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """From the strongest, clubs hearts spades diamonds of the manilha first once the `vira` is known."""
    cycle = CLEAN_CYCLE if house["clean_deck"] == "on" else CYCLE
    vira = house.get("vira")
    manilha = cycle[(cycle.index(vira) + 1) % len(cycle)] if vira in cycle else None
    order = sorted(cycle, key="3 2 A K J Q 7 6 5 4".split().index)
    best = tuple((manilha + suit,) for suit in "chsd") if manilha else ()
    return (*best, *((rank,) for rank in order if rank != manilha))


VARIANT = replace(
    mineiro.VARIANT,
    id="paulista",
    name="Truco paulista",
    first_for=(),
    presets=(AS_WRITTEN, Preset.of("Brazil today", mineiro.TODAY, usual=True)),
    ranking=ranking,
    build=rules,
)
