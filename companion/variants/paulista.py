"""Truco paulista (RULES.md 12): truco mineiro with a turned-up card that names the manilhas."""

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.core import Rules
from companion.engine.option import Setting
from companion.engine.packet import Turned
from companion.engine.variant import AS_WRITTEN, Cards, Preset
from companion.variants import mineiro

CYCLE: Cards = ("4", "5", "6", "7", "Q", "J", "K", "A", "2", "3")
CLEAN_CYCLE: Cards = ("Q", "J", "K", "A", "2", "3")


def rules(**house: Setting) -> Rules:
    """Return the rules for two to eight players.

    Eight with the clean pack play without a card turned up, because all 24 cards are dealt.
    """
    pack = 40
    cycle = CYCLE
    if house["clean_deck"]:
        pack = 24
        cycle = CLEAN_CYCLE
    turned = int(pack > 3 * int(house["seats"]))
    built = mineiro.truco(pack=pack, turned=turned, house=house)
    if not turned:
        return built
    vira = Turned("vira", cycle, interrupts=frozenset({"eleven"}))
    return replace(built, parts=(*built.parts, vira))


def ranking(house: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return the cards from the strongest down.

    Once the `vira` is known, the manilhas come first: the rank that follows it in the cycle, clubs,
    hearts, spades, diamonds. For example, after a turned-up 4 they are 5c, 5h, 5s and 5d.
    """
    cycle = CLEAN_CYCLE if house["clean_deck"] == "on" else CYCLE
    order = sorted(cycle, key="3 2 A K J Q 7 6 5 4".split().index)
    vira = house.get("vira")
    if vira not in cycle:
        return tuple((rank,) for rank in order)
    manilha = cycle[(cycle.index(vira) + 1) % len(cycle)]
    best = tuple((manilha + suit,) for suit in "chsd")
    return (*best, *((rank,) for rank in order if rank != manilha))


VARIANT = replace(
    mineiro.VARIANT,
    id="paulista",
    name="Truco paulista",
    first_for=(),
    presets=(AS_WRITTEN, Preset.of("Brazil today", mineiro.TODAY, usual=True)),
    ranking=ranking,
    make_rules=rules,
)
