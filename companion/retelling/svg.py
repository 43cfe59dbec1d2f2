"""Pictures as SVG: the course of a score, of a rating, and the result of a match to share.

What stands on a page takes its colours from the page's styles, by class; the picture to share brings its own. No text
is made here: names and words come from whoever asks, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from companion.retelling.curve import Course
from companion.retelling.plot import Box, Place, Plot, of_course

WIDE, HIGH = 640, 260
SHARED = (1200, 630)  # what other programs expect of a picture that goes with a link
GROUND, INK, FAINT, SIDES = "#14261d", "#f4efe2", "#4b6657", ("#ffd166", "#7fd1ff", "#ff9f8a", "#c8e6a0")


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """What the picture of a result says: a line above, and for each side its names and its score; who won."""

    heading: str
    names: tuple[str, ...]
    scores: tuple[str, ...]
    winner: int | None
    foot: str = ""


def course_svg(course: Course, label: str, raises: Sequence[str]) -> str:
    """The course of a score. `raises` has a text for each raise, which stands at its mark: a tall one was met."""
    plot = of_course(course, Box(0, 12, WIDE, HIGH - 40))
    drawn = [*_ruled(plot), *drawn_lines(plot)]
    for ((x, y), mark), text in zip(plot.marks, raises, strict=True):
        long = 22 if mark.met else 11
        drawn.append(f'<g class="raise"><title>{escape(text)}</title><path d="M{x} {y + 4}v{long}"/></g>')
    texts = [f'<text x="6" y="{y - 4}">{level}</text>' for y, level in plot.rules]
    return framed(label, "course", drawn, texts)


def picture(shown: ResultPicture, course: Course) -> str:
    """The result of a match, to be shared: it needs no page around it."""
    wide, high = SHARED
    plot = of_course(course, Box(60, 400, wide - 120, 170))
    said = escape(", ".join(f"{name} {score}" for name, score in zip(shown.names, shown.scores, strict=True)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" aria-label="{said}" font-family="system-ui, sans-serif">',
        f'<rect width="{wide}" height="{high}" fill="{GROUND}"/>',
        _text(60, 80, 36, FAINT_INK, shown.heading),
        *_results(shown, wide),
        *(_stroke(line, SIDES[side % len(SIDES)]) for side, games in enumerate(plot.lines) for line in games),
        _text(60, high - 20, 24, FAINT_INK, shown.foot),
        "</svg>",
    ]
    return "".join(parts)


FAINT_INK = "#b9c7bd"


def _results(shown: ResultPicture, wide: int) -> Iterable[str]:
    """Each side in a column of its own, the winner's score full."""
    column = (wide - 120) / len(shown.names)
    for side, (name, score) in enumerate(zip(shown.names, shown.scores, strict=True)):
        left, colour = 60 + column * side, SIDES[side % len(SIDES)]
        size = min(48.0, column * 1.7 / max(len(name), 1))
        yield _text(left, 160, size, INK, name)
        yield _text(left, 340, min(180.0, column * 1.5 / max(len(score), 1)), colour, score, bold=side == shown.winner)


def _text(x: float, y: float, size: float, colour: str, text: str, *, bold: bool = False) -> str:
    weight = ' font-weight="800"' if bold else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size:.0f}" fill="{colour}"{weight}>{escape(text)}</text>'


def _stroke(line: Sequence[Place], colour: str) -> str:
    points = points_text(line)
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="6" stroke-linejoin="round"/>'


def _ruled(plot: Plot) -> Iterable[str]:
    return (f'<path class="rule" d="M0 {y}h{WIDE}"/>' for y, _ in plot.rules)


def drawn_lines(plot: Plot) -> Iterable[str]:
    """Every line of a plot."""
    for side, games in enumerate(plot.lines):
        for line in games:
            yield f'<polyline class="line side-{side}" points="{points_text(line)}"/>'


def points_text(places: Sequence[Place]) -> str:
    """Places as the attribute `points` has them."""
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def framed(label: str, name: str, drawn: Iterable[str], texts: Iterable[str] = ()) -> str:
    """As wide as there is room and always as high: what is drawn is stretched, letters and strokes are not."""
    inner = f'<svg viewBox="0 0 {WIDE} {HIGH}" width="100%" height="{HIGH}" preserveAspectRatio="none">'
    return (
        f'<svg class="plot {name}" width="100%" height="{HIGH}" role="img" aria-label="{escape(label)}">'
        f"{inner}{''.join(drawn)}</svg>{''.join(texts)}</svg>"
    )
