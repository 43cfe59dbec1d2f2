"""Draw letters in pictures. Their outlines, those of one bold serif font, are in `letters.txt`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "letters.txt"
SPACE = 260  # the width of a space in thousandths of an em
CURVE = 4  # straight strokes by which a curve is drawn

Contour = tuple[tuple[float, float], ...]

_HELD = re.compile(r" (?=[:;!?»])")  # a French space, at which no line may break
_STEP = re.compile(r"([MLQ])([-\d,]+)")


class Letter(NamedTuple):
    """A character: how far to the right the next character begins, and its contours as polygons.

    Lengths are in thousandths of an em; y grows upwards.
    """

    advance: int
    contours: tuple[Contour, ...]


def known(text: str) -> str:
    """Return the text with only those characters that can be drawn.

    A character that cannot be drawn is replaced by its letter without accents. If this letter
    cannot be drawn either, the character is left out.
    """
    drawn = "".join(map(_nearest, unicodedata.normalize("NFC", text)))
    return _HELD.sub("\u00a0", " ".join(filter(None, drawn.split(" "))))


def width(text: str, size: float) -> float:
    """Return the width of the text in pixels. `size` is the height of an em in pixels."""
    return sum(_letter(sign).advance for sign in text) * size / 1000


def outline(text: str, left: float, base: float, size: float) -> Iterator[tuple[Contour, ...]]:
    """Iterate over the contours of each character in pixels; y grows downwards.

    The baseline of the letters is at height `base`, and the first letter begins at `left`.
    """
    scale = size / 1000
    for sign in text:
        letter = _letter(sign)
        yield tuple(_placed(contour, left, base, scale) for contour in letter.contours)
        left += letter.advance * scale


def _placed(contour: Contour, left: float, base: float, scale: float) -> Contour:
    return tuple((left + x * scale, base - y * scale) for x, y in contour)


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Return the text in lines at most `room` pixels wide.

    A last word of up to three characters is never alone on a line.
    """
    lines = [""]
    for word in re.split(r" (?!\S{1,3}$)", text):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _nearest(sign: str) -> str:
    if sign.isspace():
        return "\u00a0" if sign in "\u00a0\u202f" else " "
    if sign in _outlines():
        return sign
    base = unicodedata.normalize("NFKD", sign)[:1]
    return base if base in _outlines() else ""


def _letter(sign: str) -> Letter:
    if sign not in _outlines():
        return Letter(SPACE, ())
    advance, path = _outlines()[sign]
    return _drawn(advance, path)


@cache
def _outlines() -> dict[str, tuple[int, str]]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    parts = (line.split(" ") for line in lines if not line.startswith("# ") or line.count(" ") == 2)
    return {sign: (int(advance), path) for sign, advance, path in parts}


@cache
def _drawn(advance: int, path: str) -> Letter:
    contours = list[list[tuple[float, float]]]()
    x = y = 0.0
    for step, text in _STEP.findall(path):
        figures = list(map(int, text.split(",")))
        if step == "M":
            contours.append([])
        if step == "Q":
            contours[-1] += _curve(x, y, figures)
        else:
            contours[-1].append((x + figures[0], y + figures[1]))
        x, y = contours[-1][-1]
    return Letter(advance, tuple(map(tuple, contours)))


def _curve(x: float, y: float, by: list[int]) -> Iterator[tuple[float, float]]:
    """Iterate over points on a quadratic curve that begins at x, y.

    The straight lines between these points are drawn instead of the curve.

    `by` has the control point of the curve and its end, both relative to its beginning.
    """
    mid_x = x + by[0]
    mid_y = y + by[1]
    end_x = x + by[2]
    end_y = y + by[3]
    for at in range(1, CURVE + 1):
        t = at / CURVE
        a = (1 - t) ** 2
        b = 2 * t * (1 - t)
        c = t * t
        yield a * x + b * mid_x + c * end_x, a * y + b * mid_y + c * end_y
