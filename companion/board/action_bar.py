"""The thumb zone: calls, answers and undo.

A phone that may not tap finds there what it may do instead.
"""

from __future__ import annotations

from typing import NamedTuple

from companion import tables
from companion.board import asking, ending
from companion.board.ending import Rematch
from companion.board.keys import Keys
from companion.tables import State
from companion.web.guests import Guest
from companion.words.people import People


class ActionBar(NamedTuple):
    """The area under the thumb: keys, undo and redo, and what this phone may do instead of tapping.

    `key` belongs to this phone and version: together with the text of a tap it makes that count
    once. `tap` says that this phone may record. `undo` and `redo` say what they would take back or
    restore, `undo_key` in a word or two. `lost` is the seat it had until another phone took it,
    with its name. `lost_to` is the name of the player who has that seat now, empty if it is not
    known, None if no phone has the seat. `seatless` says that it may take a seat. `full` says that
    the log can hold no more taps, `rematch` how to play on.
    """

    code: str
    key: str
    keys: Keys
    tap: bool
    undo: str
    undo_key: str
    redo: str
    lost: int | None
    lost_name: str
    lost_to: str | None
    seatless: bool
    full: bool
    rematch: Rematch | None


class Undoing(NamedTuple):
    """The taps that undo would take back and redo would restore.

    `sentence` and `redo` are sentences, `key` is what was on the key that was tapped.
    """

    sentence: str
    key: str
    redo: str


def build_action_bar(
    state: State, guest: Guest, people: People, keys: Keys, undoing: Undoing
) -> ActionBar:
    """Return the thumb zone of this phone."""
    viewer = guest.viewer
    lost = viewer.lost_seat
    return ActionBar(
        code=tables.address_for(state.match, viewer.role).address,
        key=f"{guest.phone}-{state.version}",
        keys=keys,
        tap=viewer.may_tap,
        undo=undoing.sentence,
        undo_key=undoing.key,
        redo=undoing.redo,
        lost=lost,
        lost_name="" if lost is None else people.seat(lost),
        lost_to=asking.lost_to(state, guest),
        seatless=viewer.role == "player" and viewer.seat is None and not viewer.may_tap,
        full=state.is_full and not state.log.game.over,
        rematch=ending.rematch(state, viewer),
    )
