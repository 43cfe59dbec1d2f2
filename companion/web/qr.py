"""Turn a link into a QR code: one SVG path, which the browser draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET = 4  # blank modules around the code, which the standard asks for


@dataclass(frozen=True, slots=True)
class Square:
    """A QR code as an SVG path.

    `size` is the width of the code in modules (the small squares), including its blank border.
    """

    size: int
    path: str


@lru_cache(maxsize=256)
def square(link: str) -> Square:
    """Return the QR code of a link."""
    # QRCode is generic only in its stubs.
    code: QRCode = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)  # type: ignore[type-arg]
    code.add_data(link)
    rows = code.get_matrix()
    path = "".join(f"M0 {y}{_outline(row)}" for y, row in enumerate(rows) if any(row))
    return Square(len(rows), path)


def _outline(row: list[bool]) -> str:
    """Return the SVG path for a row of modules: a box around every run of dark modules.

    The boxes are not connected, because a printer would draw even a line without height.
    """
    path = ""
    gap = 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            path += f"m{gap} 0v1h{length}v-1z"
            gap = 0
        gap += length
    return path
