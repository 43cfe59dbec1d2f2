"""Tables: matches in the database, their links, their phones and their log. No request, no HTML.

Every function needs an app context, keeps no connection when it returns, and answers with plain values
or detached rows. A `Match` in hand is as it was when it was read: `locked`, the links and the code are
those of that moment (so is `rematch_id`), everything else about it never changes.

Opening and finding
    open_table(variant=, seats=, house=, names=, dealer=, score=, games=) -> Match     ValueError: a sentence
    by_code(text) -> Match | None        lower case, blanks and hyphens forgiven
    by_token(token) -> (Match, role) | None        host, player or watch
    by_watch_token(token) -> Match | None        with the token for its code; so does veiled(match)
    by_device(device, most) -> Match, …        those a phone is at, the newest first
    again(match), lock(match), unlock(match), revoke(match) -> the Match as it is now

    delete(match): with everything in it, for good

How it stands
    state(match) -> State        version (taps), revision (people and names), stamp "7.3", line, names, rows
    rows(match) -> Row, …        the log: seq, tap, at, device, seat, phone, score, events, counts, about
    rules(match) -> Rules        members(match) -> Member, …        member(match, device) -> Member | None
    to_record(match) -> str      what `companion replay` reads

Playing again
    rematch(match, device, turned=False) -> Match        the same one for every phone that asks; NotAllowed, ValueError
    rematch_of(match) -> Match | None        can_turn(match) -> bool: whether partners can change

Recording
    record(match, device, text, seen=version, key=) -> Recorded(version, repeated)
        NotAllowed, Malformed, Stale (version, who, act, mine, missed, sentence) or Illegal: nothing recorded

Phones (each change counts `revision` and wakes the streams)
    join(match, device, role, seat=None, over=False) -> Member        take_seat(match, device, seat, over=False)
        NotAllowed when closed to newcomers; SeatTaken, a NotAllowed, when another phone has the seat:
        with over=True that phone loses it and only watches
    leave(match, device): gives up its seat        remove(match, device): is out
    free(match, seat): its phone only watches      move(match, a, b): the phones of two seats change places
    rename(match, seat, name): ValueError for a bad name        touch(match, device): seen just now

Live: see `live`.
"""

from __future__ import annotations

from companion.tables import live
from companion.tables.deleting import delete
from companion.tables.errors import BrokenLog, NotAllowed, SeatTaken, Stale
from companion.tables.export import to_record
from companion.tables.links import (
    again,
    by_code,
    by_device,
    by_token,
    by_watch_token,
    lock,
    revoke,
    unlock,
    veiled,
)
from companion.tables.log import Row
from companion.tables.models import Match, Member, Seat, Tap
from companion.tables.names import clean_name
from companion.tables.opening import open_table
from companion.tables.rematch import can_turn, rematch, rematch_of
from companion.tables.seats import (
    free,
    join,
    leave,
    member,
    members,
    move,
    remove,
    rename,
    take_seat,
    touch,
)
from companion.tables.states import State, rows, rules, state
from companion.tables.store import Database, db, migrate_now
from companion.tables.taps import Recorded, record

__all__ = [
    "BrokenLog",
    "Database",
    "Match",
    "Member",
    "NotAllowed",
    "Recorded",
    "Row",
    "Seat",
    "SeatTaken",
    "Stale",
    "State",
    "Tap",
    "again",
    "by_code",
    "by_device",
    "by_token",
    "by_watch_token",
    "can_turn",
    "clean_name",
    "db",
    "delete",
    "free",
    "join",
    "leave",
    "live",
    "lock",
    "member",
    "members",
    "migrate_now",
    "move",
    "open_table",
    "record",
    "rematch",
    "rematch_of",
    "remove",
    "rename",
    "revoke",
    "rows",
    "rules",
    "state",
    "take_seat",
    "to_record",
    "touch",
    "unlock",
    "veiled",
]
