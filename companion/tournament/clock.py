"""Start and pause the clock of a round, and give all tables or one table more time.

The database stores when the clock was started and how many seconds it was paused. So the clock is
still right after a restart of the server.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.engine import Impossible
from companion.tables.models import now
from companion.tables.trouble import retry_while_unavailable
from companion.tournament.models import Tournament
from companion.tournament.rounds import match_in
from companion.tournament.terms import terms_from_json
from companion.tournament.tournaments import changing, note

ENDING = 300  # seconds before the end; clock.js has the same number
MOST_MINUTES = 120  # minutes that one touch of the key may add, and that one table may get in all


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round at one moment.

    `ends_at` is when the time will be over if nobody pauses the clock. It is None if the clock was
    not started or is paused. `left` are the seconds until the end, negative if the time is over.
    """

    state: str  # "waiting", "running", "paused" or "over"
    left: int
    ends_at: datetime | None

    @property
    def is_ending(self) -> bool:
        """Return whether less than five minutes (`ENDING`) are left, or the time is over."""
        return self.left < ENDING

    @property
    def stands_still(self) -> bool:
        """Return whether the clock was not started yet, or is paused."""
        return self.state in {"waiting", "paused"}


def clock(
    tournament: Tournament, more_minutes: int = 0, at: datetime | None = None
) -> Clock | None:
    """Return the clock of the present round at the moment `at`, by default now.

    Return None if rounds have no time limit, or before the first round is published. `more_minutes`
    are the extra minutes of the table for which the clock is shown.
    """
    minutes = terms_from_json(tournament.terms).minutes
    if not minutes or not tournament.clock_round:
        return None
    limit = timedelta(minutes=minutes + more_minutes)
    limit += timedelta(seconds=tournament.clock_stood_still)
    if tournament.clock_started_at is None:
        return Clock("waiting", int(limit.total_seconds()), None)
    ends_at = tournament.clock_started_at + limit
    if tournament.clock_paused_at is not None:
        left = ends_at - tournament.clock_paused_at
        return Clock("paused", int(left.total_seconds()), None)
    left = ends_at - (at or now())
    state = "running"
    if left <= timedelta():
        state = "over"
    return Clock(state, int(left.total_seconds()), ends_at)


@retry_while_unavailable
def start(tournament: Tournament, device: str) -> None:
    """Start the clock, or start it again after a pause."""
    with changing(tournament) as (session, current):
        if current.clock_started_at is None:
            current.clock_started_at = now()
            note(session, current, device, "started", current.clock_round)
        elif current.clock_paused_at is not None:
            stood_still = now() - current.clock_paused_at
            current.clock_stood_still += int(stood_still.total_seconds())
            current.clock_paused_at = None
            note(session, current, device, "went-on", current.clock_round)


@retry_while_unavailable
def pause(tournament: Tournament, device: str) -> None:
    """Pause the clock."""
    with changing(tournament) as (session, current):
        if current.clock_started_at is not None and current.clock_paused_at is None:
            current.clock_paused_at = now()
            note(session, current, device, "paused", current.clock_round)


@retry_while_unavailable
def extend(tournament: Tournament, minutes: int, device: str) -> None:
    """Give all tables more minutes in this round."""
    _check_minutes(minutes)
    with changing(tournament) as (session, current):
        current.clock_stood_still += 60 * minutes
        note(session, current, device, "extended", current.clock_round, minutes=minutes)


@retry_while_unavailable
def extend_table(tournament: Tournament, number: int, minutes: int, device: str) -> None:
    """Give the table of match `number` more minutes in this round.

    The extra minutes of a match are at most `MOST_MINUTES` in total.
    """
    _check_minutes(minutes)
    with changing(tournament) as (session, current):
        row = match_in(session, current, number)
        row.more_minutes = min(row.more_minutes + minutes, MOST_MINUTES)
        note(session, current, device, "extended-one", number, minutes=minutes)


def _check_minutes(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        raise Impossible("One can add 1 to %(most)s minutes.", most=MOST_MINUTES)
