"""Handle requests that other phones answer: to become host, and to get another phone's seat.

A request that nobody answers in time is granted. There is no timer: every page and every stream
first calls `state`, and `state` grants the requests that are due. A phone that asks to become host
becomes host by request ("acting", see `access`) after a minute. A phone that asks for a seat gets
the seat after ten seconds.

The stored rows limit how often somebody may ask. A phone may ask to become host once in ten
minutes. Phones that sit in the same seat, one after the other, share this limit, because a phone
that lost its cookie counts as a new phone. If a phone said no to a request for its seat, nobody can
ask for that seat again for a minute. So a table never has more open requests of one kind than
seats.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.engine import Impossible
from companion.tables import states
from companion.tables.access import is_in_charge
from companion.tables.awake import is_awake
from companion.tables.changes import changing
from companion.tables.errors import NotAllowed, SeatAsked, SeatTaken, Unavailable
from companion.tables.hub import Progress
from companion.tables.match_state import State
from companion.tables.models import HostKind, Match, Member, Seat, now
from companion.tables.request_rows import (
    Request,
    RequestKind,
    add_request,
    close_request,
    keeps_from_asking,
    open_requests,
)
from companion.tables.seats import all_of, appoint, holder_of, let_in, sit
from companion.tables.trouble import retry_while_unavailable

WAITS: dict[RequestKind, timedelta] = {"host": timedelta(minutes=1), "seat": timedelta(seconds=10)}
"""How long a request waits for an answer before it is granted."""
_BRIEF = 1.0  # seconds that a page waits for the database to settle the requests that are due


def state(match: Match, progress: Progress | None = None) -> State:
    """Return the match as it is now, after settling the requests that are due.

    `progress` is the version and the revision that the match has reached as far as this process
    knows. It is passed to `states.state`.
    """
    current = states.state(match, progress)
    if not any(is_due(request) for request in current.requests):
        return current
    with suppress(Unavailable):  # a database that cannot be written to can still be read
        settle(match)
    return states.state(match)


def time_left(request: Request) -> timedelta:
    """Return how long this request still waits for an answer, less than 0 if its time is over.

    Return the whole waiting time if the machine's clock was set back after the request was made.
    """
    waits = WAITS[request.kind]
    return min(request.asked_at + waits - now(), waits)


def is_due(request: Request) -> bool:
    """Return whether this request must be settled now.

    An open request must be settled if its waiting time is over, or if the machine's clock was set
    back after somebody made the request.
    """
    age = now() - request.asked_at
    return request.outcome == "open" and not timedelta(0) <= age < WAITS[request.kind]


def settle(match: Match) -> None:
    """Grant every request that nobody has answered in time.

    A request that cannot be granted any more is withdrawn. This is so if the phone that asked was
    removed, for example, or if the wanted seat has another phone now.

    If the machine's clock was set back after a request was made, the time to answer starts again.
    """
    with changing(match, _BRIEF) as (session, current):
        for request in open_requests(session, current):
            if request.asked_at > now():
                request.asked_at = now()
            elif is_due(request):
                _grant(session, current, request)


@retry_while_unavailable
def ask_to_host(match: Match, device: str) -> None:
    """Ask the hosts to make this phone host.

    If nobody answers within a minute, this phone becomes host by request. Nothing changes if the
    phone has asked already and waits for the answer.

    Raises NotAllowed in these cases:

    * The phone has no seat, or is host already.
    * The phone, or another phone in its seat, has asked in the last ten minutes.
    * The match has a rematch. Its hosts look at the new table, so they would not answer.
    """
    with changing(match) as (session, current):
        if current.rematch_id is not None:
            raise NotAllowed("The others have gone on to a new table.")
        phone = session.get(Member, (match.id, device))
        if phone is None or phone.role != "player" or phone.seat is None:
            raise NotAllowed("Only a phone with a seat can ask to become host.")
        if phone.host != "":
            raise NotAllowed("This phone is host already.")
        if any(request.device == device for request in _open_of(session, current, "host")):
            return
        if _has_asked_lately(session, current, device, phone.seat):
            raise NotAllowed("This phone or seat has asked a short time ago. Wait ten minutes.")
        add_request(session, current, Request(kind="host", device=device, seat=phone.seat))


@retry_while_unavailable
def take_over(match: Match, device: str, seat: int, *, name: str = "", new_name: str = "") -> bool:
    """Put this phone into a seat. If the phone that has the seat is awake, ask that phone first.

    Return True if this phone has the seat now, False if it has to wait up to ten seconds for an
    answer. If this phone is not a player at the table yet, it becomes one.

    `name` is the name of this phone's player, if known. `new_name` is a new name for the seat, ""
    to keep the old one.

    Raises NotAllowed if this phone was removed, or if it is a new player while joining is closed.
    Raises SeatTaken if another phone has just sat down in the seat, and SeatAsked if the phone in
    the seat cannot be asked now.
    """
    before = _phone_in_seat(states.state(match), seat)
    asks = before not in ("", device) and is_awake(match, before)
    with changing(match) as (session, current):
        phone = let_in(session, current, device)
        holder = holder_of(session, current, seat)
        if holder is None or holder is phone:
            _sit(session, current, phone, seat, new_name)
            return True
        if holder.device != before:
            raise SeatTaken("%(name)s already has a phone.", name=_name_of(session, current, seat))
        own_name = name
        if phone.seat is not None:
            own_name = _name_of(session, current, phone.seat) or name
        request = Request(
            kind="seat",
            device=device,
            seat=seat,
            name=own_name,
            holder=before,
            new_name=new_name,
        )
        return take_or_ask(session, current, request, asks=asks)


def take_or_ask(session: Session, match: Match, request: Request, *, asks: bool) -> bool:
    """Store this new request for a seat. Return whether the phone that asks has the seat now.

    If `asks` is true, the request waits for the answer of the phone in the seat. If `asks` is
    false, the request is granted at once. Raises SeatAsked if the seat cannot be asked for now.
    """
    if asks:
        _ask_for_seat(session, match, request)
        return False
    add_request(session, match, request)
    _take(session, match, request)
    close_request(session, match, request, "taken")
    return True


@retry_while_unavailable
def agree_to(match: Match, device: str, number: int) -> None:
    """Grant the request with that number; `device` is the phone that agrees.

    A phone that asked to become host becomes full host if `device` is a host in charge (see
    `access.is_in_charge`). If not, it becomes host by request.

    Raises NotAllowed if `device` may not answer this request, Impossible if the request is no
    longer open.
    """
    with changing(match) as (session, current):
        request = _asked(session, current, device, number)
        by = session.get_one(Member, (match.id, device)).seat
        if request.kind == "host":
            _agree_to_host(session, current, request, device)
        else:
            _take(session, current, request)
        close_request(session, current, request, "agreed", by)


@retry_while_unavailable
def refuse(match: Match, device: str, number: int) -> None:
    """Refuse the request with that number; `device` is the phone that refuses.

    Raises NotAllowed if `device` may not answer this request, Impossible if the request is no
    longer open.
    """
    with changing(match) as (session, current):
        request = _asked(session, current, device, number)
        by = session.get_one(Member, (match.id, device)).seat
        close_request(session, current, request, "refused", by)


def is_asked(member: Member | None, request: Request) -> bool:
    """Return whether this member may answer that request.

    Any host may answer a request to become host. The phone that has the wanted seat may answer a
    request for a seat. No phone answers its own request.
    """
    if member is None or member.device == request.device:
        return False
    if request.kind == "host":
        return member.host != ""
    return member.device == request.holder and member.seat == request.seat


def _asked(session: Session, match: Match, device: str, number: int) -> Request:
    """Return the open request with that number.

    Raises Impossible if the request is no longer open, NotAllowed if this phone may not answer it.
    """
    request = session.get(Request, (match.id, number))
    if request is None or request.outcome != "open" or is_due(request):
        raise Impossible("That request is no longer open.")
    if not is_asked(session.get(Member, (match.id, device)), request):
        raise NotAllowed("This phone was not asked.")
    return request


def _agree_to_host(session: Session, match: Match, request: Request, device: str) -> None:
    phone = _candidate(session, match, request)
    if phone is None:
        raise Impossible("That request is no longer open.")
    kind: HostKind = "full" if is_in_charge(all_of(session, match), device) else "acting"
    appoint(session, match, phone, kind)


def _grant(session: Session, match: Match, request: Request) -> None:
    """Grant this request, or withdraw it if it cannot be granted any more."""
    if request.kind == "host":
        phone = _candidate(session, match, request)
        if phone is None:
            close_request(session, match, request, "withdrawn")
            return
        appoint(session, match, phone, "acting")
        close_request(session, match, request, "granted")
        return
    try:
        _take(session, match, request)
    except Impossible:
        close_request(session, match, request, "withdrawn")
    else:
        close_request(session, match, request, "granted")


def _take(session: Session, match: Match, request: Request) -> None:
    """Put the phone of this request into the seat that it wants.

    Raises Impossible if this phone is not let in to play any more, or if the seat now belongs to a
    phone that was not asked.
    """
    phone = session.get(Member, (match.id, request.device))
    if phone is None or phone.role != "player" or request.seat is None:
        raise Impossible("That request is no longer open.")
    holder = holder_of(session, match, request.seat)
    if holder is not None and holder.device != request.holder:
        raise Impossible("That request is no longer open.")
    _sit(session, match, phone, request.seat, request.new_name)


def _ask_for_seat(session: Session, match: Match, wanted: Request) -> None:
    for request in _open_of(session, match, "seat"):
        if request.seat == wanted.seat and request.device == wanted.device:
            return
        if request.seat == wanted.seat:
            raise SeatAsked("Another phone is asking for that seat already. Wait ten seconds.")
        if request.device == wanted.device:
            raise SeatAsked("This phone is asking for another seat already. Wait ten seconds.")
    refusals = _that_keep_from_asking(session, match, "seat")
    if any(request.seat == wanted.seat for request in refusals):
        raise SeatAsked("The phone in that seat wants to keep it. You can ask again in a minute.")
    add_request(session, match, wanted)


def _sit(session: Session, match: Match, phone: Member, seat: int, new_name: str) -> None:
    sit(session, match, phone, seat, over=True)
    if new_name:
        session.get_one(Seat, (match.id, seat)).name = new_name
    session.flush()


def _phone_in_seat(current: State, seat: int) -> str:
    """Return the phone that has this seat, "" if no phone has it."""
    for member in current.members.values():
        if member.seat == seat:
            return member.device
    return ""


def _name_of(session: Session, match: Match, seat: int) -> str:
    return session.get_one(Seat, (match.id, seat)).name


def _open_of(session: Session, match: Match, kind: RequestKind) -> list[Request]:
    return [request for request in open_requests(session, match) if request.kind == kind]


def _has_asked_lately(session: Session, match: Match, device: str, seat: int) -> bool:
    """Return whether this phone, or one in this seat, asked to be host in the last ten minutes."""
    lately = _that_keep_from_asking(session, match, "host")
    asked = [*lately, *_open_of(session, match, "host")]
    return any(request.device == device or request.seat == seat for request in asked)


def _that_keep_from_asking(session: Session, match: Match, kind: RequestKind) -> list[Request]:
    mine = Request.match_id == match.id, Request.kind == kind, Request.outcome != "open"
    closed = session.scalars(select(Request).where(*mine))
    return [request for request in closed if keeps_from_asking(request)]


def _candidate(session: Session, match: Match, request: Request) -> Member | None:
    """Return the row of the phone that asked to become host.

    Return None if the phone may no longer become host.
    """
    if match.rematch_id is not None:
        return None
    phone = session.get(Member, (match.id, request.device))
    if phone is None or phone.role != "player" or phone.seat is None or phone.host == "full":
        return None
    return phone
