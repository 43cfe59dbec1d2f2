"""What forms and addresses carry, read strictly: they may say anything, whoever made them."""

from __future__ import annotations


def number(text: str, end: int) -> int | None:
    """The number that was sent, if it is one from 0 up to but not including `end`, written as our pages write it."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(end))):
        return None
    value = int(text)
    return value if value < end and str(value) == text else None
