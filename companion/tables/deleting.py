"""Deleting a match with everything in it: when somebody asks for it, or when nobody has come back for long."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from flask import Flask
from sqlalchemy import ColumnElement, and_, exists, func, select
from sqlalchemy import delete as deletion

from companion.tables import live, postgresql
from companion.tables.errors import Unavailable
from companion.tables.memory import memory
from companion.tables.models import Match, Member, Tap, now
from companion.tables.store import reading, writing
from companion.tables.trouble import patient

HOUR, DAY = 3600.0, 24 * 3600.0

_log = logging.getLogger("companion.tables")


def delete(match: Match) -> None:
    """Delete a match with its links, code, names, phones and log, and end its streams. A rematch stays."""
    _delete(match.id, None)


def delete_idle(days: float, moment: datetime | None = None) -> int:
    """Deletes every match nobody has opened, tapped at or looked at on its page for so many days; answers how many.

    The days are counted back from that moment (default: now). A match with a stream open in this process is not idle.
    """
    if days <= 0:
        return 0
    limit = (moment or now()) - timedelta(days=days)
    with reading() as connection:
        idle = connection.scalars(select(Match.id).where(_idle(limit))).all()
    return sum(_delete(match_id, limit) for match_id in idle if not live.is_watched(match_id))


def before_deleting(app: Flask, work: Callable[[], object]) -> None:
    """Do this each time before idle matches are deleted: an extension puts away there what is to stay."""
    app.extensions.setdefault("before_deleting", []).append(work)


def keep_tidy(app: Flask, days: float) -> None:
    """Once a day from now on, but not in the first hour: a machine may learn the time only after it has started."""
    threading.Thread(target=_tidy, args=(app, days), name="tidying", daemon=True).start()


@patient
def _delete(match_id: int, limit: datetime | None) -> bool:
    """Whether it is gone: with a limit only if it is still idle, now that nobody else writes to it."""
    with writing() as connection:
        postgresql.lock_match(connection, match_id)
        wanted = Match.id == match_id if limit is None else and_(Match.id == match_id, _idle(limit))
        count = connection.execute(deletion(Match).where(wanted)).rowcount
        postgresql.tell(connection, match_id)  # nobody can say how far it is now
    memory().latest.drop(match_id)
    live.publish(match_id)
    return count > 0


def _idle(limit: datetime) -> ColumnElement[bool]:
    visits = exists().where(Member.match_id == Match.id, Member.seen_at >= limit)
    taps = exists().where(Tap.match_id == Match.id, Tap.at >= limit)
    return and_(Match.created_at < limit, ~visits, ~taps)


class CarefulClock:
    """A clock for deleting, which a wall clock that is wrong or leaps forward does not take along.

    It says the earliest of three: the wall clock, and the two moments known when it was made (the wall clock's and
    that of the newest trace in the database) plus the time that has passed since. So it may be slow, by as long as
    nothing was recorded before the start: tables are kept longer then.
    """

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._moment = min(now(), newest_trace() or now())

    def __call__(self) -> datetime:
        """The moment, in UTC."""
        return min(now(), self._moment + timedelta(seconds=time.monotonic() - self._start))


@patient
def newest_trace() -> datetime | None:
    """When a table was last opened or its page last looked at, whatever table it was."""
    with reading() as connection:
        moments = [
            connection.scalar(select(func.max(column)))
            for column in (Match.created_at, Member.seen_at)
        ]
    return max(filter(None, moments), default=None)


def _tidy(app: Flask, days: float) -> None:
    with app.app_context():
        clock = _clock()
        time.sleep(HOUR)
        while live.is_open():
            _sweep(days, clock, app.extensions.get("before_deleting", ()))
            time.sleep(DAY)


def _clock() -> CarefulClock:
    """Once the database can be asked."""
    while True:
        with suppress(Unavailable):
            return CarefulClock()
        time.sleep(HOUR)


def _sweep(
    days: float, clock: Callable[[], datetime], first: Iterable[Callable[[], object]] = ()
) -> None:
    try:
        for work in first:
            work()
        gone = delete_idle(days, clock())
    except Unavailable:
        return  # the console has it already; the next sweep is in a day
    if gone:
        _log.info(
            "Tables deleted because nobody has come back to them for %g days: %d.", days, gone
        )
