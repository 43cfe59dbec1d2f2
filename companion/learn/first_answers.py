"""Keep for a day what the phones of a table answered before its first hand.

The answers of a phone at a table are one database row. Only phones with a seat have such a row, so
a table has at most as many rows as seats. Nothing else at a table depends on these rows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from companion.learn.models import FirstAnswers
from companion.tables import Match
from companion.tables.models import now
from companion.tables.store import open_session, reading, writing

KEPT = timedelta(days=1)


def answers_at(match: Match) -> Mapping[str, str]:
    """Return the first answers of the phones at this table, by the id of the phone."""
    rows = select(FirstAnswers.device, FirstAnswers.said).where(FirstAnswers.match_id == match.id)
    with reading() as connection:
        return {row.device: row.said for row in connection.execute(rows)}


def record_answers(match: Match, device: str, said: str, seated: Collection[str]) -> None:
    """Record what a phone answered. If the phone has answered before, keep its first answers.

    `seated` are the phones that have a seat now. Delete the answers of all other phones of this
    match. Also delete the answers of every match that are older than KEPT.
    """
    of_match = FirstAnswers.match_id == match.id
    # The row exists if another page of this phone was quicker; its answers count.
    with (
        suppress(IntegrityError),
        writing() as connection,
        open_session(connection) as session,
    ):
        session.execute(delete(FirstAnswers).where(FirstAnswers.at < now() - KEPT))
        gone = FirstAnswers.device.not_in([*seated])
        session.execute(delete(FirstAnswers).where(of_match, gone))
        if session.get(FirstAnswers, (match.id, device)) is None:
            session.add(FirstAnswers(match_id=match.id, device=device, said=said))
        session.flush()
