"""The sheet of points as paper shows it: a column a side, a line for everything that changed the score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.book.course import standing
from companion.book.played import Played
from companion.engine import Event


@dataclass(frozen=True, slots=True)
class Entry:
    """What one hand brought: points (and truts) for each side, and how it then stands. `game` is won by that side.

    `why` are the payments it came from; `recorded` is False where a touch gave them without saying how.
    """

    hand: int
    gained: tuple[int, ...]
    truts: tuple[int, ...]
    total: tuple[float, ...]
    why: tuple[Event, ...]
    recorded: bool
    game: int | None = None


def paper(played: Played) -> tuple[Entry, ...]:
    """The lines of a match, one a hand in which the score changed."""
    return tuple(_entries(played))


def _entries(played: Played) -> Iterator[Entry]:
    total = list(standing(played.start))
    for number, steps in enumerate(played.hands, start=1):
        events = [event for step in steps for event in step.after.events]
        why = tuple(event for event in events if event.kind == "points" and event.side is not None)
        game = next((event.side for event in events if event.kind == "game"), None)
        if why or game is not None:
            gained, truts = _sum(why, "points", len(total)), _sum(why, "truts", len(total))
            total = _total(total, gained, truts, standing(steps[-1].after), ended=game is not None)
            recorded = not any(event.why in ("short", "fix") for event in why)
            yield Entry(number, gained, truts, tuple(total), why, recorded, game)
        if game is not None:
            total = list(standing(steps[-1].after))


def _total(
    before: list[float], gained: tuple[int, ...], truts: tuple[int, ...], after: tuple[float, ...], *, ended: bool
) -> list[float]:
    """How it stands; of a game that was won the last figures, which the game after it has wiped out."""
    if not ended:
        return list(after)
    more = truts if any(truts) else gained
    return [had + add for had, add in zip(before, more, strict=True)]


def _sum(events: tuple[Event, ...], what: str, sides: int) -> tuple[int, ...]:
    return tuple(sum(getattr(event, what) or 0 for event in events if event.side == side) for side in range(sides))
