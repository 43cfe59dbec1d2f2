"""Compute the course of a match: the score after every tap that changed it, and the raises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import floor

from companion.retelling.calls import calls_of
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.standing import has_won_game, score_after, standing


@dataclass(frozen=True, slots=True)
class Point:
    """The score after tap `tap` (counted from 1, 0 is the start), in hand `hand` (from 1).

    `score` is what wins the game, by side: points, or truts with the points in thirds of one.
    """

    tap: int
    hand: int
    score: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A call at tap `tap` of hand `hand`, by that seat; `accepted` is None if it was only said."""

    tap: int
    hand: int
    seat: int
    word: str
    accepted: bool | None


@dataclass(frozen=True, slots=True)
class Course:
    """The games of a match from their first point to their last, with the raises and the target."""

    games: tuple[tuple[Point, ...], ...]
    marks: tuple[Mark, ...]
    target: int
    hands: int
    taps: int

    @property
    def whole(self) -> Course:
        """Return the same in whole truts and points."""
        return replace(self, games=tuple(_whole_points(game) for game in self.games))


NO_COURSE = Course((), (), 1, 1, 1)  # of a match whose course is not known


def course(replay: Replay) -> Course:
    """Return the course of a match."""
    return Course(
        games=tuple(_games(replay)),
        marks=tuple(_marks(replay)),
        target=replay.rules.tally.target,
        hands=len(replay.hands),
        taps=len(replay.steps),
    )


def _whole_points(game: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple(replace(point, score=tuple(map(floor, point.score))) for point in game)


def _games(replay: Replay) -> Iterator[tuple[Point, ...]]:
    """Yield the points of each game, and at least one game even if a correction ended the match."""
    games = 0
    points = [Point(0, 1, standing(replay.start).heights)]
    for tap, hand, step in _numbered(replay):
        score = score_after(step).heights
        if score != points[-1].score:
            points.append(Point(tap, hand, score))
        if has_won_game(step):
            games += 1
            yield tuple(points)
            points = [Point(tap, hand + 1, standing(step.after).heights)]
    if len(points) > 1 or not replay.end.over or games == 0:
        yield tuple(points)


def _numbered(replay: Replay) -> Iterator[tuple[int, int, PlayedTap]]:
    tap = 0
    for hand, steps in enumerate(replay.hands, start=1):
        for step in steps:
            tap += 1
            yield tap, hand, step


def _marks(replay: Replay) -> Iterator[Mark]:
    taps = 0
    for hand, steps in enumerate(replay.hands, start=1):
        for made in calls_of(steps):
            accepted = None if made.fate == "said" else made.fate == "accepted"
            yield Mark(taps + made.at + 1, hand, made.seat, made.word, accepted)
        taps += len(steps)
