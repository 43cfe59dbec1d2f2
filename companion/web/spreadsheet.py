"""Write rows as CSV that a spreadsheet program shows unchanged."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

MARK = "\ufeff"  # begins each CSV file, because Excel reads accents only if it is there


def to_csv(rows: Iterable[Iterable[object]]) -> str:
    """Return these rows as CSV.

    A text that a spreadsheet would run as a formula gets an apostrophe in front: `'=1+1`.
    """
    text = io.StringIO()
    csv.writer(text).writerows(map(_harmless, rows))
    return text.getvalue()


def _harmless(row: Iterable[object]) -> list[object]:
    return [f"'{cell}" if _is_formula(cell) else cell for cell in row]


def _is_formula(cell: object) -> bool:
    return isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r"))
