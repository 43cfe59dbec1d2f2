"""The sheet of points as paper shows it: a column a side, a line for everything that changed the score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from companion.engine import Event
from companion.retelling.played import Played, PlayedTap
from companion.retelling.standing import Standing, after, won


@dataclass(frozen=True, slots=True)
class HandScore:
    """What one hand brought: points (and truts) for each side, and how it then stands. `game` is won by that side.

    `why` are the payments it came from; `recorded` is False where a touch gave them without saying how.
    """

    hand: int
    gained: tuple[int, ...]
    truts: tuple[int, ...]
    total: Standing
    why: tuple[Event, ...]
    recorded: bool
    game: int | None = None


def paper(played: Played) -> tuple[HandScore, ...]:
    """The lines of a match: one a hand in which the score changed, and one for a game won without ending a hand."""
    return tuple(_entries(played))


def _entries(played: Played) -> Iterator[HandScore]:
    for number, steps in _parts(played):
        events = [event for step in steps for event in step.after.events]
        why = tuple(event for event in events if event.kind == "points" and event.side is not None)
        game = next((event.side for event in events if event.kind == "game"), None)
        if why or game is not None:
            sides = played.rules.sides
            gained, truts = _sum(why, "points", sides), _sum(why, "truts", sides)
            recorded = not any(event.why in ("short", "fix") for event in why)
            yield HandScore(number, gained, truts, after(steps[-1]), why, recorded, game)


def _parts(played: Played) -> Iterator[tuple[int, list[PlayedTap]]]:
    """The hands by number, each as far as a game was won in it, then what follows."""
    for number, steps in enumerate(played.hands, start=1):
        ends = [at for at, step in enumerate(steps, start=1) if won(step)]
        for begin, end in pairwise(sorted({0, *ends, len(steps)})):
            yield number, list(steps[begin:end])


def _sum(events: tuple[Event, ...], what: str, sides: int) -> tuple[int, ...]:
    return tuple(
        sum(getattr(event, what) or 0 for event in events if event.side == side)
        for side in range(sides)
    )
