"""Where the lines of a plot run: scores as steps and strokes in a box, without a word or a colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.retelling.curve import Course, Mark

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its left, its top, how wide, how high."""

    left: float
    top: float
    width: float
    height: float

    def at(self, x: float, y: float) -> Place:
        """The place at these fractions, 0 to 1, of the box's width from the left and its height from the bottom."""
        return round(self.left + x * self.width, 1), round(self.top + (1 - y) * self.height, 1)


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines by side or player, one for each game; places of raises; heights of the ruled lines with their figure."""

    lines: tuple[tuple[tuple[Place, ...], ...], ...]
    marks: tuple[tuple[Place, Mark], ...] = ()
    rules: tuple[tuple[float, int], ...] = ()
    bands: tuple[tuple[Place, ...], ...] = ()


def of_course(course: Course, box: Box) -> Plot:
    """A line a side and game: level while the score stands, upright where it changes."""
    points = [point for game in course.games for point in game]
    most = max([course.target, *(score for point in points for score in point.score)])
    taps = max(course.taps, 1)

    def place(tap: int, score: float) -> Place:
        return box.at(tap / taps, score / most)

    ends = [games[0].tap for games in course.games[1:]] + [course.taps]
    sides = len(course.games[0][0].score) if course.games else 0
    lines = tuple(
        tuple(
            tuple(_steps([(point.tap, point.score[side]) for point in game], end, place))
            for game, end in zip(course.games, ends, strict=True)
        )
        for side in range(sides)
    )
    marks = tuple((place(mark.tap, 0), mark) for mark in course.marks)
    return Plot(lines, marks, tuple((place(0, level)[1], level) for level in levels(int(most))))


def levels(most: int) -> range:
    """Round figures from 0 to so many, at most six of them."""
    wide = next(
        step for step in (1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000) if most // step < 6
    )
    return range(0, most + 1, wide)


def _steps(
    points: Iterable[tuple[int, float]], end: int, place: Callable[[int, float], Place]
) -> Iterator[Place]:
    """Each point reached by going level first, then up or down."""
    last = None
    for tap, score in points:
        if last is not None:
            yield place(tap, last)
        yield place(tap, score)
        last = score
    if last is not None:
        yield place(end, last)
