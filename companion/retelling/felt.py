"""Draw the background of a picture to share: felt with rays, in a gilt frame."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from companion.retelling.canvas import Canvas, Colour
from companion.retelling.plot import XY, Box

FELT = (36, 82, 62)
DEEP = (20, 50, 40)
RAY = (255, 226, 150)
GILT = (214, 178, 94)
CRIMSON = (120, 22, 32)
RAYS = 24


def ground(on: Canvas) -> Iterator[None]:
    """Draw green felt that is darker at the bottom, with rays around the score, in a gilt frame."""
    for row in range(on.high):
        part = abs(row / on.high - 0.3) / 0.7
        on.fill(0, row, on.wide, 1, _between(FELT, DEEP, part))
    yield
    x = on.wide / 2
    y = on.high * 0.33
    far = on.wide
    for ray in range(RAYS):
        ends = (_on_edge(on, x, y, (ray + half) * 2 * pi / RAYS, far) for half in (0, 0.5))
        on.shape([[(x, y), *ends]], RAY, 0.05)
        yield
    for inset, thick, colour in ((0, 12, GILT), (12, 6, CRIMSON)):
        for box in _frame(on, inset, thick):
            on.fill(box.left, box.top, box.width, box.height, colour)
    yield


def _on_edge(on: Canvas, x: float, y: float, angle: float, far: float) -> XY:
    """Return the end of a ray that begins at x, y and has this angle.

    The ray is `far` pixels long, or shorter if it meets the edge of the canvas before.
    """
    dx = cos(angle)
    dy = sin(angle)
    limits = [far]
    if dx:
        edge = on.wide - 2 if dx > 0 else 1
        limits.append((edge - x) / dx)
    if dy:
        edge = on.high - 2 if dy > 0 else 1
        limits.append((edge - y) / dy)
    reach = min(limit for limit in limits if limit > 0)
    return x + dx * reach, y + dy * reach


def _frame(on: Canvas, at: int, thick: int) -> tuple[Box, ...]:
    wide = on.wide - 2 * at
    high = on.high - 2 * at
    return (
        Box(at, at, wide, thick),
        Box(at, at + high - thick, wide, thick),
        Box(at, at, thick, high),
        Box(at + wide - thick, at, thick, high),
    )


def _between(one: Colour, other: Colour, part: float) -> Colour:
    pairs = zip(one, other, strict=True)
    red, green, blue = (round(a + (b - a) * part) for a, b in pairs)
    return red, green, blue
