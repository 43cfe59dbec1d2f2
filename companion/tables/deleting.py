"""Delete matches with everything in them.

A match is deleted if somebody asks for it, or if nobody has come back to it for some days.
"""

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

from companion.tables import postgresql
from companion.tables.errors import Unavailable
from companion.tables.models import Match, Member, TapRow, now
from companion.tables.process_state import process_state, streams
from companion.tables.store import reading, writing
from companion.tables.trouble import retry_while_unavailable

HOUR = 3600.0
DAY = 24 * 3600.0

_log = logging.getLogger("companion.tables")


def delete(match: Match) -> None:
    """Delete a match with its links, code, names, phones and log, and end its streams.

    Its rematch is not deleted.
    """
    _delete(match.id, None)


def delete_idle(days: float, moment: datetime | None = None) -> int:
    """Delete every match that nobody has opened, tapped at or looked at for this many days.

    Return how many were deleted. The days are counted back from `moment` (default: now). A match
    with an open stream in this process is not deleted.
    """
    if days <= 0:
        return 0
    limit = (moment or now()) - timedelta(days=days)
    with reading() as connection:
        idle = connection.scalars(select(Match.id).where(_idle(limit))).all()
    return sum(_delete(match_id, limit) for match_id in idle if not streams().is_watched(match_id))


def call_before_deleting(app: Flask, work: Callable[[], object]) -> None:
    """Have `work` called each time before idle matches are deleted.

    An extension uses this to copy what it wants to keep.
    """
    app.extensions.setdefault("call_before_deleting", []).append(work)


def delete_idle_daily(app: Flask, days: float) -> None:
    """Start the thread that deletes idle matches once a day.

    The thread waits for an hour first, because a machine may get the right time only after it has
    started.
    """
    threading.Thread(target=_tidy, args=(app, days), name="tidying", daemon=True).start()


@retry_while_unavailable
def _delete(match_id: int, limit: datetime | None) -> bool:
    """Delete a match. Return whether it was deleted.

    If `limit` is given, the match is deleted only if nobody has used it since that moment. No tap
    can be recorded between this check and the deletion.
    """
    with writing() as connection:
        postgresql.lock_match(connection, match_id)
        wanted: ColumnElement[bool] = Match.id == match_id
        if limit is not None:
            wanted = and_(wanted, _idle(limit))
        count = connection.execute(deletion(Match).where(wanted)).rowcount
        postgresql.notify_others(connection, match_id)  # without a progress: all ask the database
    process_state().states.drop(match_id)
    streams().publish(match_id)
    return count > 0


def _idle(limit: datetime) -> ColumnElement[bool]:
    visits = exists().where(Member.match_id == Match.id, Member.seen_at >= limit)
    taps = exists().where(TapRow.match_id == Match.id, TapRow.at >= limit)
    return and_(Match.created_at < limit, ~visits, ~taps)


class CarefulClock:
    """A clock for deleting. It is not ahead of the real time, even if the machine's clock is.

    If it were ahead, tables would be deleted too early. It starts at the machine's time or at the
    `newest_trace` in the database, whichever is earlier. Then it advances with the time that
    passes. It never shows a later time than the machine's clock.

    The clock may be behind the real time: if nobody used any table in the two days before the
    start, the clock is two days behind. Tables are then kept two days longer.
    """

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._moment = min(now(), newest_trace() or now())

    def __call__(self) -> datetime:
        """Return the time of this clock, in UTC."""
        return min(now(), self._moment + timedelta(seconds=time.monotonic() - self._start))


@retry_while_unavailable
def newest_trace() -> datetime | None:
    """Return when any table was last opened or looked at, None if the database has no table."""
    with reading() as connection:
        opened = connection.scalar(select(func.max(Match.created_at)))
        seen = connection.scalar(select(func.max(Member.seen_at)))
    return max(filter(None, (opened, seen)), default=None)


def _tidy(app: Flask, days: float) -> None:
    with app.app_context():
        clock = _clock()
        time.sleep(HOUR)
        while streams().open:
            _sweep(days, clock, app.extensions.get("call_before_deleting", ()))
            time.sleep(DAY)


def _clock() -> CarefulClock:
    """Return a new clock. If the database does not answer, try again every hour."""
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
        return  # the console has a line about it already; the next sweep is in a day
    except Exception:
        # A fault of an extension must not end this thread. Nothing is deleted that it did not copy.
        _log.exception("Idle tables were not deleted. The next attempt is in a day.")
        return
    if gone:
        _log.info(
            "Tables deleted because nobody has come back to them for %g days: %d.", days, gone
        )
