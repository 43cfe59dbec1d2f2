"""Find which cards become the highest because of the card turned up after the deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby, takewhile

from companion.cheatsheets.prose import Prose
from companion.cheatsheets.ranking import Card, card, drawn
from companion.engine import Game, Rules
from companion.engine.cards import Ranking, parted
from companion.engine.packet import Turned
from companion.engine.variant import Variant

Noted = tuple[tuple[str, str], ...]  # the word of a card turned up, and the card
Held = tuple[tuple[str, str], ...]  # rank and suit of cards; "" is the suit of the card turned up


@dataclass(frozen=True, slots=True)
class Lift:
    """The cards that become the highest if a certain card is turned up.

    `turned` are the cards of which each, if turned up, makes the cards `highest` the highest. The
    best of `highest` comes first.
    """

    turned: tuple[Card, ...]
    highest: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The card turned up in this hand, and the game's word for it."""

    word: str
    card: Card


def noted(game: Game) -> Noted:
    """Return the game's word for the card turned up in this deal, and the card.

    Return () if nobody has tapped the card.
    """
    tap = game.hand.turned
    if tap is None or tap.value is None:
        return ()
    return ((tap.word, tap.value),)


def parts(rules: Rules) -> tuple[Turned, ...]:
    """Return the parts of the rules that turn a card up."""
    return tuple(part for part in rules.parts if isinstance(part, Turned))


def ranking(variant: Variant, rules: Rules, noted: Noted = ()) -> Ranking:
    """Return how the cards rank under these house rules.

    If a card was turned up in this hand, `noted` names it, because it may change the ranking.
    """
    return variant.ranking(dict((("seats", str(rules.seats)), *rules.house, *noted)))


def face_up(variant: Variant, noted: Noted) -> str:
    """Return the card that is turned up on the table in this hand, such as "5c".

    Return "" if no card is known, or if only its rank is known.
    """
    for _, text in noted:
        if parted(text, variant.suits)[1]:
            return text
    return ""


def lifts(variant: Variant, rules: Rules, prose: Prose) -> tuple[Lift, ...]:
    """Return which cards become the highest, for each card that may be turned up.

    Ranks that make the same cards the highest are in one `Lift`. The tuple is empty if the game
    turns no card up.
    """
    ranks_by_highest: dict[Held, dict[str, None]] = {}
    for part in parts(rules):
        for text in part.cards:
            rank, suit = parted(text, variant.suits)
            highest = _highest(variant, rules, part.name, text, suit)
            ranks_by_highest.setdefault(highest, {})[rank] = None
    found = []
    for highest, ranks in ranks_by_highest.items():
        turned = tuple(card(rank, variant.suits, prose) for rank in ranks)
        found.append(Lift(turned, tuple(_cards(highest, variant.suits, prose))))
    return tuple(found)


def _highest(variant: Variant, rules: Rules, word: str, up: str, own: str) -> Held:
    """Return the cards that are high only because the card `up` was turned up, best first.

    `own` is the suit of `up`, and `word` is the game's word for a card turned up. Cards of the suit
    `own` are returned without a suit, so that the result is the same for every suit.
    """
    usual = ranking(variant, rules)
    places = takewhile(lambda place: place not in usual, ranking(variant, rules, ((word, up),)))
    cards = (parted(text, variant.suits) for text in chain.from_iterable(places))
    return tuple((rank, "" if suit == own else suit) for rank, suit in cards)


def _cards(held: Held, suits: str, prose: Prose) -> Iterator[Card]:
    """Yield the pictures of these cards. Adjacent cards of the same rank become one picture."""
    for rank, same in groupby(held, key=lambda one: one[0]):
        yield drawn(rank, "".join(suit for _, suit in same), suits, prose)
