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
    return Square(len(rows), "".join(f"M0 {y}{_outline(row)}z" for y, row in enumerate(rows) if any(row)))


def _outline(row: list[bool]) -> str:
    """The path along the top of a row from its left end to the right one, and below every run of dark modules."""
    return "".join(f"v1h{len(list(run))}v-1" if dark else f"h{len(list(run))}" for dark, run in groupby(row))
