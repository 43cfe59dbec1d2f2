"""Write texts on a canvas: beginning at a point, ending at it, or centred on it."""

from __future__ import annotations

from companion.retelling import letters
from companion.retelling.canvas import Canvas, Colour
from companion.retelling.plot import XY


def write(on: Canvas, text: str, xy: XY, size: float, colour: Colour) -> None:
    """Write the text so that its baseline begins at `xy`."""
    for contours in letters.outline(text, *xy, size):
        on.shape(contours, colour)


def write_to_right(on: Canvas, text: str, xy: XY, size: float, colour: Colour) -> None:
    """Write the text so that its baseline ends at `xy`."""
    x, y = xy
    write(on, text, (x - letters.width(text, size), y), size, colour)


def write_centred(on: Canvas, text: str, xy: XY, size: float, colour: Colour) -> None:
    """Write the text so that the middle of its baseline is at `xy`."""
    x, y = xy
    write(on, text, (x - letters.width(text, size) / 2, y), size, colour)


def fitting_size(texts: tuple[str, ...], most: float, room: float) -> float:
    """Return the largest size, up to `most`, at which each text is at most `room` pixels wide."""
    return min([most, *(room / letters.width(text, 1) for text in texts if text)])
