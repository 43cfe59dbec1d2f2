"""Make the sheet of points as on paper: a column for each side, a line for each change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from companion.engine import Event
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.standing import Standing, has_won_game, score_after


@dataclass(frozen=True, slots=True)
class HandScore:
    """The points (and truts) that one hand brought each side, and the score after it.

    `game` is the side that won a game with it. `why` are the payments it came from; `recorded` is
    False if a tap gave points without saying how.
    """

    hand: int
    gained: tuple[int, ...]
    truts: tuple[int, ...]
    total: Standing
    why: tuple[Event, ...]
    recorded: bool
    game: int | None = None


def hand_scores(replay: Replay) -> tuple[HandScore, ...]:
    """Return the lines of a match: one for each hand in which the score changed.

    A game that is won without ending a hand has a line of its own.
    """
    return tuple(_entries(replay))


def _entries(replay: Replay) -> Iterator[HandScore]:
    for number, steps in _parts(replay):
        events = list(chain.from_iterable(step.after.events for step in steps))
        why = tuple(event for event in events if event.kind == "points" and event.side is not None)
        game = next((event.side for event in events if event.kind == "game"), None)
        if why or game is not None:
            sides = replay.rules.accounts
            gained = _sum(why, "points", sides)
            truts = _sum(why, "truts", sides)
            recorded = not any(event.why in ("short", "fix") for event in why)
            yield HandScore(number, gained, truts, score_after(steps[-1]), why, recorded, game)


def _parts(replay: Replay) -> Iterator[tuple[int, list[PlayedTap]]]:
    """Yield the hands with their numbers. A hand is split after a tap that won a game."""
    for number, steps in enumerate(replay.hands, start=1):
        ends = [at for at, step in enumerate(steps, start=1) if has_won_game(step)]
        for begin, end in pairwise(sorted({0, *ends, len(steps)})):
            yield number, list(steps[begin:end])


def _sum(events: tuple[Event, ...], what: str, sides: int) -> tuple[int, ...]:
    sums = [0] * sides
    for event in events:
        if event.side is not None:
            sums[event.side] += getattr(event, what) or 0
    return tuple(sums)
