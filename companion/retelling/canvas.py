"""Draw shapes with smooth edges, and write them as a PNG with the standard library alone."""

from __future__ import annotations

import struct
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, floor

Colour = tuple[int, int, int]
XY = tuple[float, float]
Edge = tuple[float, float, float, float, int]
Changes = defaultdict[int, float]
HARDLY = 0.004  # share of a colour in a pixel; a smaller share cannot be seen


class Canvas:
    """A picture in rows of pixels, three bytes for each pixel: red, green, blue."""

    def __init__(self, wide: int, high: int) -> None:
        self.wide = wide
        self.high = high
        self._rows = [bytearray(3 * wide) for _ in range(high)]

    def fill(self, left: float, top: float, wide: float, high: float, colour: Colour) -> None:
        """Draw a rectangle, rounded to whole pixels. Parts outside the canvas are left out."""
        first, last = (max(0, min(self.wide, round(x))) for x in (left, left + wide))
        for row in self._rows[max(0, round(top)) : max(0, round(top + high))]:
            row[3 * first : 3 * last] = bytes(colour) * (last - first)

    def shape(self, contours: Sequence[Sequence[XY]], colour: Colour, strength: float = 1) -> None:
        """Fill the area inside the contours with a colour.

        `strength` is from 0 (nothing is drawn) to 1 (nothing shows through). The contours must be
        within the canvas.
        """
        for at, changes in _covered(_edges(contours), self.high).items():
            cover = 0.0
            for x, to_x in pairwise([*sorted(changes), self.wide]):
                cover += changes[x]
                self._paint(at, x, to_x, min(abs(cover), 1) * strength, colour)

    def _paint(self, at: int, x: int, to_x: int, cover: float, colour: Colour) -> None:
        """Mix the colour into the pixels of row `at`, from column `x` to the column before `to_x`.

        `cover` is the share of the colour, from 0 to 1. If the pixels have different colours, the
        colour is mixed into each pixel separately.
        """
        pixels = self._rows[at]
        last = min(to_x, self.wide)
        if cover < HARDLY or x >= last:
            return
        ground = pixels[3 * x : 3 * x + 3]
        if cover <= 1 - HARDLY and last - x > 1 and ground * (last - x) != pixels[3 * x : 3 * last]:
            for one in range(x, last):
                self._paint(at, one, one + 1, cover, colour)
            return
        inks = zip(ground, colour, strict=True)
        mixed = bytes(round(had + (ink - had) * cover) for had, ink in inks)
        pixels[3 * x : 3 * last] = mixed * (last - x)

    def png(self) -> bytes:
        """Return the picture as the bytes of a PNG file."""
        head = struct.pack(">IIBBBBB", self.wide, self.high, 8, 2, 0, 0, 0)
        pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in self._rows), 7)
        chunks = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _edges(contours: Iterable[Sequence[XY]]) -> Iterator[Edge]:
    """Yield the upper end, the lower end and the direction of each edge of closed polygons.

    The direction is 1 if the polygon goes down at this edge, -1 if it goes up. Horizontal edges are
    left out because they cover no area.
    """
    for contour in contours:
        for (x, y), (to_x, to_y) in pairwise([*contour, contour[0]]):
            if y < to_y:
                yield x, y, to_x, to_y, 1
            elif y > to_y:
                yield to_x, to_y, x, y, -1


def _covered(edges: Iterable[Edge], high: int) -> dict[int, Changes]:
    """Return, by row and column, the change in coverage from one pixel to the next on its right.

    The coverage of a pixel is the share of its area inside the polygons, from 0 to 1. It is the sum
    of the changes from the left end of the row up to this pixel. Pixels at an edge are covered in
    part, so edges look smooth.
    """
    rows = defaultdict[int, Changes](lambda: defaultdict(float))
    for x, y, to_x, to_y, way in edges:
        slope = (to_x - x) / (to_y - y)
        for at in range(max(0, floor(y)), min(high, ceil(to_y))):
            top = max(y, at)
            bottom = min(to_y, at + 1)
            _add(rows[at], x + (top - y) * slope, x + (bottom - y) * slope, (bottom - top) * way)
    return rows


def _add(row: Changes, x: float, to_x: float, cover: float) -> None:
    """Add a piece of an edge, from `x` to `to_x`, to what changes along one row of pixels.

    `cover` is the height of the piece in pixels, below 0 if the edge goes up. All pixels to the
    right of the piece are covered by this share of their area.
    """
    if to_x < x:
        x, to_x = to_x, x
    for pixel in range(floor(x), floor(to_x) + 1):
        begin = max(x, pixel)
        end = min(to_x, pixel + 1)
        part = cover
        if to_x > x:
            part *= (end - begin) / (to_x - x)
        inside = part * (pixel + 1 - (begin + end) / 2)
        row[pixel] += inside
        row[pixel + 1] += part - inside


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
