"""Prepare the ranking of the cards for the sheet, strongest first."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain

from companion.cheatsheets.prose import Prose
from companion.engine.cards import JOKER, SUITS, Ranking, parted

FIGURES = {"spanish": {"10": "S", "11": "C", "12": "R"}, "french": {}}


@dataclass(frozen=True, slots=True)
class Card:
    """A card as a picture on the sheet: its rank, the letter of a court card, and its suits.

    With all four suits it is any card of its rank. Without suits it is a joker, or it has the suit
    of the card turned up.
    """

    rank: str
    figure: str
    suits: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True)
class RankedCards:
    """A place in the ranking and the cards that share it."""

    number: int
    cards: tuple[Card, ...]


def places(ranking: Ranking, suits: str, prose: Prose, gone: str = "") -> tuple[RankedCards, ...]:
    """Return the places of a ranking with their cards, without the card that is `gone`.

    The ranking lists the places in order: in (("1e",), ("3",)) the Ace of swords beats the Threes.

    A rank without a suit means all its cards that have no place of their own. `3` is every Three.
    If the ranking has `1e` as well, `1` is every Ace except that of swords.
    """
    with_own_place = {*chain.from_iterable(ranking), gone}
    ranked: list[RankedCards] = []
    for tied in without(ranking, gone):
        cards = tuple(card(text, suits, prose, with_own_place) for text in tied)
        ranked.append(RankedCards(len(ranked) + 1, cards))
    return tuple(ranked)


def without(ranking: Ranking, gone: str) -> Ranking:
    """Return the ranking without the card `gone`. A place that had only this card is left out."""
    left = (tuple(text for text in tied if text != gone) for tied in ranking)
    return tuple(tied for tied in left if tied)


def card(text: str, suits: str, prose: Prose, own: Collection[str] = ()) -> Card:
    """Return the card that `text` means, for example "1e", "3" or "joker".

    `own` are the cards that have a place of their own in the ranking. A rank without a suit means
    all other cards of this rank. A joker has no suit.
    """
    if text == JOKER:
        return Card("★", "", (), prose.phrase("joker"))
    rank, suit = parted(text, suits)
    if not suit:
        suit = "".join(other for other in SUITS[suits] if rank + other not in own)
    return drawn(rank, suit, suits, prose)


def drawn(rank: str, of: str, suits: str, prose: Prose) -> Card:
    """Return what a sheet needs to draw the cards of one rank.

    `of` has a letter for each suit in which this rank is drawn. `suits` names the kind of cards,
    "spanish" or "french".
    """
    face = prose.word(f"faces.{suits}", rank, rank)
    figure = FIGURES[suits].get(rank, "")
    return Card(face, figure, tuple(of), _name(rank, of, suits, prose))


def _name(rank: str, of: str, suits: str, prose: Prose) -> str:
    form = "card"
    if of == SUITS[suits]:
        form = "card_any"
    elif not of:
        form = "card_its"
    named = ", ".join(prose.word(f"suits.{suits}", suit, suit) for suit in of)
    return prose.phrase(form, rank=prose.word(f"ranks.{suits}", rank, rank), suits=named)
