"""Tell other packages, such as books, that a table was opened for a match of a tournament."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, current_app

from companion.tables import Match as Table
from companion.tournament.models import Tournament

Listener = Callable[[Tournament, Table], None]


def call_when_opened(app: Flask, listener: Listener) -> None:
    """Register a function that is called each time a table is opened for a match."""
    app.extensions.setdefault("tournament tables", []).append(listener)


def tell_opened(tournament: Tournament, table: Table) -> None:
    """Call every listener with this tournament and the table that was opened."""
    for listener in current_app.extensions.get("tournament tables", ()):
        listener(tournament, table)
