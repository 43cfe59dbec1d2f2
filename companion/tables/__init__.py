"""Keep tables: matches in the database, with their links, phones and logs.

Nothing in this package knows HTTP or HTML.

Every function needs an app context, keeps no connection when it returns, and returns plain values
or detached rows. A caller's `Match` stays as it was when it was read. Its game, house rules, seats,
first dealer, first score and stake never change; its code, its links, `locked` and `rematch_id` may
have changed since.

Every function raises Unavailable, with a message for the user, if the database cannot be used. If
the database is full, read-only or damaged, this is raised at once. If it cannot be reached, this is
raised after at most some twenty seconds. Nothing was written then, with one exception: if the
connection is lost during a commit, the whole change may have been written. A tap that is sent again
with the same key is recorded only once, even then.

Open and find
    Match: a match as it was opened, with its code and its links
    open_table: open a match
    clean_name: return the name of a player as it is stored
    clean_stake: return the stake of a match as it is stored
    by_code: find the match with a code, however it was typed
    by_former_code: find a match by a code that was replaced, for a phone that has joined it
    by_token: find the match of a link, and its kind (`LinkKind`)
    by_watch_token: find the match of a link to watch, or of a link for a television
    by_result_token: find the match whose result a link shows
    by_device: find the matches at whose tables a phone has a row, the newest first
    LinkKind: what a link lets a phone be: "host", "player", "watch" or "tv"
    TableLink: a match and its address for one phone
    address_for: return the match with the address that a phone of some role may see
    watch_token_of: return the token of the link by which a phone came to watch
    result_token: return the token of the link that shows only the result
    lock: close joining, so that no new phone can join to play
    unlock: open joining again
    replace_links: replace links by new ones, for players the code too

State
    State: a match at one version and revision, with its people and its log
    state: return the match as it is now, after settling the requests that are due
    rules: return the rules by which a match is played
    rows: return the whole log
    LogRow: one tap of the log, with the score and the events after it
    TapRow: a row of the log in the database
    BrokenLog: raised if a stored row cannot be read
    hand_ends: yield the rows that ended a hand, the latest first
    minutes_between: return the minutes from the first row to the last
    to_record: return a match as a record, which `companion replay` reads
    add_export: let an extension export its data under a name that is not a code
    exported: return the text that an extension exports under a name
    renew_pages: have all phones draw their pages again, because an extension has something new
    from_records: open a table for each record of a text, with its log
    iter_records: iterate over the records of a text, with pauses for other requests

Record taps
    record_taps: record what a button sent, one tap or several
    record_tap: record one tap
    Receipt: the answer to a phone about its tap
    Stale: raised if somebody else was quicker and recorded another tap
    MovedOn: raised if a tap would go on with a match that others have left for its rematch
    Full: raised if the log has as many taps as it may have

Phones
    Viewer: what a phone is at a table and may do there
    access: return what a phone may do; only this function decides it
    Member: a phone's row at a table
    HostKind: "full" for a full host, "acting" for a host by request, "" for no host
    Joined: the role in which a phone joins: "host" or "player"
    member: return the row of one phone
    members: return the rows of all phones, as the state has them
    phones: return the rows of all phones, as the database has them now
    join: let a phone in as host or player, and into a seat
    leave_seat: give up the seat of a phone
    free_seat: take a seat from the phone that has it
    swap_seats: exchange the phones of two seats
    rename: give the player of a seat another name
    ban_phone: remove a phone, so that no link lets it in
    unban_phone: undo the removal of a phone
    mark_seen: store that a phone looked at the table
    NotAllowed: raised if a phone may not do something
    SeatTaken: raised if another phone has the seat
    OUT: the sentence that a removed phone gets

Hosts
    hosts: return the hosts among some phones, full hosts before hosts by request
    make_host: make a phone full host
    unmake_host: make a host an ordinary player
    is_in_charge: return whether a phone may do everything that a host may
    may_overrule: return whether a phone may remove another phone, or end its rights as host
    replaceable_seats: return the seats that a phone may give to other phones by a number
    use_number: let a phone in by a number that is valid once
    NOT_YET: the sentence for a host by request who may not do something yet
    ABSENT: a host who has not looked at the table for this long counts as gone

Requests
    Request: what a phone asked of others, and the outcome
    ask_to_host: ask the hosts to make a phone host
    take_over: put a phone into the seat of another phone, or ask that phone if it is awake
    agree_to: say yes to a request
    refuse: say no to a request
    time_left: return how long a request still waits for an answer
    SeatAsked: raised if the phone in a seat cannot be asked for it now
    is_awake: return whether a phone is awake, whichever process it uses
    note_phone: record that a phone is awake

Results
    agree: record that a side agrees to the result of the last hand
    take_back_agreement: delete a side's agreement
    may_agree: return the sides for which a phone may agree

Play again
    rematch: return the match that follows this one; open it if nobody has done so
    NextGame: the game and the players of a match that follows
    people_of: return everybody at the table: the people in seats, then those who sit out
    default_people: return who sits where in the next game if nobody chooses
    default_dealer: return who deals first in the next game if nobody chooses
    would_continue: return whether the match would go on with its score in a chosen game
    may_choose_people: return whether a phone may choose who plays next
    HOST_CHOOSES: the sentence for a phone that may not choose who plays next
    sits_out: return whether a phone's player got no seat when this match began
    rematch_of: return the match that follows, None if there is none yet
    previous_match: return the match that this one follows
    newest_match_for: return the newest rematch to which a link of a match leads a phone
    can_swap_partners: return whether partners can be exchanged
    names_after_swap: return the names by seat after everybody got another partner
    series: return how many matches of the series each side has won
    MOST_OF_SERIES: the number of matches that `series` counts at most

Delete
    delete: delete a match with everything in it
    delete_idle: delete the matches that nobody has come back to
    delete_idle_daily: start the thread that deletes idle matches once a day
    call_before_deleting: have a function called each time before idle matches are deleted
    Gone: raised if a match was deleted meanwhile

The database
    db: the database of the application
    Unavailable: raised if the database cannot be used
    migrate_now: bring the schema to the newest version
    listen_to_other_processes: wake the streams of this process when other processes write
    ping: send a small query to the database
    copy_all: copy everything into another database: backup and restore
    checked_copy: copy a backup, and check that it can be restored
    counts_in_words: return numbers of tables, books, places, walls and tournaments as words
    run_in_steps: do a long job in steps, and answer other requests between them

Live updates
    streams: return the hub of this process: the open streams of its phones

Modules
    digits: numbers that are read out, or typed for a television
"""

from __future__ import annotations

from companion.tables import digits
from companion.tables.access import (
    ABSENT,
    Viewer,
    access,
    hosts,
    is_in_charge,
    may_overrule,
    watch_token_of,
)
from companion.tables.agreement import agree, may_agree, take_back_agreement
from companion.tables.awake import is_awake, mark_seen, note_phone
from companion.tables.backups import checked_copy
from companion.tables.changes import renew_pages
from companion.tables.copying import copy_all, counts_in_words
from companion.tables.deleting import call_before_deleting, delete, delete_idle, delete_idle_daily
from companion.tables.errors import (
    BrokenLog,
    Full,
    Gone,
    MovedOn,
    NotAllowed,
    SeatAsked,
    SeatTaken,
    Stale,
    Unavailable,
)
from companion.tables.export import add_export, exported, to_record
from companion.tables.hosting import (
    NOT_YET,
    make_host,
    replaceable_seats,
    unmake_host,
    use_number,
)
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
from companion.tables.match_state import LogRow, State, hand_ends, minutes_between
from companion.tables.models import HostKind, Joined, LinkKind, Match, Member, TapRow
from companion.tables.names import clean_name, clean_stake
from companion.tables.new_match import open_table
from companion.tables.process_state import streams
from companion.tables.rematch import (
    HOST_CHOOSES,
    MOST_OF_SERIES,
    NextGame,
    can_swap_partners,
    default_dealer,
    default_people,
    may_choose_people,
    names_after_swap,
    newest_match_for,
    people_of,
    previous_match,
    rematch,
    rematch_of,
    series,
    sits_out,
    would_continue,
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
    member,
    members,
    phones,
    rename,
    swap_seats,
    unban_phone,
)
from companion.tables.states import rows, rules
from companion.tables.store import db, listen_to_other_processes, migrate_now, ping
from companion.tables.taps import Receipt, record_tap, record_taps
from companion.tables.turns import run_in_steps

__all__ = [
    "ABSENT",
    "HOST_CHOOSES",
    "MOST_OF_SERIES",
    "NOT_YET",
    "OUT",
    "BrokenLog",
    "Full",
    "Gone",
    "HostKind",
    "Joined",
    "LinkKind",
    "LogRow",
    "Match",
    "Member",
    "MovedOn",
    "NextGame",
    "NotAllowed",
    "Receipt",
    "Request",
    "SeatAsked",
    "SeatTaken",
    "Stale",
    "State",
    "TableLink",
    "TapRow",
    "Unavailable",
    "Viewer",
    "access",
    "add_export",
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
    "default_dealer",
    "default_people",
    "delete",
    "delete_idle",
    "delete_idle_daily",
    "digits",
    "exported",
    "free_seat",
    "from_records",
    "hand_ends",
    "hosts",
    "is_awake",
    "is_in_charge",
    "iter_records",
    "join",
    "leave_seat",
    "listen_to_other_processes",
    "lock",
    "make_host",
    "mark_seen",
    "may_agree",
    "may_choose_people",
    "may_overrule",
    "member",
    "members",
    "migrate_now",
    "minutes_between",
    "names_after_swap",
    "newest_match_for",
    "note_phone",
    "open_table",
    "people_of",
    "phones",
    "ping",
    "previous_match",
    "record_tap",
    "record_taps",
    "refuse",
    "rematch",
    "rematch_of",
    "rename",
    "renew_pages",
    "replace_links",
    "replaceable_seats",
    "result_token",
    "rows",
    "rules",
    "run_in_steps",
    "series",
    "sits_out",
    "state",
    "streams",
    "swap_seats",
    "take_back_agreement",
    "take_over",
    "time_left",
    "to_record",
    "unban_phone",
    "unlock",
    "unmake_host",
    "use_number",
    "watch_token_of",
    "would_continue",
]
