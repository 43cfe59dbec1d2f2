"""Share what was read of a tournament among the pages that ask for it again and again.

At 32 tables, sixty phones ask every few seconds. If each request read every table, that would be
too much. So a process reads them once a second, and these pages may be a second old.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from flask import current_app

from companion.tournament.models import Tournament
from companion.tournament.results import follow
from companion.tournament.rounds import Seen
from companion.web import walls

MOST = 50  # tournaments that a process remembers


@dataclass(slots=True)
class LatestLooks:
    """The last look of this process at each tournament, by its id, and when that was."""

    lock: Lock = field(default_factory=Lock)
    looks: dict[int, tuple[float, Seen]] = field(default_factory=dict)


def follow_lately(tournament: Tournament) -> Seen:
    """Return the tournament as it was at most a second ago, with its results up to date then."""
    latest: LatestLooks = current_app.extensions.setdefault("tournament looks", LatestLooks())
    with latest.lock:
        known = latest.looks.get(tournament.id)
        if known is not None and monotonic() - known[0] < walls.SECONDS:
            return known[1]
        # The others wait here for this look, because they would only do the same work.
        seen = follow(tournament)
        if len(latest.looks) >= MOST:
            latest.looks.clear()
        latest.looks[tournament.id] = (monotonic(), seen)
    return seen
