"""A link as a QR code: one path, drawn by the browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET = 4  # blank modules around it, which the standard asks for


@dataclass(frozen=True, slots=True)
class Square:
    """The side in modules, quiet zone included, and the path of the dark ones."""

    size: int
    path: str


@lru_cache(maxsize=256)
def square(link: str) -> Square:
    """The code of a link."""
    code: QRCode = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)  # type: ignore[type-arg] # generic only in the stubs
    code.add_data(link)
    rows = code.get_matrix()
    return Square(len(rows), "".join(_runs(rows)))


def _runs(rows: list[list[bool]]) -> Iterator[str]:
    """Every run of dark modules as a horizontal stroke."""
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length
