"""What an application keeps in its process beside its database; two applications share none of it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from secrets import token_hex
from threading import RLock

from flask import Flask, current_app

from companion.tables.hub import Hub
from companion.tables.latest import Latest


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """The latest states of its matches, its open streams, and the lock that lines up its writes to SQLite.

    `reported` has, for each trouble with the database, when the console last got a line about it (seconds of the
    monotonic clock). `name` tells this application's news to other processes from that of others.
    """

    latest: Latest = field(default_factory=Latest)
    hub: Hub = field(default_factory=Hub)
    one_write: RLock = field(default_factory=RLock)
    reported: dict[str, float] = field(default_factory=dict)
    name: str = field(default_factory=lambda: token_hex(4))

    @property
    def sender(self) -> str:
        """Tells news of this application in this process from that of others, its sibling processes among them."""
        return f"{self.name}.{os.getpid()}"

    def start_afresh(self) -> None:
        """The database holds other matches than a moment ago: forgets all, and every stream looks for itself."""
        self.latest.clear()
        self.hub.publish_all()


def begin(app: Flask) -> None:
    """Gives the application an empty memory."""
    app.extensions["companion"] = Memory()


def memory() -> Memory:
    """That of the application in whose context this is called."""
    found: Memory = current_app.extensions["companion"]
    return found
