"""Hold what a check of an installation has found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: its subject, whether all is well, and a sentence.

    These names are also those of `companion doctor --json`.
    """

    what: str
    well: bool
    says: str


def well(what: str, says: str) -> Finding:
    """Return a finding after which there is nothing to do."""
    return Finding(what, True, says)  # noqa: FBT003  # said by the name of this function


def to_do(what: str, says: str) -> Finding:
    """Return a finding after which there is something to do: `says` tells what."""
    return Finding(what, False, says)  # noqa: FBT003  # said by the name of this function
