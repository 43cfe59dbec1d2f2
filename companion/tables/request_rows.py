"""The rows of requests: what a phone asked of others at its table, and what became of it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, get_args

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from companion.tables import names
from companion.tables.base import Base
from companion.tables.models import Moment, now

RequestKind = Literal["host", "seat"]
"""What is asked for: to become host, or the seat of a phone that is awake."""
Outcome = Literal["open", "agreed", "granted", "refused", "withdrawn", "taken", "made", "unmade"]
"""What became of it.

`agreed`: somebody who was asked said yes. `granted`: nobody answered in time. `taken`: a seat was taken over from a
phone that was asleep. `made` and `unmade`: a host made the phone host, or host no longer, without being asked.
"""


class Request(Base):
    """A request of one phone at a table, and its answer. Closed ones are kept for the log, the newest of each kind.

    `device` is the phone that asks, or that was made host. `seat` is the seat it wants, or for the kind `host` the one
    it had then. `name` is what its player is called, if that is known. `holder` is the phone that had the wanted seat,
    `new_name` the name the seat is to get (empty: it keeps its own).
    `asked_after` and `answered_after` say how many taps the log had then, which places both among its lines.
    `answered_by` is the seat of the phone that answered; None is a host without a seat, or nobody.
    """

    __tablename__ = "request"
    __table_args__ = (
        CheckConstraint(f"kind IN {get_args(RequestKind)}", name="kind"),
        CheckConstraint(f"outcome IN {get_args(Outcome)}", name="outcome"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
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
