"""Let phones in at the table, put them into seats, and remove them.

Anybody who has a link can let in any number of phones, so the number of their rows is limited. If
there are too many rows of one kind, `make_room` deletes rows of phones without a seat. It begins
with the phones that were unseen longest, and deletes hosts last. A phone that has a seat is never
deleted, so nobody can crowd out players.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion.engine import N_, Impossible
from companion.tables.access import may_overrule
from companion.tables.changes import changing
from companion.tables.errors import NotAllowed, SeatTaken
from companion.tables.links import replace_link
from companion.tables.models import HostKind, Joined, Match, Member, MemberRole, Seat, now
from companion.tables.names import clean_name
from companion.tables.request_rows import withdraw_requests
from companion.tables.states import state
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable

OUT = N_("The host has removed this phone from the table.")
EARLIER = N_("Only a host who became host earlier can do that.")

# The most rows of each kind. If there are more, the phone that has no seat and was unseen longest
# is deleted.
MOST_PHONES = 200  # phones that were let in to play
MOST_WATCHING = 100  # phones that watch
MOST_REMOVED = 200  # phones that were removed
SAME_EVENING = timedelta(hours=3)  # after this time, a phone may be among other people


def member(match: Match, device: str) -> Member | None:
    """Return the row of this phone at this table, None if it has none."""
    return state(match).members.get(device)


def members(match: Match) -> tuple[Member, ...]:
    """Return the rows of all phones at the table in the order of joining.

    The rows are those of the state that this process keeps. A phone that only watches is missing if
    it came after the last change of people or links.
    """
    return tuple(state(match).members.values())


@retry_while_unavailable
def phones(match: Match) -> tuple[Member, ...]:
    """Return every phone at the table in the order of joining.

    The rows are read from the database now, so `seen_at` is current too.
    """
    of_match = select(Member).where(Member.match_id == match.id)
    query = of_match.order_by(Member.joined_at, Member.device)
    with reading() as connection, open_session(connection) as session:
        return tuple(session.scalars(query))


@retry_while_unavailable
def join(
    match: Match,
    device: str,
    role: Joined,
    seat: int | None = None,
    *,
    follows: bool = False,
) -> Member:
    """Let a phone in as host or player, and into a seat if `seat` is given.

    A phone that joins as host is a player too. A host that joins as player stays host. A phone that
    had another seat gives up that seat. If `follows` is true, the hosts of the match that this
    phone played last become hosts here when they join.

    Raises NotAllowed if the phone was removed, or if it is a new player while joining is closed.
    Raises SeatTaken if another phone has the seat.
    """
    if role not in ("host", "player"):
        raise Impossible("A phone joins as host or as player.")
    before = member(match, device)
    if before is not None and seat is None and _is_in_as(before, role):
        return before
    with changing(match) as (session, current):
        if role == "player":
            phone = let_in(session, current, device)
        else:
            phone = admit(session, current, device)
            appoint(session, current, phone, "full")
        if follows:
            _follow_last_played(session, current, device)
        if seat is not None:
            sit(session, current, phone, seat, over=False)
    return phone


@retry_while_unavailable
def leave_seat(match: Match, device: str) -> None:
    """Give up the seat of a phone. The phone stays at the table and may take another seat.

    If the phone has asked to become host, this request is withdrawn.
    """
    with changing(match) as (session, current):
        phone = session.get(Member, (match.id, device))
        if phone is not None:
            phone.seat = phone.lost_seat = None
            withdraw_requests(session, current, device, "host")


@retry_while_unavailable
def ban_phone(match: Match, device: str, *, by: str | None = None) -> None:
    """Remove a phone at once: no link or code lets it in again until `unban_phone` is called.

    Raises NotAllowed if `by`, the phone of the host who removes it, may not remove `device`.
    """
    with changing(match) as (session, current):
        phone = session.get(Member, (match.id, device))
        if phone is not None:
            if by is not None and not may_overrule(all_of(session, current), by, device):
                raise NotAllowed(EARLIER)
            withdraw_requests(session, current, device)
            dismiss(current, phone)
            phone.role = "removed"
            phone.seat = None
            phone.lost_seat = None
            phone.seen_at = now()
            session.flush()
            make_room(session, match, ("removed",), MOST_REMOVED)


@retry_while_unavailable
def unban_phone(match: Match, device: str) -> None:
    """Undo the removal of a phone, so that the links let it in again."""
    with changing(match) as (session, _):
        phone = session.get(Member, (match.id, device))
        if phone is not None and phone.role == "removed":
            session.delete(phone)


@retry_while_unavailable
def free_seat(match: Match, seat: int) -> None:
    """Take the seat from its phone. That phone may take this seat again, or another one."""
    with changing(match) as (session, current):
        holder = holder_of(session, current, seat)
        if holder is not None:
            _lose_seat(session, current, holder)


@retry_while_unavailable
def swap_seats(match: Match, a: int, b: int) -> None:
    """Exchange the phones of the seats `a` and `b`. Each seat keeps the name of its player.

    If one of the seats has no phone, the other seat has none afterwards.
    """
    with changing(match) as (session, current):
        phones = {b: holder_of(session, current, a), a: holder_of(session, current, b)}
        moving = [(phone, seat) for seat, phone in phones.items() if phone is not None]
        for phone, _ in moving:
            phone.seat = None
        session.flush()
        for phone, seat in moving:
            phone.seat = seat


@retry_while_unavailable
def rename(match: Match, seat: int, name: str) -> str:
    """Give the player of a seat another name, and return the name as it is stored.

    Raises ValueError, with a message for the user, if the name cannot be used.
    """
    name = clean_name(name)
    with changing(match) as (session, current):
        _seat(session, current, seat).name = name
    return name


def _is_in_as(phone: Member, role: Joined) -> bool:
    return phone.role == "player" and (role == "player" or phone.host == "full")


def let_in(session: Session, match: Match, device: str) -> Member:
    """Let in a phone that came by the join link or the code.

    Raises NotAllowed if the phone was removed, or if it is new while joining is closed.
    """
    if match.locked and not _may_go_on_to_admit(session, match, device):
        raise NotAllowed("The host has closed joining.")
    return admit(session, match, device)


def _may_go_on_to_admit(session: Session, match: Match, device: str) -> bool:
    """Return whether to call `admit` for this phone while joining is closed.

    Return True for a phone that was let in to play before. Return True also for a removed phone,
    because `admit` raises an error that tells it why it is refused.
    """
    phone = session.get(Member, (match.id, device))
    return phone is not None and phone.role in ("player", "removed")


def all_of(session: Session, match: Match) -> Sequence[Member]:
    """Return the rows of all phones at the table, as this transaction sees them."""
    return session.scalars(select(Member).where(Member.match_id == match.id)).all()


def admit(session: Session, match: Match, device: str) -> Member:
    """Let a phone in to play, and return its row.

    If the phone was host of the former match (`Match.former_id`), it becomes host here too. Raises
    NotAllowed if the phone was removed.
    """
    before = session.get(Member, (match.id, device))
    if before is not None and before.role == "removed":
        raise NotAllowed(OUT)
    if before is not None and before.role == "player":
        return before
    make_room(session, match, ("player",), MOST_PHONES - 1)
    phone = before or Member(match_id=match.id, device=device)
    phone.role = "player"
    session.add(phone)
    session.flush()
    if match.former_id is not None:
        earlier = session.get(Member, (match.former_id, device))
        if earlier is not None and _was_host_in_time(earlier, match):
            appoint(session, match, phone, earlier.host)
    return phone


def _was_host_in_time(earlier: Member, match: Match) -> bool:
    """Return whether a phone was host of the former match before `match` began.

    `earlier` is the row of the phone at the table of the former match.
    """
    return earlier.host != "" and earlier.host_order <= match.former_revision


def _follow_last_played(session: Session, match: Match, device: str) -> None:
    """Let the hosts of the match that this phone played last become hosts here when they join.

    A match that has a rematch does not count. Nothing changes if the phone has not looked at that
    match within the time SAME_EVENING.
    """
    mine = Member.device == device, Member.role == "player", Member.match_id != match.id
    lately = (
        select(Match)
        .join(Member, Member.match_id == Match.id)
        .where(*mine, Match.rematch_id.is_(None))
        .where(Member.seen_at > now() - SAME_EVENING)
        .order_by(Member.seen_at.desc())
    )
    former = session.scalar(lately.limit(1))
    if former is not None:
        match.former_id = former.id
        match.former_revision = max(former.revision, _last_host_order(session, former))


def dismiss(match: Match, phone: Member) -> None:
    """Make a host an ordinary player, and let no old link or match make this phone host again.

    The host link is replaced, and hosts of the former match no longer become hosts here.
    """
    if phone.host == "":
        return
    phone.host = ""
    phone.host_order = 0
    replace_link(match, "host")
    match.former_id = None


def appoint(session: Session, match: Match, phone: Member, kind: HostKind) -> None:
    """Make a player's phone a host of that kind, in order after all other hosts.

    Nothing changes if the phone is a host of that kind already, or a full host.
    """
    if phone.host in ("full", kind):
        return
    # No order is given twice: the revision is higher at every change.
    order = max(match.revision, _last_host_order(session, match)) + 1
    phone.host = kind
    phone.host_order = order
    session.flush()


def _last_host_order(session: Session, match: Match) -> int:
    last = select(func.max(Member.host_order)).where(Member.match_id == match.id)
    return session.scalar(last) or 0


def make_room(session: Session, match: Match, roles: tuple[MemberRole, ...], most: int) -> None:
    """Delete rows of phones with these roles until at most `most` are left.

    Phones with a seat stay. The phones that were unseen longest are deleted first. Hosts are
    deleted only after all other phones.
    """
    of_roles = Member.match_id == match.id, Member.role.in_(roles)
    count = select(func.count()).where(*of_roles)
    spare = max(0, (session.scalar(count) or 0) - most)
    idle = select(Member).where(*of_roles, Member.seat.is_(None))
    first = idle.order_by(Member.host != "", Member.seen_at).limit(spare)
    for phone in session.scalars(first).all():
        session.delete(phone)
    session.flush()


def sit(session: Session, match: Match, phone: Member, seat: int, *, over: bool) -> None:
    """Put a phone into a seat.

    If another phone has the seat, `over` decides: if it is true, that phone loses the seat, and if
    it is false, SeatTaken is raised.
    """
    holder = holder_of(session, match, seat)
    if holder is not None and holder is not phone:
        if not over:
            raise SeatTaken("%(name)s already has a phone.", name=_seat(session, match, seat).name)
        _lose_seat(session, match, holder)
        session.flush()
    phone.seat = seat
    phone.lost_seat = None


def _lose_seat(session: Session, match: Match, phone: Member) -> None:
    withdraw_requests(session, match, phone.device, "host")
    phone.lost_seat = phone.seat
    phone.seat = None


def _seat(session: Session, match: Match, seat: int) -> Seat:
    row = session.get(Seat, (match.id, seat))
    if row is None:
        raise Impossible(
            "There is no seat %(seat)s: seats are 0 to %(last)s.", seat=seat, last=match.seats - 1
        )
    return row


def holder_of(session: Session, match: Match, seat: int) -> Member | None:
    """Return the phone that has this seat, None if no phone has it.

    Raises Impossible if the table has no such seat.
    """
    _seat(session, match, seat)
    return session.scalar(select(Member).where(Member.match_id == match.id, Member.seat == seat))
