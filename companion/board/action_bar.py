"""The action bar under the thumb: calls, answers and undo.

A phone that may not tap finds there what it may do instead.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion import tables
from companion.board import answers, asking, ending
from companion.board.announcements import Announcements
from companion.board.answers import Answers
from companion.board.ending import Rematch
from companion.board.keys import Key, KeyRow, Keys
from companion.tables import State
from companion.web.guests import Guest
from companion.web.language import gettext
from companion.words.people import People

Above = Literal["", "lost", "waiting", "facts", "lately", "coins", "events", "few"]
"""What is above the keys, or instead of keys that do not exist.

This is a lost seat, whom the others wait for, what helps to decide, or the last hands; `lately` are
these with the last events above them, `few` only as many as fit beside the picture of the table.
The first hand of a game has only `events`.
"""


class LostSeat(NamedTuple):
    """A seat that this phone had until another phone took it.

    A button sends `seat` in `field` to get it back.
    """

    text: str
    field: str
    seat: int


class ActionBar(NamedTuple):
    """The area under the thumb: keys, undo and redo, and what this phone may do instead of tapping.

    `key` belongs to this phone and version, so that a tap sent twice with it counts once. `tap`:
    the phone may record. `undo` and `redo` say in sentences what they take back or restore.
    `undo_key` and `undo_narrow_key` say it on the key, the latter on a narrow phone, and
    `undo_taps` is what that key sends. `seatless`: the phone may take a seat. `rematch` says how to
    play on. `closed` says why a match that is not over does not go on. `fold` is the key that
    throws in the hand, and `others` are the keys of what other players may say. `speaks`: this
    phone may say it for them, so the key that opens `others` keeps its place even if they are
    empty.
    """

    code: str
    key: str
    keys: Keys
    answers: Answers
    above: Above
    lost: LostSeat | None
    tap: bool
    undo: str
    undo_key: str
    undo_narrow_key: str
    undo_taps: str
    redo: str
    seatless: bool
    rematch: Rematch | None
    closed: str
    fold: Key | None
    others: tuple[KeyRow, ...]
    speaks: bool


class Undoing(NamedTuple):
    """The taps that undo would take back and redo would restore.

    `sentence` and `redo` are sentences, `key` and `narrow_key` are what is on the key to undo, and
    `taps` is what it sends.
    """

    sentence: str
    key: str
    narrow_key: str
    taps: str
    redo: str


def build_action_bar(
    state: State,
    guest: Guest,
    people: People,
    *,
    keys: Keys,
    undoing: Undoing,
    told: Announcements,
) -> ActionBar:
    """Return the action bar of this phone, given its announcements."""
    viewer = guest.viewer
    lost = _lost_seat(state, guest, people)
    lost_match = told.victory is not None and told.victory.lost
    code = tables.address_for(state.match, viewer.role).address
    rematch = ending.rematch(state, viewer, code, lost=lost_match)
    fold: Key | None = None
    others: tuple[KeyRow, ...] = ()
    side: int | None = None
    if viewer.seat is not None:
        side = people.rules.account(viewer.seat)
    if rematch is None:
        fold = keys.fold
        others = keys.others
    return ActionBar(
        code=code,
        key=f"{guest.phone}-{state.version}",
        keys=keys,
        answers=answers.answers(keys, told.question, side),
        above=_above(keys, told, lost, may_tap=viewer.may_tap),
        lost=lost,
        tap=viewer.may_tap,
        undo=undoing.sentence,
        undo_key=undoing.key,
        undo_narrow_key=undoing.narrow_key,
        undo_taps=undoing.taps,
        redo=undoing.redo,
        seatless=viewer.role == "player" and viewer.seat is None and not viewer.may_tap,
        rematch=rematch,
        closed=_closed(state, told, rematch),
        fold=fold,
        others=others,
        speaks=viewer.may_tap and rematch is None,
    )


def _above(keys: Keys, told: Announcements, lost: LostSeat | None, *, may_tap: bool) -> Above:
    """Return what is above the keys.

    A phone that may tap shows news there only if that pushes no key away. A second row of keys, the
    keys of an answer, and several bets that come and go need the whole room: then the last hands
    lie beside the picture of the table. A row of calls leaves half of it, enough for the coins.
    """
    if lost is not None:
        return "lost"
    question = told.question
    is_asked = keys.yes is not None or keys.no is not None
    if question is not None and may_tap and not is_asked:
        return "waiting"
    is_decision = question is not None and not question.call and bool(question.facts)
    if is_decision and not keys.has_calls:
        return "facts"
    if not may_tap:
        return "lately"
    if is_asked:
        return ""
    return _last_hands(keys, told)


def _last_hands(keys: Keys, told: Announcements) -> Above:
    """Return how the last hands are shown while nothing is asked."""
    passing_bets = len(keys.bets) > 1 and not keys.two_call_rows
    if keys.second or passing_bets:
        return "few"
    if not keys.has_calls:
        return "lately"
    if told.coins or told.begins:
        return "coins"
    return "events"


def _closed(state: State, told: Announcements, rematch: Rematch | None) -> str:
    """Return why this match cannot be continued here, or "" if it can, or if it is over."""
    if rematch is None or told.victory is not None:
        return ""
    if state.is_full and not state.log.game.over:
        return gettext("The log of this table is full.")
    return gettext("The others have gone on to a new table.")


def _lost_seat(state: State, guest: Guest, people: People) -> LostSeat | None:
    """Return the seat this phone has lost, or None.

    If no phone has it now, this phone just sits down. Otherwise it takes the seat over.
    """
    seat = guest.viewer.lost_seat
    if seat is None:
        return None
    name = people.seat(seat)
    other = asking.lost_to(state, guest)
    if other is None:
        text = gettext("This phone no longer has %(name)s’s seat.", name=name)
        return LostSeat(text, "seat", seat)
    if other:
        text = gettext("%(other)s’s phone has taken %(name)s’s seat.", other=other, name=name)
    else:
        text = gettext("Another phone has taken %(name)s’s seat.", name=name)
    return LostSeat(text, "over", seat)
