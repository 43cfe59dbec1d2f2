"""Undo and redo: a match that can go back and forward, and which taps of a log count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.engine.core import Game, Illegal
from companion.engine.hand import Tap
from companion.engine.offering import legal
from companion.engine.play import play

UNDO = Tap("undo")
REDO = Tap("redo")


@dataclass(frozen=True, slots=True)
class MatchLog:
    """A match that can go back and forward: a game with the states around it.

    `tap` led to this game, `past` is the log before it, and `ahead` the log that a redo returns to.
    Undo and redo cross hands and games, and cost the same after five taps and after five hundred.
    """

    game: Game
    tap: Tap | None = None
    past: MatchLog | None = field(default=None, compare=False, repr=False)
    ahead: MatchLog | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, game: Game, taps: Iterable[Tap]) -> MatchLog:
        """Return the match after these taps. Raises Illegal at the first that is not legal."""
        log = cls(game)
        for tap in taps:
            log = log.play(tap)
        return log

    def play(self, tap: Tap) -> MatchLog:
        """Return the match after one more tap, which may be undo or redo."""
        if tap == UNDO:
            return self._undone()
        if tap == REDO:
            return self._redone()
        return MatchLog(play(self.game, tap), tap, past=self)

    def _undone(self) -> MatchLog:
        if self.past is None:
            raise Illegal(UNDO, "undo", "there is nothing to take back", legal(self.game))
        return replace(self.past, ahead=self)

    def _redone(self) -> MatchLog:
        if self.ahead is None:
            raise Illegal(REDO, "redo", "there is nothing to put back", legal(self.game))
        return self.ahead


def counting(taps: Iterable[Tap]) -> tuple[bool, ...]:
    """Return for each row of a log whether it counts at the end.

    An undone tap does not count; undo and redo never do. For example, after truc, undo, retruc only
    the third row counts.
    """
    done: list[int] = []
    undone: list[int] = []
    rows = 0
    for rows, tap in enumerate(taps, start=1):
        if tap == UNDO:
            undone.append(done.pop())
        elif tap == REDO:
            done.append(undone.pop())
        else:
            done.append(rows - 1)
            undone.clear()
    counted = set(done)
    return tuple(row in counted for row in range(rows))
