"""Draw plots as SVG: the course of a score or of a rating.

The lines have CSS classes, to which the styles of the page give colours. All texts come from the
caller, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from companion.retelling.curve import Course
from companion.retelling.plot import XY, Box, Plot, plot_of

WIDE = 640
HIGH = 260
SMALL = Box(0, 2, 100, 26)
FEW = 4  # a game with fewer points in its course is not worth a small drawing


def course_svg(course: Course, label: str, raises: Sequence[str]) -> str:
    """Return the course of a score as SVG.

    `raises` has a text for each call. It is the tooltip of the mark that shows the call. The mark
    of an accepted call is longer.
    """
    plot = plot_of(course, Box(0, 22, WIDE, HIGH - 50))
    drawn = [*_ruled(plot), *drawn_lines(plot)]
    for ((x, y), mark), text in zip(plot.marks, raises, strict=True):
        long = 22 if mark.fate == "accepted" else 11
        title = f"<title>{escape(text)}</title>"
        drawn.append(f'<g class="raise">{title}<path d="M{x} {y + 4}v{long}"/></g>')
    texts = [f'<text x="6" y="{y - 4}">{level}</text>' for y, level in plot.rules]
    return framed(label, "course", drawn, texts)


class SmallLine(NamedTuple):
    """A line of a small course: its side, its corners, and the corners of the area below it.

    The corners are written as the SVG attribute `points`.
    """

    side: int
    points: str
    area: str


def small_course(course: Course) -> tuple[SmallLine, ...]:
    """Return the lines of a course in a drawing 100 wide and 30 high: one for each side and game.

    Return () if the score changed so few times that a drawing would say nothing.
    """
    if all(len(game) < FEW for game in course.games):
        return ()
    found: list[SmallLine] = []
    for side, games in enumerate(plot_of(course, SMALL).lines):
        for line in games:
            points = points_text(line)
            ends = points_text([(line[-1][0], 30), (line[0][0], 30)])
            found.append(SmallLine(side, points, f"{points} {ends}"))
    return tuple(found)


def _ruled(plot: Plot) -> Iterable[str]:
    return (f'<path class="rule" d="M0 {y}h{WIDE}"/>' for y, _ in plot.rules)


def drawn_lines(plot: Plot) -> Iterable[str]:
    """Yield the lines of a plot as SVG."""
    for side, games in enumerate(plot.lines):
        for line in games:
            yield f'<polyline class="line side-{side}" points="{points_text(line)}"/>'


def points_text(places: Sequence[XY]) -> str:
    """Return these points as the value of the SVG attribute `points`."""
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def framed(label: str, name: str, drawn: Iterable[str], texts: Iterable[str]) -> str:
    """Return the SVG of a plot with a fixed height, as wide as the element of the page around it.

    The lines of the plot (`drawn`) are stretched to this width, and the texts (`texts`) are not.
    `label` is for screen readers. `name` is a CSS class.
    """
    size = f'width="100%" height="{HIGH}"'
    outer = f'<svg class="plot {name}" {size} role="img" aria-label="{escape(label)}">'
    inner = f'<svg viewBox="0 0 {WIDE} {HIGH}" {size} preserveAspectRatio="none">'
    return f"{outer}{inner}{''.join(drawn)}</svg>{''.join(texts)}</svg>"
