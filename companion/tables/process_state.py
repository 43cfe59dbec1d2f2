"""Hold the data that an application keeps in the memory of its process.

Two applications in one process share none of this data.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from secrets import token_hex
from threading import Event, Lock, RLock
from typing import Any

from flask import Flask, current_app

from companion.tables.hub import Hub
from companion.tables.match_state import State
from companion.tables.queries import Queries

MATCHES = 2000  # how many states are kept; another one is loaded if somebody asks for it
AWAKE_SECONDS = 10.0
MOST_PHONES = 10_000  # how many phones are remembered: about those of the kept matches


class StateCache:
    """The latest states of the matches that were asked for most recently."""

    def __init__(self, most: int = MATCHES) -> None:
        self._most = most
        self._states = OrderedDict[int, State]()
        self._lock = RLock()
        self._by_code: dict[str, int] = {}

    def get(self, match_id: int) -> State | None:
        """Return the state kept for that match, None if there is none.

        A state that was just returned is among the last to be dropped if there are too many.
        """
        with self._lock:
            if match_id in self._states:
                self._states.move_to_end(match_id)
            return self._states.get(match_id)

    def by_code(self, code: str) -> State | None:
        """Return the state kept for the match with that code, None if there is none.

        Another process may have replaced the code since.
        """
        with self._lock:
            return self._states.get(self._by_code.get(code, -1))

    def put(self, state: State) -> None:
        """Keep this state. If there are too many, drop the one that nobody has used for longest."""
        match = state.match
        with self._lock:
            before = self._states.get(match.id)
            if before is not None and before.match.code != match.code:
                self.drop(match.id)  # so that the replaced code no longer finds the match
            self._states[match.id] = state
            self._states.move_to_end(match.id)
            self._by_code[match.code] = match.id
            if len(self._states) > self._most:
                self.drop(next(iter(self._states)))

    def put_if_newer(self, state: State) -> None:
        """Keep this state if it has a newer version or revision than the state kept so far."""
        with self._lock:
            current = self._states.get(state.match.id)
            if current is None or not current.has_reached((state.version, state.revision)):
                self.put(state)

    def replace(self, before: State | None, state: State) -> None:
        """Keep `state` instead of `before`, even if `state` is older.

        `before` is the state that was kept when `state` was loaded, None if none was kept. If
        another thread has stored a different state since, keep `state` only if it is newer. So no
        stream goes back to an earlier state.
        """
        with self._lock:
            if self._states.get(state.match.id) is before:
                self.put(state)
            else:
                self.put_if_newer(state)

    def drop(self, match_id: int) -> None:
        """Drop the state of that match."""
        with self._lock:
            state = self._states.pop(match_id, None)
            if state is not None and self._by_code.get(state.match.code) == match_id:
                del self._by_code[state.match.code]

    def clear(self) -> None:
        """Drop all states."""
        with self._lock:
            self._states.clear()
            self._by_code.clear()


class RecentPhones:
    """The phones that asked for something at a table, with the time of their last request.

    Times are those of the monotonic clock. If there are too many phones, the one whose last request
    is oldest is forgotten.
    """

    def __init__(self, most: int = MOST_PHONES) -> None:
        self._most = most
        self._last_requests = OrderedDict[tuple[int, str], float]()
        self._lock = Lock()

    def note(self, match_id: int, phone: str) -> None:
        """Record that this phone asks for something at that table now."""
        with self._lock:
            self._last_requests[match_id, phone] = time.monotonic()
            self._last_requests.move_to_end((match_id, phone))
            if len(self._last_requests) > self._most:
                self._last_requests.popitem(last=False)

    def is_recent(self, match_id: int, phone: str, seconds: float) -> bool:
        """Return whether this phone used that table less than `seconds` seconds ago."""
        with self._lock:
            last_request = self._last_requests.get((match_id, phone))
        return last_request is not None and time.monotonic() - last_request < seconds


@dataclass(slots=True, eq=False)
class WaitingRow:
    """A row that waits to be written (see `tap_writer`), with its values by column name.

    * `end`: the time (monotonic clock) until which the row may wait.
    * `outcome`: None until a request has tried to write the row; then whether it was written, or
      the error.
    * `woken`: wakes the request that waits for this row. It is set when there is an outcome, or
      when that request must write the rows that wait.
    """

    values: dict[str, Any]
    end: float
    outcome: bool | BaseException | None = None
    woken: Event = field(default_factory=Event)


@dataclass(frozen=True, slots=True, eq=False)
class ProcessState:
    """Hold the states, streams and waiting rows of one application in this process.

    * `one_write`: the lock that allows one write to SQLite at a time.
    * `waiting_rows`: the rows of taps that wait to be written to SQLite, the oldest first.
    * `one_group`: the lock of the request that writes a group of these rows.
    * `recent`: the phones that asked for something a moment ago.
    * `queries`: the open queries to other processes.
    * `reported`: for each kind of database failure, when the console last got a line about it
      (seconds of the monotonic clock).
    * `name`: a random text. Notifications to other processes begin their sender with it.
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
        """Return the name of this process in its notifications. Each process has a different name.

        A process uses it to ignore its own notifications.
        """
        return f"{self.name}.{os.getpid()}"

    def is_awake(self, match_id: int, phone: str) -> bool:
        """Return whether this process knows that the phone is awake (see `awake`)."""
        if self.hub.is_listening(match_id, phone):
            return True
        return self.recent.is_recent(match_id, phone, AWAKE_SECONDS)

    def forget_everything(self) -> None:
        """Drop all states, and have every stream ask the database again.

        This is called after the database was replaced by another one.
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


def streams() -> Hub:
    """Return the hub, which has the open streams of the current application in this process."""
    return process_state().hub
