"""Share one snapshot of a tournament among the pages that ask for it again and again.

At 32 tables, sixty phones ask every few seconds. Reading all tables for each request would take too
long. So each process reads the tables at most once a second, and these pages may be a second old.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from threading import Lock
from time import monotonic

from flask import current_app

from companion.tournament.models import Tournament
from companion.tournament.results import follow
from companion.tournament.rounds import Snapshot
from companion.web import walls

MOST = 50  # tournaments that a process remembers


@dataclass(slots=True)
class LatestLook:
    """The last snapshot that this process took of a tournament.

    `at` is the time of the snapshot in seconds of the monotonic clock.
    """

    lock: Lock = field(default_factory=Lock)
    at: float = -inf
    snapshot: Snapshot | None = None


def follow_lately(tournament: Tournament) -> Snapshot:
    """Return a snapshot of the tournament and its results that is at most a second old."""
    looks: dict[int, LatestLook] = current_app.extensions.setdefault("tournament looks", {})
    if tournament.id not in looks and len(looks) >= MOST:
        looks.clear()
    latest = looks.setdefault(tournament.id, LatestLook())
    # Requests for the same tournament wait here, because they would only do the same work.
    with latest.lock:
        if latest.snapshot is None or monotonic() - latest.at >= walls.SECONDS:
            latest.snapshot = follow(tournament)
            latest.at = monotonic()
        return latest.snapshot
