"""The limits of the parts, on one core and with nothing around them."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from companion import tables, variants
from companion.board import panel
from companion.engine import Game, legal, parse, play, start
from companion.engine.records import house
from companion.tables import Viewer
from companion.web import templates
from companion.web.guests import Guest
from tests.bench import games
from tests.bench.phones import BROWSER
from tests.bench.report import Figures
from tests.bench.servers import on_core

SECONDS = 1.5


def limits(folder: Path) -> Figures:
    """Return how often each of them can be done in a second."""
    home = folder / "parts"
    home.mkdir()
    with on_core(0):
        return {"commits/s": commits(home), "legal+play/s": engine()} | pages(home)


def commits(home: Path) -> float:
    """One small row a commit, as durable as the project's."""
    database = sqlite3.connect(home / "commits.sqlite3", isolation_level=None)
    for statement in (
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        "CREATE TABLE tap (seq PRIMARY KEY, text)",
    ):
        database.execute(statement)
    numbers = count()

    def commit() -> None:
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO tap VALUES (?, 'truc@1')", (next(numbers),))
        database.execute("COMMIT")

    return often(commit)


def engine() -> float:
    """Return how often legal taps are found and one is played, in whole matches of two games."""
    steps = [step for kind in games.GAMES for step in _steps(*kind)]
    done = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        for game, tap in steps:
            legal(game)
            play(game, tap)
        done += len(steps)
    return done / (time.perf_counter() - begun)


def _steps(variant: str, rules: str) -> list[tuple[Game, object]]:
    game = start(variants.build(variant, None, house(rules)))
    steps = []
    for _, text in games.walk(variant, rules, 0):
        steps.append((game, parse(text)))
        game = play(game, parse(text))
    return steps


def pages(home: Path) -> Figures:
    """Build and draw the panel of one phone sixty taps into a match.

    All that it has in common with other panels is remembered.
    """
    app = games.application(home)
    code = games.prepare_long(home, 1, 60)[0].code
    with app.test_request_context(headers=[line.split(": ") for line in BROWSER]):
        match = tables.by_code(code)
        state = tables.state(match)
        guest = Guest(Viewer("player", 1, tap=True))
        page = panel.build_panel(state, guest)
        draw = templates.parts().draw
        return {
            "panels built/s, again": often(lambda: panel.build_panel(state, guest)),
            "panels rendered/s, again": often(lambda: draw(page, "table")),
            "bytes of a panel": len(draw(page, "table").encode()),
        }


def often(done: Callable[[], object]) -> float:
    """Return how often it is done in a second."""
    done()
    times = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        done()
        times += 1
    return times / (time.perf_counter() - begun)
