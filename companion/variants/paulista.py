"""Truco paulista (RULES.md 12): truco mineiro in which a turned-up card decides the manilhas.

The manilhas are the four strongest cards of a hand.
"""

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.cards import JOKER, JOKERS
from companion.engine.core import Rules
from companion.engine.option import Option, Setting, setting
from companion.engine.packet import Turned
from companion.engine.variant import AS_WRITTEN, Cards, Preset
from companion.variants import argentine, mineiro

# The ranks in a cycle, by the house rule `clean_deck`. The rank that follows the rank of the card
# turned up is that of the manilhas.
CYCLES: Mapping[Setting, Cards] = {
    False: ("4", "5", "6", "7", "Q", "J", "K", "A", "2", "3"),
    True: ("Q", "J", "K", "A", "2", "3"),
    "keeps_fours": ("4", "Q", "J", "K", "A", "2", "3"),
}


def rules(**house: Setting) -> Rules:
    """Return the rules for two players, or for two sides of two, three or four.

    Eight players with the clean pack (24 cards) and no jokers play without a card turned up,
    because all cards are dealt.
    """
    cycle = CYCLES[house["clean_deck"]]
    pack = 4 * len(cycle)
    if house["jokers"]:
        pack += JOKERS
    turned = int(pack > 3 * int(house["seats"]))
    built = mineiro.truco(pack=pack, turned=turned, house=house)
    if not turned:
        return built
    vira = Turned("vira", cycle, interrupts=frozenset({"eleven"}))
    return replace(built, parts=(*built.parts, vira))


def ranking(house: Mapping[str, str]) -> tuple[Cards, ...]:
    """Return the cards from the strongest down.

    If the card turned up (`vira`) is known, the four manilhas come first: the cards of the next
    rank in `CYCLES`, in the order clubs, hearts, spades, diamonds. For example, if a Four is turned
    up, the manilhas are 5c, 5h, 5s and 5d. Jokers come next.
    """
    cycle = CYCLES[setting(house["clean_deck"])]
    order = sorted(cycle, key="3 2 A K J Q 7 6 5 4".split().index)
    best: tuple[Cards, ...] = ()
    vira = house.get("vira")
    if vira in cycle:
        manilha = cycle[(cycle.index(vira) + 1) % len(cycle)]
        best = tuple((manilha + suit,) for suit in "chsd")
        order.remove(manilha)
    if house.get("jokers") == "on":
        best = (*best, (JOKER,))
    return (*best, *((rank,) for rank in order))


CLEAN_DECK = Option.choice("clean_deck", "off", "on", "keeps_fours", group="cards")

VARIANT = replace(
    mineiro.VARIANT,
    id="paulista",
    name="Truco paulista",
    first_for=(),
    options=(
        *argentine.with_own(mineiro.OPTIONS, (CLEAN_DECK,)),
        Option.switch("jokers", "off", group="cards"),
    ),
    presets=(
        AS_WRITTEN,
        Preset.of("Brazil today", mineiro.TODAY, usual=True),
        Preset.of("Truco capixaba", "jokers=on"),
    ),
    ranking=ranking,
    make_rules=rules,
)
