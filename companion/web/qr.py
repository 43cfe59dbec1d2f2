"""A link as a QR code: one path, drawn by the browser."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET = 4  # blank modules around it, which the standard asks for


@dataclass(frozen=True, slots=True)
class Square:
    """The side in modules, quiet zone included, and the path around the dark ones."""

    size: int
    path: str


@lru_cache(maxsize=256)
def square(link: str) -> Square:
    """The code of a link."""
    code: QRCode = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)  # type: ignore[type-arg] # generic only in the stubs
    code.add_data(link)
    rows = code.get_matrix()
    return Square(
        len(rows), "".join(f"M0 {y}{_outline(row)}" for y, row in enumerate(rows) if any(row))
    )


def _outline(row: list[bool]) -> str:
    """The path from the left end of a row: a box around every run of dark modules, and no line between them.

    What prints a page would draw such a line, even one around nothing.
    """
    path, gap = "", 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            path, gap = f"{path}m{gap} 0v1h{length}v-1z", 0
        gap += length
    return path
