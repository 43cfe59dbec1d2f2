"""Keep tables: matches in the database, with their links, phones and logs. No request, no HTML.

Every function needs an app context, keeps no connection when it returns, and returns plain values
or detached rows. A `Match` that a caller has is as it was when it was read: `locked`, the links,
the code and `rematch_id` are those of that moment. Everything else about it never changes.

Open and find
    open_table(variant=, seats=, house=, names=, dealer=, score=, games=, stake=) -> Match
        ValueError: a sentence
    by_code(text, sure=True) -> Match | None        in any case, with or without blanks and hyphens
    by_former_code(text, device) -> Match | None        a replaced code, for a phone that is in
    by_token(token) -> (Match, door) | None        door: host, player, watch or tv
    by_watch_token(token) -> TableLink | None
    address_for(match, role) -> TableLink        the match as that role may see it
    result_token(match)        the token of the link that shows how it ended, and only that
    by_result_token(token) -> Match | None
    by_device(device, most) -> TableLink, …        those a phone is at, the newest first
    lock(match), unlock(match), replace_links(match, doors) -> the Match as it is now
        (state(match).match is this as well)

State
    state(match, progress=None) -> State        match, members, version (taps), revision (changes
        of people, names and links), stamp "7.3", log, names, rows; the database is not asked if
        this process has a state as far as `progress`, which is what news said (see `live`)
    rows(match) -> LogRow, …        the log: seq, tap, at, device, seat, phone, score, events,
        counts, affects
    rules(match) -> Rules        members(match) -> Member, …
    member(match, device) -> Member | None
    to_record(match) -> str      what `companion replay` reads
    from_records(text, name) -> Match, …
        the way back: tables with those logs; ValueError if one cannot be opened: then none was
    iter_records(text, name) -> Record, …
        the records of a text, bit by bit; ValueError for more than are read at once
    copy_all(source app, target app, replace=False) -> counts     everything, as of one moment:
        backup and restore
    checked_copy(file, folder) -> Path
        a checked copy of a backup; ValueError if it is not one

Play again
    rematch(match, device, swap_partners=False, house=None, another=None) -> Match
        the same one for every phone that asks; with other house rules also before the end, at
        this score; `another` is another game (NextGame); NotAllowed, ValueError
    people_of(state) -> TablePerson, …        who may get a seat in another game: by seat, then
        those who sit out
    default_people(state, variant, seats) -> by seat, numbers in people_of
    sits_out(match, device) -> bool
    may_choose_people(match, device): whether it may ask for a game with other players
    lead_on(match, device, door) -> Match | None        the rematch a link leads on to; NotAllowed
        for a removed phone
    rematch_of(match) -> Match | None
    can_swap_partners(match) -> bool        whether partners can change
    names_after_swap(names) -> names by seat after that
    series(state) -> matches won by each side, this one and those before it
    previous_match(match) -> Match | None

Record taps
    record_tap(match, device, text, seen=version, key=) -> Receipt(version, repeated, state, twin)
        `twin`: another phone's row with the same tap; then this tap was not recorded, and nothing
        is missing. NotAllowed, Malformed, Stale (version, who, tap, mine, missed), Full or Illegal:
        nothing was recorded

Phones (each change counts `revision` and wakes the streams)
    access(state, device, address="") -> Viewer        what a phone may do: only this decides it
    hosts(phones) -> Member, …        the hosts among them, the earliest first
    make_host(match, device, by=device), unmake_host(match, device, by=device): NotAllowed
    use_number(match, device, number) -> Member        lets a phone in by a number that is valid
        once: see `hosting`, `digits`
    is_in_charge(phones, device): whether a host may do everything that a full host may
    may_overrule(phones, device, other): whether a host may remove a phone, or make a host a player
    join(match, device, role, seat=None, over=False, follows=False) -> Member
    take_seat(match, device, seat, over=False) -> Member
        NotAllowed if joining is closed or the phone was removed; SeatTaken, a NotAllowed, if
        another phone has the seat: with over=True that phone loses it and may take another
    leave_seat(match, device): the phone gives up its seat
    free_seat(match, seat): its phone loses it
    ban_phone(match, device, by=None): out for good
    unban_phone(match, device): it may come again
    swap_seats(match, a, b): the phones of two seats change places
    phones(match) -> Member, …        as the database has them now
    rename(match, seat, name): ValueError for a bad name
    mark_seen(match, device, looking=""): the phone was seen just now

Requests that other phones see and answer (`requests`); `state` settles what is due
    ask_to_host(match, device): NotAllowed
    take_over(match, device, seat, name="", new_name="") -> whether the phone has the seat now, or
        has to wait: a phone that is awake is asked first; NotAllowed, SeatAsked if it cannot be
        asked now
    agree_to(match, device, number), refuse(match, device, number): NotAllowed, ValueError
    time_left(request)
    is_awake(match, device)        in whichever process it asks
    note_phone(match, device): it is awake now

The result of a hand
    agree(match, device, side): NotAllowed, ValueError        may_agree(rules, viewer) -> sides
    hand_ends(rows) -> the rows that ended a hand, the latest first
    State.agreed        pairs of such a row and a side

Delete for good
    delete(match): everything in it; its streams end        delete_idle(days) -> int
    delete_idle_daily(app, days): daily
    call_before_deleting(app, work): done each time before idle matches are deleted

Live: see `live`. Numbers to call out, or to type for a television: see `digits`.

Every one of these raises Unavailable, with a sentence, if the database cannot be used: at once if
it is full, read-only or damaged, after some twenty seconds if it is out of reach. What was asked
for has then left nothing behind. There is one exception: if the connection is lost during a commit,
all of it may have been written. A tap that is sent again under its key is recorded once either way.

Long work: `run_in_steps(bits)` does it so that others are answered in between.

`ping()` asks the database something.

Several processes: `is_shared()` says whether the database allows them; `hear_others(app)` makes
each process hear the others.
"""

from __future__ import annotations

from companion.tables import digits, live
from companion.tables.access import (
    ABSENT,
    Viewer,
    access,
    hosts,
    is_in_charge,
    may_overrule,
    watch_token_of,
)
from companion.tables.agreement import agree, may_agree
from companion.tables.awake import is_awake, note_phone
from companion.tables.backups import checked_copy
from companion.tables.copying import copy_all, counts_in_words
from companion.tables.deleting import call_before_deleting, delete, delete_idle, delete_idle_daily
from companion.tables.errors import (
    BrokenLog,
    Full,
    Gone,
    NotAllowed,
    SeatAsked,
    SeatTaken,
    Stale,
    Unavailable,
)
from companion.tables.export import to_record
from companion.tables.folding import LogRow, hand_ends
from companion.tables.hosting import NOT_YET, USED, make_host, unmake_host, use_number
from companion.tables.importing import from_records, iter_records
from companion.tables.links import (
    TableLink,
    address_for,
    by_code,
    by_device,
    by_former_code,
    by_result_token,
    by_token,
    by_watch_token,
    lock,
    replace_links,
    result_token,
    unlock,
)
from companion.tables.models import Door, HostKind, Joined, Match, Member, Role, Seat, TapRow
from companion.tables.names import clean_name, clean_stake
from companion.tables.new_match import open_table
from companion.tables.rematch import (
    HOST_CHOOSES,
    MOST_OF_SERIES,
    NextGame,
    TablePerson,
    can_swap_partners,
    default_people,
    lead_on,
    may_choose_people,
    names_after_swap,
    people_of,
    previous_match,
    rematch,
    rematch_of,
    series,
    sits_out,
)
from companion.tables.request_rows import Request
from companion.tables.requests import (
    agree_to,
    ask_to_host,
    refuse,
    state,
    take_over,
    time_left,
)
from companion.tables.seats import (
    OUT,
    ban_phone,
    free_seat,
    join,
    leave_seat,
    mark_seen,
    member,
    members,
    phones,
    rename,
    swap_seats,
    take_seat,
    unban_phone,
)
from companion.tables.state_cache import MOST_TAPS, State
from companion.tables.states import rows, rules
from companion.tables.store import Database, db, hear_others, is_shared, migrate_now, ping
from companion.tables.taps import Receipt, record_tap
from companion.tables.turns import run_in_steps

__all__ = [
    "ABSENT",
    "HOST_CHOOSES",
    "MOST_OF_SERIES",
    "MOST_TAPS",
    "NOT_YET",
    "OUT",
    "USED",
    "BrokenLog",
    "Database",
    "Door",
    "Full",
    "Gone",
    "HostKind",
    "Joined",
    "LogRow",
    "Match",
    "Member",
    "NextGame",
    "NotAllowed",
    "Receipt",
    "Request",
    "Role",
    "Seat",
    "SeatAsked",
    "SeatTaken",
    "Stale",
    "State",
    "TableLink",
    "TablePerson",
    "TapRow",
    "Unavailable",
    "Viewer",
    "access",
    "address_for",
    "agree",
    "agree_to",
    "ask_to_host",
    "ban_phone",
    "by_code",
    "by_device",
    "by_former_code",
    "by_result_token",
    "by_token",
    "by_watch_token",
    "call_before_deleting",
    "can_swap_partners",
    "checked_copy",
    "clean_name",
    "clean_stake",
    "copy_all",
    "counts_in_words",
    "db",
    "default_people",
    "delete",
    "delete_idle",
    "delete_idle_daily",
    "digits",
    "free_seat",
    "from_records",
    "hand_ends",
    "hear_others",
    "hosts",
    "is_awake",
    "is_in_charge",
    "is_shared",
    "iter_records",
    "join",
    "lead_on",
    "leave_seat",
    "live",
    "lock",
    "make_host",
    "mark_seen",
    "may_agree",
    "may_choose_people",
    "may_overrule",
    "member",
    "members",
    "migrate_now",
    "names_after_swap",
    "note_phone",
    "open_table",
    "people_of",
    "phones",
    "ping",
    "previous_match",
    "record_tap",
    "refuse",
    "rematch",
    "rematch_of",
    "rename",
    "replace_links",
    "result_token",
    "rows",
    "rules",
    "run_in_steps",
    "series",
    "sits_out",
    "state",
    "swap_seats",
    "take_over",
    "take_seat",
    "time_left",
    "to_record",
    "unban_phone",
    "unlock",
    "unmake_host",
    "use_number",
    "watch_token_of",
]
