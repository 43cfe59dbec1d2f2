"""How the rating of a person went from match to match, as a plot."""

from __future__ import annotations

from collections.abc import Sequence

from companion.book.rating import Rating
from companion.retelling.plot import Box, Place, Plot
from companion.retelling.svg import HIGH, WIDE, drawn_lines, framed, points_text


def svg(ratings: Sequence[Rating], label: str) -> str:
    """The course of a rating, with what it may be off."""
    plot = plotted(ratings, Box(0, 10, WIDE, HIGH - 20))
    band = "".join(f'<polygon class="band" points="{points_text(area)}"/>' for area in plot.bands)
    return framed(label, "rating", [band, *drawn_lines(plot)])


def plotted(ratings: Sequence[Rating], box: Box) -> Plot:
    """The mean after each match, and around it what it may be off, in 95 of 100 cases."""
    low = min(rating.mean - rating.reach for rating in ratings)
    high = max(rating.mean + rating.reach for rating in ratings)
    steps = max(len(ratings) - 1, 1)

    def line(sign: int) -> tuple[Place, ...]:
        return tuple(
            box.at(at / steps, (rating.mean + sign * rating.reach - low) / (high - low))
            for at, rating in enumerate(ratings)
        )

    return Plot(((line(0),),), bands=((*line(1), *reversed(line(-1))),))
