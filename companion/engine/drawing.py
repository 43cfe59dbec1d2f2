"""Drawing cards before the first deal, for partners and the dealer: all that is entered is how the cards rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from companion.engine.sentence import Impossible


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits where after a draw: `players` by their new seat, and the seat that deals first."""

    players: tuple[int, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class Draw:
    """What a game's drawn cards settle: who `deals` first, and who are partners.

    halves: of four players the two highest cards play against the two lowest; where six or eight play,
    the higher half against the lower. agreed: the sources leave it to the players.
    """

    deals: Literal["highest", "lowest", "agreed"]
    partners: Literal["halves", "agreed"] = "agreed"

    def pairs(self, seats: int) -> bool:
        """Whether so many players find their partners by it."""
        return self.partners == "halves" and seats >= 4 and seats % 2 == 0

    def seated(self, places: Sequence[int], dealer: int) -> Seated:
        """The seats after a draw in which player `p` drew the card `places[p]`, 1 being the highest.

        `dealer` is the player who deals first where the draw leaves that open. Partners sit opposite
        each other; the first player stays, and each half keeps its order. Raises ValueError unless
        every place was drawn once.
        """
        if sorted(places) != list(range(1, len(places) + 1)):
            raise Impossible("each place from 1 to %(last)s must be given to exactly one player", last=len(places))
        players = self._players(places)
        by_draw = {"highest": places.index(1), "lowest": places.index(len(places)), "agreed": dealer}
        return Seated(players, players.index(by_draw[self.deals]))

    def _players(self, places: Sequence[int]) -> tuple[int, ...]:
        everybody = range(len(places))
        if not self.pairs(len(places)):
            return tuple(everybody)
        high = [place <= len(places) // 2 for place in places]
        mine = [player for player in everybody if high[player] == high[0]]
        theirs = [player for player in everybody if high[player] != high[0]]
        return tuple(chain.from_iterable(zip(mine, theirs, strict=True)))
