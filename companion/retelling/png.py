"""The result of a match as a PNG, for programs that show no SVG beside a link: two scores and their course.

Everything in it is made of upright rectangles, digits of seven strokes as on a clock too, so that no font and no
package is needed. Names are no part of it: they stand in the title that goes with it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from itertools import pairwise

from companion.retelling.curve import Course
from companion.retelling.plot import Box, Place, of_course
from companion.retelling.svg import GROUND, SHARED, SIDES

_SEGMENTS = dict(
    zip("0123456789", "abcdef bc abged abgcd fgbc afgcd afgedc abc abcdefg abcdfg".split(), strict=True)
) | {"-": "g"}
_STROKES = {  # left, top, width, height of each, in tenths of a digit's width and twentieths of its height
    "a": (0, 0, 10, 2),
    "b": (8, 0, 2, 11),
    "c": (8, 9, 2, 11),
    "d": (0, 18, 10, 2),
    "e": (0, 9, 2, 11),
    "f": (0, 0, 2, 11),
    "g": (0, 9, 10, 2),
}


class Canvas:
    """Pixels, each the number of a colour."""

    def __init__(self, wide: int, high: int) -> None:
        self.wide, self.high = wide, high
        self._rows = [bytearray(wide) for _ in range(high)]

    def fill(self, left: float, top: float, wide: float, high: float, colour: int) -> None:
        """A rectangle; what of it lies outside is left out."""
        first, last = (max(0, min(self.wide, round(x))) for x in (left, left + wide))
        for row in self._rows[max(0, round(top)) : max(0, round(top + high))]:
            row[first:last] = bytes([colour]) * (last - first)

    def png(self, colours: Sequence[str]) -> bytes:
        """The file, with these colours (#rrggbb) by their numbers."""
        head = struct.pack(">IIBBBBB", self.wide, self.high, 8, 3, 0, 0, 0)
        palette = b"".join(bytes.fromhex(colour[1:]) for colour in colours)
        pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in self._rows), 9)
        chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def picture(scores: Sequence[str], course: Course) -> bytes:
    """The scores of the sides in large digits, below them how they came about."""
    canvas = Canvas(*SHARED)
    column = (canvas.wide - 120) / len(scores)
    for side, score in enumerate(scores):
        _write(canvas, score, Box(60 + column * side, 60, column - 60, 260), side + 1)
    for side, games in enumerate(of_course(course, Box(60, 400, canvas.wide - 120, 170)).lines):
        for line in games:
            _draw(canvas, line, 1 + side % len(SIDES))
    return canvas.png((GROUND, *SIDES))


def _write(canvas: Canvas, text: str, box: Box, colour: int) -> None:
    """Digits, as large as the box allows."""
    wide = min(box.height / 2, box.width / (1.3 * len(text)))
    for at, sign in enumerate(text):
        left, top = box.left + at * 1.3 * wide, box.top + box.height - 2 * wide
        for segment in _SEGMENTS.get(sign, ""):
            x, y, w, h = _STROKES[segment]
            canvas.fill(left + x * wide / 10, top + y * wide / 10, w * wide / 10, h * wide / 10, 1 + (colour - 1) % 4)
        if sign == "/":
            canvas.fill(left + wide * 0.45, top, wide * 0.1, 2 * wide, 1 + (colour - 1) % 4)


def _draw(canvas: Canvas, line: Iterable[Place], colour: int) -> None:
    """Strokes that run level or upright."""
    for (x, y), (to_x, to_y) in pairwise(line):
        canvas.fill(min(x, to_x) - 3, min(y, to_y) - 3, abs(to_x - x) + 6, abs(to_y - y) + 6, colour)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
