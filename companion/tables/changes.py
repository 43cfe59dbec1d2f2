"""Change the people, names or links of a match.

A change is one write that adds 1 to the match's revision and wakes its streams.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from companion.tables import postgresql
from companion.tables.errors import Gone
from companion.tables.models import Match
from companion.tables.process_state import streams
from companion.tables.store import open_session, writing
from companion.tables.trouble import GONE


@contextmanager
def changing(match: Match, wait: float | None = None) -> Iterator[tuple[Session, Match]]:
    """Yield a session for a change, and the match as it is in the database now.

    The change is committed at the end of the block. Until then no other change of this match can
    begin. `wait` is how many seconds to wait for other writes before Unavailable is raised (see
    `store.writing`). Raises Gone if the match was deleted.
    """
    with writing(wait) as connection, open_session(connection) as session:
        postgresql.lock_match(connection, match.id)
        current = session.get(Match, match.id)
        if current is None:
            raise Gone(GONE)
        yield session, current
        current.revision += 1
        session.flush()
        postgresql.notify_others(connection, match.id, revision=current.revision)
    streams().publish(match.id, 0, current.revision)


def renew_pages(match: Match) -> None:
    """Have all phones of a match draw its pages again, because an extension has something new."""
    with changing(match):
        pass
