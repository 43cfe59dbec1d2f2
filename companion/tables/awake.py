"""Find out whether a phone is awake.

A phone is awake if it has an open stream at its table, or has asked for something there within the
last ten seconds. Each process keeps this in memory for the phones that it answers, so nothing is
written while nobody wants to know. On PostgreSQL, a process that does not know the phone asks the
others by a notification, and takes half a second without an answer for no. So the question costs
two notifications, and half a second if the phone sleeps.
"""

from __future__ import annotations

from companion.tables import postgresql
from companion.tables.models import Match
from companion.tables.process_state import process_state
from companion.tables.store import is_shared, reading

ANSWER_SECONDS = 0.5


def note_phone(match: Match, device: str) -> None:
    """Note that this phone asks for something at that table now, so it is awake."""
    if device:
        process_state().recent.note(match.id, device)


def is_awake(match: Match, device: str) -> bool:
    """Return whether this phone is awake, whichever process it uses."""
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
