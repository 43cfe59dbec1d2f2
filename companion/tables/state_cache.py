"""Keep the states of the matches asked for last in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import RLock

from companion.engine import MatchLog
from companion.tables.folding import Rows
from companion.tables.hub import Progress
from companion.tables.models import Match, Member
from companion.tables.request_rows import Request

MOST_TAPS = 10_000  # in one log: fifty long evenings
# The states of this many matches are remembered. One that falls out is folded again if it is asked
# for.
MATCHES = 2000


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A match as it is now, with its people and its log.

    `version` counts its taps, `revision` changes of people, names and links. `match` is its row as
    of that revision. `members` are its phones by name, in the order they joined; their roles and
    seats are current, while `seen_at` may be older than what is stored. Everything in this process
    that asks for the state of a match gets the same object, until something changes there.
    `requests` are what phones asked of others, open and closed, oldest first. `agreed` are pairs of
    a row that ended a hand and a side that agrees to the score after it. `restarted_at` is the last
    row that did not replay under the present rules of its game (0: they all do): the score it was
    shown with is kept, a new hand was dealt after it, and undo goes back no further.
    """

    match: Match
    version: int
    revision: int
    members: Mapping[str, Member]
    log: MatchLog
    names: tuple[str, ...]
    rows: Rows
    agreed: frozenset[tuple[int, int]] = frozenset()
    restarted_at: int = 0
    requests: tuple[Request, ...] = ()

    @property
    def stamp(self) -> str:
        """Return a short text that a page carries, to be compared with the present state."""
        return f"{self.version}.{self.revision}"

    @property
    def is_full(self) -> bool:
        """Return whether no more taps can be recorded at this table."""
        return self.version >= MOST_TAPS

    def has_reached(self, progress: Progress) -> bool:
        """Return whether this state is as far as the match is said to be."""
        return self.version >= progress[0] and self.revision >= progress[1]


class StateCache:
    """The latest states of the matches asked for last."""

    def __init__(self, most: int = MATCHES) -> None:
        self._most = most
        self._states = OrderedDict[int, State]()
        self._lock = RLock()
        self._by_code: dict[str, int] = {}

    def get(self, match_id: int) -> State | None:
        """Return the state kept for that match, which then counts as used a moment ago."""
        with self._lock:
            if match_id in self._states:
                self._states.move_to_end(match_id)
            return self._states.get(match_id)

    def by_code(self, code: str) -> State | None:
        """Return the state kept for the match with that code, as far as this process knows."""
        with self._lock:
            return self._states.get(self._by_code.get(code, -1))

    def put(self, state: State) -> None:
        """Keep this state.

        If there are too many, the one that was unused for longest is dropped.
        """
        with self._lock:
            self.drop(state.match.id)
            self._states[state.match.id] = state
            self._by_code[state.match.code] = state.match.id
            if len(self._states) > self._most:
                self.drop(next(iter(self._states)))

    def put_if_newer(self, state: State) -> None:
        """Keep this state, unless a state that is as far is kept already."""
        with self._lock:
            current = self._states.get(state.match.id)
            if current is None or not current.has_reached((state.version, state.revision)):
                self.put(state)

    def replace(self, before: State | None, state: State) -> None:
        """Keep this state, which was made of `before`, even if it is not as far as that.

        If another one was put meanwhile, keep the newer of the two: no stream shall go back.
        """
        with self._lock:
            if self._states.get(state.match.id) is before:
                self.put(state)
            else:
                self.put_if_newer(state)

    def drop(self, match_id: int) -> None:
        """Forget that match."""
        with self._lock:
            state = self._states.pop(match_id, None)
            if state is not None and self._by_code.get(state.match.code) == match_id:
                del self._by_code[state.match.code]

    def clear(self) -> None:
        """Forget everything, as a restart does."""
        with self._lock:
            self._states.clear()
            self._by_code.clear()
