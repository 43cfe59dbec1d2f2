"""Show whether each side agrees that the result of the last hand is right."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from companion import tables
from companion.tables import State, Viewer
from companion.words.people import People, glyph


class SideAgreement(NamedTuple):
    """Whether a side agrees that a result is right.

    `given` is true if the side has agreed. `may` is true if this phone may agree for the side.
    """

    side: int
    glyph: str
    name: str
    given: bool
    may: bool


def side_agreements(state: State, viewer: Viewer, people: People) -> tuple[SideAgreement, ...]:
    """Return for each side whether it agrees that the result of the last hand is right.

    Return () if no hand has ended.
    """
    may = tables.may_agree(people.rules, viewer)
    found: list[SideAgreement] = []
    for seq in islice(tables.hand_ends(state.rows), 1):
        for side in range(people.rules.accounts):
            given = (seq, side) in state.agreed
            found.append(SideAgreement(side, glyph(side), people.side(side), given, side in may))
    return tuple(found)
