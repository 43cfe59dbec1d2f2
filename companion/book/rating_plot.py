"""Plot how the rating of a person changed from match to match."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil

from companion.book.rating import Rating
from companion.retelling.plot import XY, Box, Plot
from companion.retelling.svg import HIGH, WIDE, drawn_lines, framed, points_text

FOOT = 30  # below the plot, for the dates


def svg(ratings: Sequence[Rating], label: str, dates: tuple[str, str]) -> str:
    """Return a person's rating after each match, with its 95% range, as a plot in SVG.

    `label` describes the plot. A scale is beside the plot, and `dates` (of the first and the last
    match) are below it.
    """
    plot = plotted(ratings, Box(0, 22, WIDE, HIGH - 32 - FOOT))
    band = "".join(f'<polygon class="band" points="{points_text(area)}"/>' for area in plot.bands)
    ruled = [f'<path class="rule" d="M0 {y}h{WIDE}"/>' for y, _ in plot.rules]
    texts = [f'<text x="6" y="{y - 4}">{level}</text>' for y, level in plot.rules]
    for x, at, day in zip(("6", "99%"), ("start", "end"), dates, strict=True):
        texts.append(f'<text x="{x}" y="{HIGH - 10}" text-anchor="{at}">{escape(day)}</text>')
    return framed(label, "rating", [band, *ruled, *drawn_lines(plot)], texts)


def plotted(ratings: Sequence[Rating], box: Box) -> Plot:
    """Return the lines that `svg` draws, within a box: the mean after each match, and its range."""
    low = min(rating.mean - rating.reach for rating in ratings)
    high = max(rating.mean + rating.reach for rating in ratings)
    steps = max(len(ratings) - 1, 1)

    def height(strength: float) -> float:
        return (strength - low) / (high - low)

    def line(sign: int) -> tuple[XY, ...]:
        strengths = [rating.mean + sign * rating.reach for rating in ratings]
        return tuple(box.at(at / steps, height(one)) for at, one in enumerate(strengths))

    levels = range(ceil(low / 10) * 10, int(high) + 1, 10)
    rules = tuple((box.at(0, height(level))[1], level) for level in levels)
    return Plot(((line(0),),), rules=rules, bands=((*line(1), *reversed(line(-1))),))
