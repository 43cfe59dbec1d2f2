"""The cost of a tap down to the disk, on both databases.

Taps are made one after the other, and at many tables side by side.

Processor time is what a core can carry; taps per second also show how long the disk takes to say
that it is written.
"""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from flask import Flask

from companion import create_app, tables
from tests.postgresql import Cluster

TAPS = 1200


def play(app: Flask, match: tables.Match, taps: int) -> None:
    with app.app_context():
        for seen in range(taps):
            tables.record_tap(
                match, "host", "undo" if seen % 2 else "truc@1", seen=seen, key=str(seen)
            )


def measure(name: str, url: str, folder: Path, side_by_side: int) -> None:
    app = create_app({"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": url})
    tables.migrate_now(app)
    with app.app_context():
        matches = [tables.open_table(variant="catalan") for _ in range(side_by_side)]
        for match in matches:
            tables.join(match, "host", "host")
        begun = time.perf_counter()
        busy = time.process_time()
        with ThreadPoolExecutor(side_by_side) as pool:
            list(pool.map(partial(play, app, taps=TAPS // side_by_side), matches))
        took = time.perf_counter() - begun
        busy = time.process_time() - busy
        tables.db.engine.dispose()
    taps = TAPS // side_by_side * side_by_side
    print(
        f"{name:11} {side_by_side:3} tables   {taps / took:6.0f} taps/s   "
        f"{1000 * busy / taps:5.2f} ms of a core each"
    )


def main() -> None:
    cluster = Cluster(durable=True)
    try:
        cluster.start()
        for side_by_side in (1, 16, 64):
            with tempfile.TemporaryDirectory() as folder:
                measure("SQLite", f"sqlite:///{folder}/bench.sqlite3", Path(folder), side_by_side)
                measure("PostgreSQL", cluster.url(cluster.create()), Path(folder), side_by_side)
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
