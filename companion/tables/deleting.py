"""Deleting a match with everything in it: when somebody asks for it, or when nobody has come back for long."""

from __future__ import annotations

import logging
import threading
import time
from datetime import datetime, timedelta

from flask import Flask
from sqlalchemy import ColumnElement, and_, exists, select
from sqlalchemy import delete as deletion

from companion.tables import live, postgresql
from companion.tables.errors import Unavailable
from companion.tables.models import Match, Member, Tap, now
from companion.tables.states import latest
from companion.tables.store import reading, writing
from companion.tables.trouble import patient

HOUR, DAY = 3600.0, 24 * 3600.0

_log = logging.getLogger("companion.tables")


def delete(match: Match) -> None:
    """Its links, code, names, phones and log are gone for good, its streams end. A rematch is a match of its own."""
    _delete(match.id, None)


def delete_idle(days: float) -> int:
    """Deletes every match nobody has opened, tapped at or looked at on its page for so many days; answers how many."""
    if days <= 0:
        return 0
    limit = now() - timedelta(days=days)
    with reading() as connection:
        idle = connection.scalars(select(Match.id).where(_idle(limit))).all()
    return sum(_delete(match_id, limit) for match_id in idle)


def keep_tidy(app: Flask, days: float) -> None:
    """Once a day from now on, but not in the first hour: a machine may learn the time only after it has started."""
    if days > 0:
        threading.Thread(target=_tidy, args=(app, days), name="tidying", daemon=True).start()


@patient
def _delete(match_id: int, limit: datetime | None) -> bool:
    """Whether it is gone: with a limit only if it is still idle, now that nobody else writes to it."""
    with writing() as connection:
        postgresql.my_turn(connection, match_id)
        wanted = Match.id == match_id if limit is None else and_(Match.id == match_id, _idle(limit))
        found = connection.execute(deletion(Match).where(wanted)).rowcount
        postgresql.tell(connection, match_id)  # nobody can say how far it is now
    latest.drop(match_id)
    live.publish(match_id)
    return found > 0


def _idle(limit: datetime) -> ColumnElement[bool]:
    seen = exists().where(Member.match_id == Match.id, Member.seen_at >= limit)
    tapped = exists().where(Tap.match_id == Match.id, Tap.at >= limit)
    return and_(Match.created_at < limit, ~seen, ~tapped)


def _tidy(app: Flask, days: float) -> None:
    time.sleep(HOUR)
    while live.is_open():
        with app.app_context():
            _sweep(days)
        time.sleep(DAY)


def _sweep(days: float) -> None:
    try:
        gone = delete_idle(days)
    except Unavailable:
        return  # it has been told; tomorrow is another day
    if gone:
        _log.info("%d tables nobody has come back to for %g days were deleted.", gone, days)
