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
    """What drawn cards settle in a game: who `deals` first, and who are `partners`.

    * "highest", "lowest": the player who drew that card deals.
    * "halves": the players with the higher half of the cards play against the others.
    * "agreed": the players agree on it, because the sources do not say what the cards settle.
    """

    deals: Literal["highest", "lowest", "agreed"]
    partners: Literal["halves", "agreed"] = "agreed"

    def pairs(self, seats: int) -> bool:
        """Return whether the draw decides who are partners, for this many players."""
        return self.partners == "halves" and seats >= 4 and seats % 2 == 0

    def seated(self, places: Sequence[int], dealer: int) -> Seated:
        """Return who sits where after the draw, and who deals first.

        `places[p]` is the place of the card that player `p` drew: 1 is the highest card.

        If the draw does not decide who deals, player `dealer` deals first. Partners sit opposite
        each other; player 0 keeps seat 0, and the players of each half keep their order. Raises
        ValueError if a place was not drawn exactly once.

        For example, if the places are 1, 2, 3, 4 and the partners are the halves, players 0 and 1
        have the higher cards and sit opposite each other: the players by seat are 0, 2, 1, 3.
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
