"""The card turned up after the deal: which cards it makes the highest, and the one noted in this hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby, takewhile

from companion.cheatsheets.prose import Prose
from companion.cheatsheets.ranking import Card, Ranked, card, drawn, parted
from companion.engine import Game, Rules
from companion.engine.packet import Turned
from companion.engine.variant import Variant

Noted = tuple[tuple[str, str], ...]  # the word of a card turned up, and the card
Held = tuple[
    tuple[str, str], ...
]  # rank and suit of cards, without a suit those of the suit turned up


@dataclass(frozen=True, slots=True)
class Lift:
    """Cards any one of which may be turned up, and those that are then the highest, best first."""

    turned: tuple[Card, ...]
    highest: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The card turned up in this hand, and the game's word for it."""

    word: str
    card: Card


def noted(game: Game) -> Noted:
    """The card turned up in this hand, if it was tapped, under the word its game has for it."""
    words = {part.name for part in parts(game.rules)}
    return tuple((act.word, act.value) for act in game.hand.taps if act.word in words and act.value)


def parts(rules: Rules) -> tuple[Turned, ...]:
    """The parts of the rules that turn a card up."""
    return tuple(part for part in rules.parts if isinstance(part, Turned))


def ranking(variant: Variant, rules: Rules, noted: Noted = ()) -> Ranked:
    """The ranking under these house rules, of the hand with that card turned up."""
    return variant.ranking(dict((*rules.house, *noted)))


def face_up(variant: Variant, noted: Noted) -> str:
    """The card turned up, which nobody can hold; "" where it was not noted, or only its rank."""
    return next((text for _, text in noted if parted(text, variant.suits)[1]), "")


def lifts(variant: Variant, rules: Rules, prose: Prose) -> tuple[Lift, ...]:
    """For each card that may be turned up, the cards it makes the highest; equal ones share a line.

    Empty where no card is turned up.
    """
    found: dict[Held, dict[str, None]] = {}
    for part in parts(rules):
        for text in part.cards:
            rank, suit = parted(text, variant.suits)
            found.setdefault(_highest(variant, rules, part.name, text, suit), {})[rank] = None
    return tuple(_lift(tuple(ranks), held, variant.suits, prose) for held, ranks in found.items())


def _highest(variant: Variant, rules: Rules, word: str, up: str, own: str) -> Held:
    """The cards that owe their place to the card turned up: those above the first that always has its place."""
    usual = ranking(variant, rules)
    places = takewhile(lambda place: place not in usual, ranking(variant, rules, ((word, up),)))
    cards = (parted(text, variant.suits) for text in chain.from_iterable(places))
    return tuple((rank, "" if suit == own else suit) for rank, suit in cards)


def _lift(ranks: tuple[str, ...], held: Held, suits: str, prose: Prose) -> Lift:
    return Lift(
        tuple(card(rank, suits, prose) for rank in ranks), tuple(_cards(held, suits, prose))
    )


def _cards(held: Held, suits: str, prose: Prose) -> Iterator[Card]:
    """Neighbours of one rank are drawn as one card with their suits in order."""
    for rank, same in groupby(held, key=lambda one: one[0]):
        yield drawn(rank, "".join(suit for _, suit in same), suits, prose)
