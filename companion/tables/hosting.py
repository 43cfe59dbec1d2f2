"""Make phones hosts or ordinary players, and let phones in by numbers that are valid once.

Such a number makes one phone host, or gives it a seat. It helps if the host's phone is lost, or if
a player's phone is lost while joining is closed. `access` says who may do what.
"""

from __future__ import annotations

from companion.engine import N_
from companion.tables import digits
from companion.tables.access import Viewer, is_in_charge, may_overrule, viewer_of
from companion.tables.awake import is_awake
from companion.tables.changes import changing
from companion.tables.digits import UsedNumber
from companion.tables.errors import NotAllowed
from companion.tables.models import Match, Member
from companion.tables.request_rows import Request, note_host
from companion.tables.requests import take_or_ask
from companion.tables.seats import EARLIER, admit, all_of, appoint, dismiss, members
from companion.tables.trouble import retry_while_unavailable

NOT_YET = N_(
    "This phone became host by request. It can do that once an earlier host agrees, "
    "or when no earlier host has looked at the table for ten minutes."
)
USED = N_("This number is no longer valid. Ask for a new one.")


@retry_while_unavailable
def make_host(match: Match, device: str, *, by: str) -> None:
    """Make a player's phone a full host.

    Raises NotAllowed if the phone `by` is not a host in charge (`is_in_charge`), or if `device` was
    not let in to play.
    """
    with changing(match) as (session, current):
        if not is_in_charge(all_of(session, current), by):
            raise NotAllowed(NOT_YET)
        phone = session.get(Member, (match.id, device))
        if phone is None or phone.role != "player":
            raise NotAllowed("Only a phone that has joined to play can become host.")
        if phone.host != "full":
            appoint(session, current, phone, "full")
            note_host(session, current, phone, "made", by)


@retry_while_unavailable
def unmake_host(match: Match, device: str, *, by: str) -> None:
    """Make a host an ordinary player, who keeps their seat.

    Raises NotAllowed if the phone `by` may not overrule that host (`may_overrule`).
    """
    with changing(match) as (session, current):
        if not may_overrule(all_of(session, current), by, device):
            raise NotAllowed(EARLIER)
        phone = session.get(Member, (match.id, device))
        if phone is not None and phone.host != "":
            dismiss(current, phone)
            note_host(session, current, phone, "unmade", by)


@retry_while_unavailable
def use_number(match: Match, device: str, number: str) -> Member:
    """Let a phone in as host or into a seat, by a number that is valid once.

    This works also while joining is closed. If the number gives a seat, the phone that has the seat
    loses it. If that phone is awake, it is asked first (see `requests`).

    Raises SeatAsked if the seat cannot be asked for now. Raises NotAllowed if the phone `device`
    was removed, or if the number is not valid. A number is valid until one of these happens:

    * ten minutes have passed;
    * the number is used;
    * the phone that gave the number loses the right to give it;
    * the code of the table is replaced;
    * the seat gets another phone;
    * the match gets a rematch.

    If an error is raised, the number is not used up.
    """
    holder = digits.phone_whose_seat_is_given(number)
    asks = holder not in ("", device) and is_awake(match, holder)
    with changing(match) as (session, current):
        once = digits.use_once(session, number, device)
        phones = {phone.device: phone for phone in all_of(session, current)}
        if once is None or once.code != current.code or not _still_holds(once, phones):
            raise NotAllowed(USED)
        if current.rematch_id is not None:
            raise NotAllowed(USED)
        phone = admit(session, current, device)
        if once.gives == "host":
            appoint(session, current, phone, "full")
            note_host(session, current, phone, "made", once.giver)
        elif once.holder != device:
            wanted = Request(kind="seat", device=device, seat=once.seat, holder=once.holder)
            take_or_ask(session, current, wanted, asks=asks)
    return phone


def replaceable_seats(match: Match, viewer: Viewer) -> frozenset[int]:
    """Return the seats that this phone may give to new phones, by a number that is valid once.

    These are the seats of all other phones, because any of these phones may be lost. Return no seat
    while joining is open, because a new phone then needs no number to take a seat.
    """
    if not (match.locked and viewer.may_let_back):
        return frozenset()
    taken = {member.seat for member in members(match) if member.seat is not None}
    return frozenset(taken - {viewer.seat})


def _still_holds(once: UsedNumber, phones: dict[str, Member]) -> bool:
    """Return whether this number is still valid.

    The phone that gave the number must still have the right to give it. If the number gives a seat,
    the phone that had the seat when the number was given must still have it.
    """
    if once.gives == "host":
        return is_in_charge(phones.values(), once.giver)
    giver = phones.get(once.giver)
    holder = phones.get(once.holder)
    if giver is None or holder is None or holder.seat != once.seat:
        return False
    return viewer_of(giver).may_let_back
