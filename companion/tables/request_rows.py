"""Store requests: what a phone asked of other phones at its table, and the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal, get_args

from sqlalchemy import CheckConstraint, Connection, ForeignKey, String, delete, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from companion.tables import names
from companion.tables.base import Base
from companion.tables.models import Match, Member, Moment, TapRow, now

MOST_KEPT = 50  # closed requests of each kind at a table
HOST_AGAIN = timedelta(minutes=10)  # until a phone, or a seat, may ask again to become host
SEAT_AGAIN = timedelta(minutes=1)  # until a seat whose phone said no may be asked for again
_BEFORE_THE_LOG = -1  # a number of taps that no log has, so the log shows no request there

RequestKind = Literal["host", "seat"]
"""A kind of request: to become host, or to get the seat of a phone that is awake."""
Outcome = Literal["open", "agreed", "granted", "refused", "withdrawn", "taken", "made", "unmade"]
"""The outcome of a request.

`open`: it waits for an answer. `agreed` and `refused`: somebody who was asked said yes or no.
`granted`: nobody answered in time. `withdrawn`: its phone may no longer ask for this. `taken`: a
seat was taken over from a phone that was asleep. `made` and `unmade`: nobody asked; a host made the
phone host, or made a host an ordinary player.
"""


class Request(Base):
    """A request of one phone at a table, and its answer.

    The log shows closed requests too. So the newest closed requests of each kind are kept, and
    those that still keep somebody from asking again.

    * `device`: the phone that asks, or the phone that a host made host or ordinary player.
    * `seat`: the wanted seat if `kind` is "seat"; the seat that `device` had then if it is "host".
    * `name`: the name of the player of `device`, if known.
    * `holder`: the phone that had the wanted seat.
    * `new_name`: the new name for the seat; "" keeps the old one.
    * `asked_after` and `answered_after`: how many taps the log had at the request and at its
      answer, so that the log shows both in the right place.
    * `answered_by`: the seat of the phone that answered; None if a host without a seat answered, or
      if nobody answered.
    """

    __tablename__ = "request"
    __table_args__ = (
        CheckConstraint(f"kind IN {get_args(RequestKind)}", name="kind"),
        CheckConstraint(f"outcome IN {get_args(Outcome)}", name="outcome"),
    )

    match_id: Mapped[int] = mapped_column(
        ForeignKey("match.id", ondelete="CASCADE"),
        primary_key=True,
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[RequestKind] = mapped_column(String(8))
    device: Mapped[str] = mapped_column(String(64))
    seat: Mapped[int | None]
    name: Mapped[str] = mapped_column(String(names.LONGEST), default="")
    holder: Mapped[str] = mapped_column(String(64), default="")
    new_name: Mapped[str] = mapped_column(String(names.LONGEST), default="")
    asked_at: Mapped[datetime] = mapped_column(Moment, default=now)
    asked_after: Mapped[int]
    outcome: Mapped[Outcome] = mapped_column(String(10), default="open")
    answered_at: Mapped[datetime | None] = mapped_column(Moment)
    answered_after: Mapped[int | None]
    answered_by: Mapped[int | None]


def open_requests(session: Session, match: Match) -> list[Request]:
    """Return the requests at this table that wait for an answer, the oldest first."""
    mine = Request.match_id == match.id, Request.outcome == "open"
    return list(session.scalars(select(Request).where(*mine).order_by(Request.number)))


def add_request(session: Session, match: Match, request: Request) -> None:
    """Store a new request with its number, its time and the length of the log.

    If more than MOST_KEPT closed requests of this kind are stored then, delete the oldest, except
    those that still keep somebody from asking again.
    """
    of_match = Request.match_id == match.id
    last = session.scalar(select(func.max(Request.number)).where(of_match))
    request.match_id = match.id
    request.number = (last or 0) + 1
    request.asked_at = now()
    request.asked_after = count_taps(session, match)
    session.add(request)
    session.flush()
    of_kind = Request.kind == request.kind
    closed = select(Request).where(of_match, of_kind, Request.outcome != "open")
    for old in session.scalars(closed.order_by(Request.number.desc()).offset(MOST_KEPT)).all():
        if not keeps_from_asking(old):
            session.delete(old)
    session.flush()


def keeps_from_asking(request: Request) -> bool:
    """Return whether this closed request still keeps somebody from asking again.

    After a request to become host, neither the same phone nor another phone in its seat may ask
    again for ten minutes. After a request for a seat was refused, nobody may ask for that seat for
    a minute. If `asked_at` is in the future, because the machine's clock was set back, the same
    limits apply to the time from now to `asked_at`.
    """
    age = abs(now() - request.asked_at)
    if request.kind == "host":
        return request.outcome not in ("made", "unmade") and age < HOST_AGAIN
    return request.outcome == "refused" and age < SEAT_AGAIN


def close_request(
    session: Session,
    match: Match,
    request: Request,
    outcome: Outcome,
    by: int | None = None,
) -> None:
    """Store the outcome of a request; `by` is the seat of the phone that answered it."""
    request.outcome = outcome
    request.answered_at = now()
    request.answered_after = count_taps(session, match)
    request.answered_by = by
    session.flush()


def withdraw_requests(
    session: Session,
    match: Match,
    device: str,
    kind: RequestKind | None = None,
) -> None:
    """Withdraw the open requests of a phone that may no longer make them.

    If `kind` is given, withdraw only requests of that kind.
    """
    for request in open_requests(session, match):
        if request.device == device and kind in (None, request.kind):
            close_request(session, match, request, "withdrawn")


def carry_answers(session: Session, old: Match, new: Match, seats: Mapping[int, int]) -> None:
    """Copy recently refused requests to become host from the old match to the new one.

    So the phones and the seats that asked may not ask again at once in the new match. `seats` has
    the new seat for each old seat. The log of the new match does not show the copies.
    """
    asked = session.scalars(
        select(Request).where(Request.match_id == old.id, Request.kind == "host")
    )
    for number, request in enumerate(filter(_is_refused_lately, asked.all()), 1):
        carried = Request(
            match_id=new.id,
            number=number,
            kind="host",
            device=request.device,
            seat=None if request.seat is None else seats.get(request.seat),
            asked_at=request.asked_at,
            asked_after=_BEFORE_THE_LOG,
            outcome="refused",
            answered_at=request.answered_at,
            answered_after=_BEFORE_THE_LOG,
        )
        session.add(carried)
    session.flush()


def _is_refused_lately(request: Request) -> bool:
    return request.outcome == "refused" and keeps_from_asking(request)


def drop_open_requests(connection: Connection) -> None:
    """Delete all open requests at all tables."""
    connection.execute(delete(Request).where(Request.outcome == "open"))


def note_host(session: Session, match: Match, phone: Member, outcome: Outcome, by: str) -> None:
    """Store for the log that the host `by` made a phone host or an ordinary player.

    `outcome` is "made" or "unmade". If the phone has asked to become host and is now made host, no
    row is added. Instead its request is closed with the outcome "agreed".
    """
    giver = session.get(Member, (match.id, by))
    giver_seat = None if giver is None else giver.seat
    for request in open_requests(session, match):
        if outcome == "made" and request.kind == "host" and request.device == phone.device:
            close_request(session, match, request, "agreed", giver_seat)
            return
    note = Request(kind="host", device=phone.device, seat=phone.seat)
    add_request(session, match, note)
    close_request(session, match, note, outcome, giver_seat)


def count_taps(session: Session, match: Match) -> int:
    """Return how many taps the log of this match has, as this transaction sees it."""
    return session.scalar(select(func.max(TapRow.seq)).where(TapRow.match_id == match.id)) or 0
