"""Hold what an application keeps in its process beside its database.

Two applications share none of it.
"""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass, field
from secrets import token_hex
from threading import Event, Lock, RLock
from typing import Any

from flask import Flask, current_app

from companion.tables.hub import Hub
from companion.tables.queries import Queries
from companion.tables.recent import AWAKE_SECONDS, RecentPhones
from companion.tables.state_cache import StateCache


@dataclass(slots=True, eq=False)
class WaitingRow:
    """A row that waits to be written (see `tap_writer`), its columns by name.

    `end` is the moment of the monotonic clock until which it may wait. `outcome` says whether it
    was written, or what went wrong; it is None while nobody has tried. `woken` is set once there is
    an outcome, or if this row's request is to write the next group.
    """

    values: dict[str, Any]
    end: float
    outcome: bool | BaseException | None = None
    woken: Event = field(default_factory=Event)


@dataclass(frozen=True, slots=True, eq=False)
class ProcessState:
    """Hold the states, streams and waiting rows of one process.

    `one_write` is the lock of its writes to SQLite. `waiting_rows` are the rows of taps that the
    next of these writes takes along, oldest first, one group of them at a time (`one_group`).
    `recent` are the phones that asked for something a moment ago, `queries` the open ones that were
    put to other processes. `reported` has, for each kind of trouble with the database, when the
    console last got a line about it (seconds of the monotonic clock). `name` marks this
    application's news for other processes.
    """

    states: StateCache = field(default_factory=StateCache)
    hub: Hub = field(default_factory=Hub)
    recent: RecentPhones = field(default_factory=RecentPhones)
    queries: Queries = field(default_factory=Queries)
    one_write: RLock = field(default_factory=RLock)
    one_group: Lock = field(default_factory=Lock)
    waiting_rows: deque[WaitingRow] = field(default_factory=deque)
    reported: dict[str, float] = field(default_factory=dict)
    name: str = field(default_factory=lambda: token_hex(4))

    @property
    def sender(self) -> str:
        """Return the name by which news of this application in this process is recognized.

        Other processes of the same application have other names.
        """
        return f"{self.name}.{os.getpid()}"

    def is_awake(self, match_id: int, phone: str) -> bool:
        """Return whether this process knows the phone to be awake (see `awake`)."""
        if self.hub.is_listening(match_id, phone):
            return True
        return self.recent.was_heard(match_id, phone, AWAKE_SECONDS)

    def forget_everything(self) -> None:
        """Forget everything and have every stream look for itself.

        This is called if the database holds other matches than a moment ago.
        """
        self.states.clear()
        self.hub.publish_all()


def attach_process_state(app: Flask) -> None:
    """Attach an empty ProcessState to the application."""
    app.extensions["companion"] = ProcessState()


def process_state() -> ProcessState:
    """Return the ProcessState of the current application."""
    own: ProcessState = current_app.extensions["companion"]
    return own
