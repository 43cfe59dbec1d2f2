"""The ranking of the cards, strongest first, ready to be drawn."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain

from companion.cheatsheets.prose import Prose

SUITS = {"spanish": "oceb", "french": "shdc"}
FIGURES = {"spanish": {"10": "S", "11": "C", "12": "R"}, "french": {}}

Ranked = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it is drawn: its rank, the letter of a court card, and its suits (all four mean any suit).

    A card without suits has the suit of the card turned up.
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


def places(ranking: Ranked, suits: str, prose: Prose, gone: str = "") -> tuple[RankedCards, ...]:
    """The ranking of a game, e.g. (("1e",), ("3",)), as places to draw, without the card that is `gone`.

    A rank stands for its suits as far as they have no place of their own.
    """
    own = {*chain.from_iterable(ranking), gone}
    held = tuple(
        cards for tied in ranking if (cards := tuple(text for text in tied if text != gone))
    )
    return tuple(
        RankedCards(number, tuple(card(text, suits, prose, own) for text in tied))
        for number, tied in enumerate(held, 1)
    )


def parted(text: str, suits: str) -> tuple[str, str]:
    """A card of the notation as rank and suit; the suit is "" for a rank alone."""
    suit = text[-1] if text[-1] in SUITS[suits] else ""
    return text.removesuffix(suit), suit


def card(text: str, suits: str, prose: Prose, own: Collection[str] = ()) -> Card:
    """A card from its notation: a rank, and a suit unless it stands for all of them but its `own`."""
    rank, suit = parted(text, suits)
    return drawn(
        rank, suit or "".join(s for s in SUITS[suits] if rank + s not in own), suits, prose
    )


def drawn(rank: str, of: str, suits: str, prose: Prose) -> Card:
    """A card of that rank and these suits, in that order."""
    return Card(
        prose.word(f"faces.{suits}", rank, rank),
        FIGURES[suits].get(rank, ""),
        tuple(of),
        _name(rank, of, suits, prose),
    )


def _name(rank: str, of: str, suits: str, prose: Prose) -> str:
    how = "card_any" if of == SUITS[suits] else "card" if of else "card_its"
    named = ", ".join(prose.word(f"suits.{suits}", suit, suit) for suit in of)
    return prose.phrase(how, rank=prose.word(f"ranks.{suits}", rank, rank), suits=named)
