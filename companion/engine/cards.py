"""Read the cards of a ranking: the whole pack, which card wins, and what a card counts.

A ranking lists the cards of a game from the strongest down, in groups of equal strength. The rules
of a match know no cards. Pages that explain a game away from the table use this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations

Ranking = tuple[tuple[str, ...], ...]

JOKER = "joker"  # a card without rank and suit
JOKERS = 2  # jokers in a pack with jokers
SUITS = {"spanish": "oceb", "french": "shdc"}
TOGETHER = 20  # what two or three cards of a suit count besides their values
ACE = "A"
COURT_FROM = 10  # cards of this rank and above count nothing


def parted(card: str, suits: str) -> tuple[str, str]:
    """Return the rank and the suit of a card: "7e" gives ("7", "e").

    The suit is "" if the text is a rank without a suit, or a joker. `suits` is "spanish" or
    "french".
    """
    suit = card[-1] if card[-1] in SUITS[suits] else ""
    return card.removesuffix(suit), suit


def pack(ranking: Ranking, suits: str) -> tuple[str, ...]:
    """Return all cards of a ranking, the strongest first.

    In a ranking, `3` means the Threes of all suits, except a Three such as `3e` that the ranking
    also lists by itself. A ranking names the joker only once. The second joker is returned last.
    """
    written = tuple(chain.from_iterable(ranking))
    found: dict[str, None] = {}
    for text in written:
        if text == JOKER or parted(text, suits)[1]:
            found[text] = None
        else:
            found.update(dict.fromkeys(text + suit for suit in SUITS[suits]))
    cards = tuple(found)
    if JOKER in found:
        return (*cards, *(JOKER for _ in range(JOKERS - 1)))
    return cards


def place_of(card: str, ranking: Ranking, suits: str) -> int:
    """Return the index in the ranking of the group that has this card; 0 is the strongest group.

    Raises KeyError for a card that the ranking does not have.
    """
    rank, _ = parted(card, suits)
    places: dict[str, int] = {}
    for number, tied in enumerate(ranking):
        places.update(dict.fromkeys(tied, number))
    if card in places:
        return places[card]
    return places[rank]


def strongest(cards: Sequence[str], ranking: Ranking, suits: str) -> tuple[int, ...]:
    """Return the indexes in `cards` of the highest cards: several if they tie.

    For example, return (1,) for ("3c", "7e", "3b") in the ranking (("7e",), ("3",)).
    """
    places = [place_of(card, ranking, suits) for card in cards]
    best = min(places)
    return tuple(position for position, place in enumerate(places) if place == best)


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a game: cards that make a number for a side bet with a card of any suit.

    `values` maps each piece to its value. For example, the Two of the suit turned up has the value
    10 in Uruguayan truco: with a Seven of any suit it makes 20 + 10 + 7 = 37.

    `one_of_two` matters if both cards of a number are pieces. If it is true, only the better piece
    counts its value as a piece. The other one counts as an ordinary card of its rank.
    """

    values: Mapping[str, int] = field(default_factory=dict)
    one_of_two: bool = False


NO_PIECES = Pieces()


@dataclass(frozen=True, slots=True)
class Number:
    """A number for a side bet, made by one, two or three cards of a player.

    * `positions`: the indexes of these cards among the player's cards.
    * `values`: what each of these cards counts. The number is the sum of these values, plus 20 if
      it is made of several cards.
    """

    positions: tuple[int, ...]
    values: tuple[int, ...]

    @property
    def points(self) -> int:
        """The number itself: for example, a Six and an Ace of one suit make 20 + 6 + 1 = 27."""
        if len(self.values) == 1:
            return self.values[0]
        return TOGETHER + sum(self.values)


def value_of(card: str, suits: str) -> int:
    """Return what a card counts: its number, 1 for an Ace, 0 for a court card or a joker."""
    rank, _ = parted(card, suits)
    if rank == ACE:
        return 1
    if rank.isdigit() and int(rank) < COURT_FROM:
        return int(rank)
    return 0


def number_of_two(cards: Sequence[str], suits: str, pieces: Pieces = NO_PIECES) -> Number:
    """Return the best number of two of these cards: 20 plus their values if they share a suit.

    If no two cards share a suit, return the value of the best card. A piece shares the suit of any
    card. If several numbers are equal, return the number whose cards come first in `cards`. Raises
    ValueError if there are no cards.
    """
    found = []
    for position, card in enumerate(cards):
        found.append(Number((position,), (value_of(card, suits),)))
    for positions in combinations(range(len(cards)), 2):
        two = [cards[position] for position in positions]
        if belong_together(two, suits, pieces):
            found.append(Number(positions, _values_of_two(two, suits, pieces)))
    return max(found, key=lambda number: number.points)


def number_of_three(cards: Sequence[str], suits: str, pieces: Pieces = NO_PIECES) -> Number | None:
    """Return the number of three cards of one suit: 20 plus their values.

    Return None if the cards are not of one suit, or if they are not three. A piece has any suit, so
    two pieces and any card make a number too.
    """
    if len(cards) != 3 or not belong_together(cards, suits, pieces):
        return None
    values = tuple(pieces.values.get(card, value_of(card, suits)) for card in cards)
    return Number((0, 1, 2), values)


def belong_together(cards: Sequence[str], suits: str, pieces: Pieces) -> bool:
    """Return whether these cards share a suit. A piece shares any suit, a joker shares none."""
    plain = [card for card in cards if card not in pieces.values]
    found = {parted(card, suits)[1] for card in plain}
    if JOKER in plain:
        return False
    return len(found) <= 1


def _values_of_two(two: Sequence[str], suits: str, pieces: Pieces) -> tuple[int, ...]:
    values = {card: pieces.values[card] for card in two if card in pieces.values}
    if len(values) == 2 and pieces.one_of_two:
        better = max(values, key=lambda card: values[card])
        values = {better: values[better]}
    return tuple(values.get(card, value_of(card, suits)) for card in two)
