"""Each side's word that the result of the last hand is right."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from companion import tables
from companion.tables import State, Viewer
from companion.words.people import People, glyph


class SideAgreement(NamedTuple):
    """A side's word on a result: given already, or to be given on this phone."""

    side: int
    glyph: str
    name: str
    given: bool
    may: bool


def words(state: State, viewer: Viewer, people: People) -> tuple[SideAgreement, ...]:
    """Each side's word on the last result; none while no hand has ended."""
    last = islice(tables.ended(state.rows), 1)
    may = tables.may_agree(people.rules, viewer)
    return tuple(
        SideAgreement(
            side, glyph(side), people.side(side), (seq, side) in state.agreed, side in may
        )
        for seq in last
        for side in range(people.rules.sides)
    )
