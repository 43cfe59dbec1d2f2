"""Define the rows that `learn` adds to the database."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from companion.tables.base import Base
from companion.tables.models import Moment, now

QUESTIONS = 5  # questions that a table answers before its first hand


class FirstAnswers(Base):
    """The answers of one phone to the questions that its table answers before the first hand.

    `said` has a digit for each question: the number of the chosen answer. A row is deleted after a
    day (see `first_answers`), or with its match.
    """

    __tablename__ = "first_answers"
    __table_args__ = {"info": {"passing": True}}  # noqa: RUF012  # as SQLAlchemy wants it

    match_id: Mapped[int] = mapped_column(
        ForeignKey("match.id", ondelete="CASCADE"), primary_key=True
    )
    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    said: Mapped[str] = mapped_column(String(QUESTIONS))
    at: Mapped[datetime] = mapped_column(Moment, default=now)
