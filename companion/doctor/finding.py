"""What a check of an installation finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, whether it is well, and a sentence: what there is, or what to do."""

    what: str
    well: bool
    says: str


def well(what: str, says: str) -> Finding:
    """A finding that asks for nothing."""
    return Finding(what, True, says)  # noqa: FBT003  # said by the name of this function


def to_do(what: str, says: str) -> Finding:
    """A finding after which something is to be done: `says` tells what."""
    return Finding(what, False, says)  # noqa: FBT003  # said by the name of this function
