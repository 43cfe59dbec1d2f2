"""The ranking of the cards, strongest first, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cheatsheets.prose import Prose

SUITS = {"spanish": "oceb", "french": "shdc"}
FIGURES = {"spanish": {"10": "S", "11": "C", "12": "R"}, "french": {}}


@dataclass(frozen=True, slots=True)
class Card:
    """One small card: the rank, the initial of the figure if it is one, its suits (all of them: any suit)."""

    rank: str
    figure: str
    suits: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the ranking and the cards that share it."""

    number: int
    cards: tuple[Card, ...]


def places(ranking: tuple[tuple[str, ...], ...], suits: str, prose: Prose) -> tuple[Place, ...]:
    """The ranking of a game, e.g. (("1e",), ("3",)), as places to draw."""
    return tuple(
        Place(number, tuple(card(text, suits, prose) for text in tied)) for number, tied in enumerate(ranking, start=1)
    )


def card(text: str, suits: str, prose: Prose) -> Card:
    """A card from its notation: a rank, and a suit unless it stands for all of them."""
    own = text[-1] if text[-1] in SUITS[suits] else ""
    rank = text.removesuffix(own)
    name = f"{prose.word('ranks.' + suits, rank, rank)} {_suit(own, suits, prose)}"
    return Card(rank, FIGURES[suits].get(rank, ""), tuple(own or SUITS[suits]), name)


def _suit(own: str, suits: str, prose: Prose) -> str:
    if not own:
        return prose.phrase("any_suit")
    return f"{prose.phrase('of')} {prose.word('suits.' + suits, own, own)}"
