"""Phones at the table: who is in, as what, and in which seat."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion.engine import Impossible
from companion.tables.changes import changing
from companion.tables.errors import NotAllowed, SeatTaken
from companion.tables.models import Match, Member, Seat, now
from companion.tables.names import clean_name
from companion.tables.states import state
from companion.tables.store import objects, reading, writing
from companion.tables.trouble import patient

ROLES = ("watch", "player", "host")  # each may do what those before it may
MOST_PHONES = 200  # at one table: players, guests, screens, and every phone that ever was in
_FRESH = timedelta(minutes=1)


def member(match: Match, device: str) -> Member | None:
    """The phone as a member of this table, None when it never joined."""
    return state(match).members.get(device)


def members(match: Match) -> tuple[Member, ...]:
    """Every phone at the table, in the order they joined."""
    return tuple(state(match).members.values())


@patient
def join(match: Match, device: str, role: str, seat: int | None = None, *, over: bool = False) -> Member:
    """Let a phone in as host, player or watch, in a seat if one is named; it keeps what it had if that was more.

    Raises NotAllowed when joining is locked and the phone is new, SeatTaken as `take_seat` does.
    """
    if role not in ROLES or (role == "watch" and seat is not None):
        raise Impossible("A phone joins as host, as player, or without a seat to watch.")
    known = member(match, device)
    if known is not None and seat is None and _rank(known.role) >= _rank(role):
        return known
    with changing(match) as (session, current):
        found = _admitted(session, current, device, role)
        if seat is not None:
            _sit(session, current, found, seat, over=over)
    return found


@patient
def take_seat(match: Match, device: str, seat: int, *, over: bool = False) -> Member:
    """Put a phone that is in into a seat, out of the one it had.

    A seat that has a phone raises SeatTaken, unless `over`: then that phone loses it and only watches.
    """
    with changing(match) as (session, current):
        found = session.get(Member, (match.id, device))
        if found is None or found.role == "watch":
            raise NotAllowed("This phone is only watching; join the table to take a seat.")
        _sit(session, current, found, seat, over=over)
    return found


@patient
def leave(match: Match, device: str) -> None:
    """The phone gives up its seat; it stays at the table and may take another."""
    with changing(match) as (session, _):
        found = session.get(Member, (match.id, device))
        if found is not None:
            found.seat = None


@patient
def remove(match: Match, device: str) -> None:
    """The phone is out, as if it had never joined."""
    with changing(match) as (session, _):
        found = session.get(Member, (match.id, device))
        if found is not None:
            session.delete(found)


@patient
def free(match: Match, seat: int) -> None:
    """Nobody has this seat any more; the phone that had it only watches."""
    with changing(match) as (session, current):
        holder = _holder(session, current, seat)
        if holder is not None:
            _stand(holder)


def move(match: Match, a: int, b: int) -> None:
    """The phones of two seats change places; an empty seat moves as well."""
    with changing(match) as (session, current):
        phones = {b: _holder(session, current, a), a: _holder(session, current, b)}
        moving = [(phone, seat) for seat, phone in phones.items() if phone is not None]
        for phone, _ in moving:
            phone.seat = None
        session.flush()
        for phone, seat in moving:
            phone.seat = seat


@patient
def rename(match: Match, seat: int, name: str) -> str:
    """Give a seat another name; raises ValueError with a sentence, answers the name as it is kept."""
    name = clean_name(name)
    with changing(match) as (session, current):
        _seat(session, current, seat).name = name
    return name


def touch(match: Match, device: str) -> None:
    """The phone was seen just now; written at most once a minute, and told to nobody."""
    with reading() as connection, objects(connection) as session:
        found = session.get(Member, (match.id, device))
    if found is None or abs(now() - found.seen_at) < _FRESH:  # a clock that was put back is no reason to forget
        return
    with writing() as connection, objects(connection) as session:
        session.get_one(Member, (match.id, device)).seen_at = now()
        session.flush()


def _rank(role: str) -> int:
    return ROLES.index(role)


def _admitted(session: Session, match: Match, device: str, role: str) -> Member:
    known = session.get(Member, (match.id, device))
    if match.locked and role != "host" and (known is None or known.role == "watch"):
        raise NotAllowed("The host has closed this table to newcomers.")
    if known is None and role != "host" and _phones(session, match) >= MOST_PHONES:
        raise NotAllowed("This table has as many phones as it can hold. The host can replace its links to make room.")
    found = known or Member(match_id=match.id, device=device, role=role)
    session.add(found)
    found.role = max(found.role, role, key=_rank)
    session.flush()
    return found


def _phones(session: Session, match: Match) -> int:
    return session.scalar(select(func.count()).where(Member.match_id == match.id)) or 0


def _sit(session: Session, match: Match, phone: Member, seat: int, *, over: bool) -> None:
    holder = _holder(session, match, seat)
    if holder is not None and holder is not phone:
        if not over:
            raise SeatTaken("%(name)s already has a phone.", name=_seat(session, match, seat).name)
        _stand(holder)
        session.flush()
    phone.seat = seat


def _stand(phone: Member) -> None:
    phone.seat = None
    phone.role = "watch" if phone.role == "player" else phone.role


def _seat(session: Session, match: Match, seat: int) -> Seat:
    found = session.get(Seat, (match.id, seat))
    if found is None:
        raise Impossible("There is no seat %(seat)s: seats are 0 to %(last)s.", seat=seat, last=match.seats - 1)
    return found


def _holder(session: Session, match: Match, seat: int) -> Member | None:
    _seat(session, match, seat)
    return session.scalar(select(Member).where(Member.match_id == match.id, Member.seat == seat))
