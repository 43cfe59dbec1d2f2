"""Say what a check of an installation has found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: its subject, whether it is well, and what there is or what to do."""

    what: str
    well: bool
    says: str


def well(what: str, says: str) -> Finding:
    """Return a finding that asks for nothing."""
    return Finding(what, True, says)  # noqa: FBT003  # said by the name of this function


def to_do(what: str, says: str) -> Finding:
    """Return a finding after which something is to be done: `says` tells what."""
    return Finding(what, False, says)  # noqa: FBT003  # said by the name of this function
