"""Find which of several cards wins and which number they make, without a match.

The cards rank as on the cheat-sheet under the same house rules, with the same card turned up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from companion.cheatsheets import Noted, announcing, facts, ladders, ranking, turning
from companion.cheatsheets.lexicon import Lexicon
from companion.cheatsheets.prose import Prose, load
from companion.cheatsheets.ranking import Card, RankedCards
from companion.cheatsheets.wording import Wording
from companion.engine import Rules
from companion.engine.cards import (
    JOKER,
    SUITS,
    Number,
    Ranking,
    number_of_three,
    number_of_two,
    pack,
    parted,
    place_of,
    strongest,
)
from companion.engine.declare import Declare
from companion.engine.variant import Variant

RANKS = "A 1 2 3 4 5 6 7 8 9 10 11 12 J Q K".split()  # the order of the keys
PLAYED = 8  # cards in the largest trick
HELD = 3  # cards in a hand
BETWEEN = "."  # between two cards in an address

Standing = Literal["wins", "ties", "picked", ""]


@dataclass(frozen=True, slots=True)
class Picked:
    """A picked card, and whether it wins, ties or counts in the number.

    A touch on the card puts it back. `without` are the other picked cards, as text for the address
    of a page.
    """

    card: Card
    standing: Standing
    without: str


@dataclass(frozen=True, slots=True)
class CardKey:
    """A card of the pack that can be picked.

    `then` are the picked cards after a touch on this card, as text for the address of a page.
    """

    card: Card
    is_picked: bool
    then: str


@dataclass(frozen=True, slots=True)
class SuitKeys:
    """The keys of all cards of one suit."""

    keys: tuple[CardKey, ...]


@dataclass(frozen=True, slots=True)
class OrderPlace:
    """A place in the ranking, and whether a picked card in it wins, ties or does neither."""

    ranked: RankedCards
    standing: Standing


@dataclass(frozen=True, slots=True)
class Counted:
    """The number that the picked cards make: `points`, and `sum` as a text like `20 + 7 + 6`.

    `word` is the game's word for the bet. `is_single` is true if only one card counts.
    """

    word: str
    points: int
    sum: str
    is_single: bool


@dataclass(frozen=True)
class Cards:
    """The cards of a game under these rules, and which of them were picked.

    `turned` is the card turned up, "" if it is not known. `asked_for` are the cards that the
    address of the page names, and at most `most` of them are picked.
    """

    variant: Variant
    rules: Rules
    lang: str
    turned: str
    asked_for: tuple[str, ...]
    most: int

    @cached_property
    def picked(self) -> tuple[str, ...]:
        """Return the picked cards. Each card can be picked as often as the pack has it."""
        left = list(self.pack)
        found: list[str] = []
        for card in self.asked_for:
            if card in left and len(found) < self.most:
                left.remove(card)
                found.append(card)
        return tuple(found)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Return the cards in the address that were not picked.

        A card is not picked if the pack does not have it, or if enough cards are picked already.
        """
        left = list(self.picked)
        return tuple(card for card in self.asked_for if not _take(card, left))

    @cached_property
    def prose(self) -> Prose:
        """Return the texts of the game's sheet."""
        return load(self.variant.id, self.lang, facts(self.rules))

    @property
    def words(self) -> Wording:
        """Return the words of the game as its sheet uses them."""
        return Wording(self.prose, Lexicon(self.variant.id, self.lang))

    @property
    def suits(self) -> str:
        """Return "spanish" or "french": the suits of these cards."""
        return self.variant.suits_under(self.rules)

    @property
    def noted(self) -> Noted:
        """Return the card turned up with the word of the tap that notes it: `(("vira", "7"),)`.

        Return () if the card is not known, or if this game turns up no card.
        """
        parts = turning.parts(self.rules)
        if not parts or self.turned not in parts[0].cards:
            return ()
        return ((parts[0].name, self.turned),)

    @cached_property
    def ranking(self) -> Ranking:
        """Return the ranking of the cards that players may hold: without the card turned up."""
        gone = turning.face_up(self.variant, self.noted)
        return ranking.without(turning.ranking(self.variant, self.rules, self.noted), gone)

    @cached_property
    def pack(self) -> tuple[str, ...]:
        """Return the cards that a player may hold."""
        gone = turning.face_up(self.variant, self.noted)
        return tuple(card for card in pack(self.ranking, self.suits) if card != gone)

    def card(self, text: str) -> Card:
        """Return this card as a page draws it."""
        return ranking.card(text, self.suits, self.prose)

    def keys(self) -> tuple[SuitKeys, ...]:
        """Return the keys of all cards, suit by suit and in the order of their ranks."""
        by_suit = [self._keys_of(suit) for suit in (*SUITS[self.suits], "")]
        return tuple(keys for keys in by_suit if keys.keys)

    def _keys_of(self, suit: str) -> SuitKeys:
        """Return the keys of the cards of one suit, or those of the jokers if `suit` is ""."""
        cards = [text for text in self.pack if _suit_of(text, self.suits) == suit]
        if suit:
            cards.sort(key=lambda text: RANKS.index(parted(text, self.suits)[0]))
        left = list(self.picked)
        keys = []
        for text in cards:
            is_picked = _take(text, left)
            keys.append(CardKey(self.card(text), is_picked, self._after(text, is_picked=is_picked)))
        return SuitKeys(tuple(keys))

    def _after(self, text: str, *, is_picked: bool) -> str:
        """Return which cards are picked once somebody touches this card.

        A touch on a picked card puts it back. Return "" if no more cards may be picked.
        """
        if is_picked:
            return self._without(self.picked.index(text))
        if len(self.picked) == self.most:
            return ""
        return BETWEEN.join((*self.picked, text))

    def _without(self, position: int) -> str:
        return BETWEEN.join((*self.picked[:position], *self.picked[position + 1 :]))

    # Which card wins

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """Return the positions of the cards that win or tie, none if fewer than two are picked."""
        if len(self.picked) < 2:
            return ()
        return strongest(self.picked, self.ranking, self.suits)

    @property
    def winning_names(self) -> tuple[str, ...]:
        """Return the names of the cards that win or tie."""
        return tuple(self.card(self.picked[position]).name for position in self.winners)

    def played(self) -> tuple[Picked, ...]:
        """Return each picked card, with what it does (wins, ties, counts) and how to remove it."""
        found = []
        for position, text in enumerate(self.picked):
            standing = self._standing(position)
            found.append(Picked(self.card(text), standing, self._without(position)))
        return tuple(found)

    def _standing(self, position: int) -> Standing:
        if position not in self.winners:
            return "picked"
        return "ties" if len(self.winners) > 1 else "wins"

    def order(self) -> Iterator[OrderPlace | None]:
        """Yield the places of the picked cards in the ranking, strongest first.

        The places just above and just below them are yielded too. None stands for places left out.
        """
        standings: dict[int, Standing] = {}
        for position, text in enumerate(self.picked):
            standings.setdefault(self._place_of(text), self._standing(position))
        shown: set[int] = set()
        for place in standings:
            shown.update((place - 1, place, place + 1))
        gone = turning.face_up(self.variant, self.noted)
        places = ranking.places(self.ranking, self.suits, self.prose, gone)
        is_gap = False
        for number, ranked in enumerate(places):
            if number in shown:
                yield OrderPlace(ranked, standings.get(number, ""))
            elif not is_gap and standings:
                yield None
            is_gap = number not in shown

    def _place_of(self, text: str) -> int:
        return place_of(text, self.ranking, self.suits)

    # What number they make

    def held(self) -> tuple[Picked, ...]:
        """Return the picked cards. Those that count in the number are marked as "wins"."""
        number = self._number
        found = []
        for position, text in enumerate(self.picked):
            counts = number is not None and position in number.positions
            standing: Standing = "wins" if counts else "picked"
            found.append(Picked(self.card(text), standing, self._without(position)))
        return tuple(found)

    def counted(self) -> Counted | None:
        """Return the number that the picked cards make.

        Return None if fewer than two cards were picked, or if they make no number.
        """
        number = self._number
        if number is None:
            return None
        summed = " + ".join(map(str, ("20", *number.values)))
        is_single = len(number.positions) == 1
        return Counted(self._words[len(number.positions) > 2], number.points, summed, is_single)

    @cached_property
    def _number(self) -> Number | None:
        """Return the number that the picked cards make, None if they make none.

        If the game has a bet on three cards, and the cards make a number for it, this is the
        number. Otherwise it is the number for the bet on two cards.
        """
        if len(self.picked) < 2:
            return None
        house = dict((("seats", str(self.rules.seats)), *self.rules.house, *self.noted))
        pieces = self.variant.pieces(house)
        of_two, of_three = self._words
        number = number_of_three(self.picked, self.suits, pieces) if of_three else None
        if number is None and of_two:
            return number_of_two(self.picked, self.suits, pieces)
        return number

    @cached_property
    def _words(self) -> tuple[str, str]:
        """Return the game's words for the bets on two cards and on three: ("Envido", "Flor").

        A word is "" if the game does not have that bet.
        """
        of_two = ladders.bets(self.rules)
        of_three = announcing.announced(self.rules)
        return self._word_of(of_two), self._word_of(of_three)

    def _word_of(self, bets: Sequence[ladders.BetStep]) -> str:
        if not bets:
            return ""
        return self.words.call(bets[0].word)


def has_numbers(rules: Rules) -> bool:
    """Return whether players of this game bet on the numbers that their cards make."""
    return any(isinstance(part, Declare) for part in rules.parts)


def _suit_of(text: str, suits: str) -> str:
    return "" if text == JOKER else parted(text, suits)[1]


def _take(card: str, left: list[str]) -> bool:
    """Remove a card from `left`, and return whether it was there."""
    if card not in left:
        return False
    left.remove(card)
    return True
