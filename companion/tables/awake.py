"""Find out whether a phone is awake, and store when a phone was last seen.

A phone is awake if it has an open stream at its table, or has asked for something there within the
last ten seconds. Each process keeps in memory when it last answered a phone. It does not write this
to the database. On PostgreSQL, a process that has not just answered the phone asks the other
processes by a notification. If none of them says yes within half a second, the phone counts as
asleep.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Literal

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from companion.tables import postgresql
from companion.tables.errors import Unavailable
from companion.tables.models import Match, Member, now
from companion.tables.process_state import process_state
from companion.tables.seats import MOST_WATCHING, make_room
from companion.tables.store import is_shared, open_session, reading, writing

ANSWER_SECONDS = 0.5
_FRESH = timedelta(minutes=1)
_BRIEF = 1.0  # seconds a page may wait to note that its phone was seen


def note_phone(match: Match, device: str) -> None:
    """Record in memory that this phone is awake: it has just asked for something at that table."""
    if device:
        process_state().recent.note(match.id, device)


def is_awake(match: Match, device: str) -> bool:
    """Return whether this phone is awake, even if another process answers its requests."""
    if process_state().is_awake(match.id, device):
        return True
    if not is_shared():
        return False
    return _is_awake_elsewhere(match.id, device)


def _is_awake_elsewhere(match_id: int, device: str) -> bool:
    with process_state().queries.open() as question:
        with reading() as connection:
            postgresql.ask_whether_awake(connection, match_id, device, question.name)
        return question.wait(ANSWER_SECONDS)


def mark_seen(match: Match, device: str, looking: Literal["", "watch", "tv"] = "") -> None:
    """Store that this phone is seen now, at most once a minute. No stream is woken.

    `looking` is "watch" or "tv" if the phone came by a link to watch or for a television. If such a
    phone has no row yet, it gets one, so that the host sees it among the phones. Nothing is stored
    if the database is busy.
    """
    latest = process_state().states.get(match.id)
    known = None if latest is None else latest.members.get(device)
    if _is_fresh(known):
        return
    # This fails if the table was deleted, or if another page of this phone has stored the same row.
    with suppress(Unavailable, IntegrityError):
        _mark_seen(match, device, looking)
        if known is not None:
            # Now this process asks the database again in a minute, not at once.
            known.seen_at = now()


def _mark_seen(match: Match, device: str, looking: Literal["", "watch", "tv"]) -> None:
    with reading() as connection, open_session(connection) as session:
        phone = session.get(Member, (match.id, device))
    if _is_fresh(phone) or not device or (phone is None and not looking):
        return
    with writing(wait=_BRIEF) as connection, open_session(connection) as session:
        if phone is None:
            make_room(session, match, ("watch", "tv"), MOST_WATCHING - 1)
            session.add(Member(match_id=match.id, device=device, role=looking))
            session.flush()
        else:
            mine = Member.match_id == match.id, Member.device == device
            session.execute(update(Member).where(*mine).values(seen_at=now()))


def _is_fresh(phone: Member | None) -> bool:
    """Return whether this phone was seen less than a minute ago.

    Return False if `seen_at` is more than a minute in the future, because the machine's clock was
    set back.
    """
    return phone is not None and abs(now() - phone.seen_at) < _FRESH
