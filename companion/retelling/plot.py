"""Compute the lines of a plot: the scores of a match as steps in a box, without text or colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from companion.retelling.curve import Course, Mark

XY = tuple[float, float]
ToXY = Callable[[int, float], XY]
"""A function that returns the point of the plot for a tap and a score."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its left and top edge, its width and its height."""

    left: float
    top: float
    width: float
    height: float

    def at(self, x: float, y: float) -> XY:
        """Return a point in the rectangle.

        `x` is its distance from the left edge as a share of the width. `y` is its distance from the
        bottom edge as a share of the height. Both are from 0 to 1.
        """
        return round(self.left + x * self.width, 1), round(self.top + (1 - y) * self.height, 1)


@dataclass(frozen=True, slots=True)
class Plot:
    """The lines of each side or player, one for each game, and what is drawn with them.

    * `marks` are the calls, each with the point at which its mark is drawn.
    * `rules` are the horizontal ruled lines: the height of each, and the score written beside it.
    * `bands` are areas around a line, as polygons. Only the plot of a rating has them.
    """

    lines: tuple[tuple[tuple[XY, ...], ...], ...]
    marks: tuple[tuple[XY, Mark], ...] = ()
    rules: tuple[tuple[float, int], ...] = ()
    bands: tuple[tuple[XY, ...], ...] = ()


def plot_of(course: Course, box: Box) -> Plot:
    """Return the plot of a course in this box: a line of steps for each side and game."""
    points = chain.from_iterable(course.games)
    most = max([course.target, *chain.from_iterable(point.score for point in points)])
    taps = max(course.taps, 1)

    def to_xy(tap: int, score: float) -> XY:
        return box.at(tap / taps, score / most)

    sides = 0
    if course.games:
        sides = len(course.games[0][0].score)
    lines = tuple(tuple(_lines(course, side, to_xy)) for side in range(sides))
    marks = tuple((to_xy(mark.tap, 0), mark) for mark in course.marks)
    rules = tuple((to_xy(0, level)[1], level) for level in levels(int(most)))
    return Plot(lines, marks, rules)


def _lines(
    course: Course, side: int, to_xy: Callable[[int, float], XY]
) -> Iterator[tuple[XY, ...]]:
    """Yield the lines of a side, one for each game. A line ends where the next one begins."""
    ends = [games[0].tap for games in course.games[1:]] + [course.taps]
    for game, end in zip(course.games, ends, strict=True):
        points = [(point.tap, point.score[side]) for point in game]
        yield tuple(_steps(points, end, to_xy))


def levels(most: int) -> range:
    """Return the values for the ruled lines, from 0 to `most`: at most six round numbers."""
    steps = (1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000)
    wide = next(step for step in steps if most // step < 6)
    return range(0, most + 1, wide)


def _steps(points: Iterable[tuple[int, float]], end: int, to_xy: ToXY) -> Iterator[XY]:
    """Yield the corners of a line of steps: horizontally to the next tap, then up or down."""
    last = None
    for tap, score in points:
        if last is not None:
            yield to_xy(tap, last)
        yield to_xy(tap, score)
        last = score
    if last is not None:
        yield to_xy(end, last)
