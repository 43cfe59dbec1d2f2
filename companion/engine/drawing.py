"""Seat the players by cards that they drew. They enter which card was highest, second and so on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from companion.engine.sentence import Impossible


@dataclass(frozen=True, slots=True)
class Seated:
    """The result of a draw: the player (a number) in each seat, and the seat that deals first."""

    players: tuple[int, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class Draw:
    """What the drawing of cards before the first deal decides in a game.

    * `deals`: the player who drew the "highest" or the "lowest" card deals first.
    * `partners`: with "halves", the players with the higher cards are partners, against the players
      with the lower cards.

    Each of the two may be "agreed": no source says that cards decide it, so players agree on it.
    """

    deals: Literal["highest", "lowest", "agreed"]
    partners: Literal["halves", "agreed"] = "agreed"

    def pairs(self, seats: int) -> bool:
        """Return whether the draw decides who are partners if `seats` people play."""
        return self.partners == "halves" and seats >= 4 and seats % 2 == 0

    def seated(self, places: Sequence[int], dealer: int) -> Seated:
        """Return who sits where after the draw, and who deals first.

        `places[p]` says how high the card of player `p` was: 1 is the highest card, 2 the second.
        If the draw does not decide who deals, player `dealer` deals first.

        If the draw decides who are partners, the two sides sit alternately. Player 0 keeps seat 0,
        and partners keep their order. For example, if `places` is (1, 2, 3, 4), players 0 and 1
        drew the higher cards, so they are partners: the players by seat are 0, 2, 1, 3.

        Raises ValueError if `places` does not have each number from 1 up exactly once.
        """
        if sorted(places) != list(range(1, len(places) + 1)):
            raise Impossible(
                "each place from 1 to %(last)s must be given to exactly one player",
                last=len(places),
            )
        players = self._players(places)
        dealers = {
            "highest": places.index(1),
            "lowest": places.index(len(places)),
            "agreed": dealer,
        }
        return Seated(players, players.index(dealers[self.deals]))

    def _players(self, places: Sequence[int]) -> tuple[int, ...]:
        everybody = range(len(places))
        if not self.pairs(len(places)):
            return tuple(everybody)
        high = [place <= len(places) // 2 for place in places]
        with_first = [player for player in everybody if high[player] == high[0]]
        against = [player for player in everybody if high[player] != high[0]]
        return tuple(chain.from_iterable(zip(with_first, against, strict=True)))
