"""Define the result of a check of an installation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    * `what`: what was checked, in a word.
    * `well`: false if somebody must do something.
    * `says`: a sentence about the result.

    `companion doctor --json` prints these fields with the same names.
    """

    what: str
    well: bool
    says: str


def well(what: str, says: str) -> Finding:
    """Return the finding that all is well; `says` is the sentence about it."""
    return Finding(what, True, says)  # noqa: FBT003  # said by the name of this function


def to_do(what: str, says: str) -> Finding:
    """Return the finding that somebody must do something; `says` is the sentence about it."""
    return Finding(what, False, says)  # noqa: FBT003  # said by the name of this function
