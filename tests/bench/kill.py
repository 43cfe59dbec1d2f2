"""Kill a server with kill -9 at random moments under load, a hundred times on each database.

This takes some minutes; `kill.py 10` takes less.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.killing import kill_under_load
from tests.postgresql import Cluster
from tests.server import Server


def show(name: str, database: str, kills: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), database=database)
        begun = time.monotonic()
        server.start()
        try:
            found = kill_under_load(server, kills, seed=time.time_ns())
        finally:
            server.kill()
    print(
        f"{name:11} {found.kills} kills in {time.monotonic() - begun:.0f} s   "
        f"taps answered {found.answered}   lost {found.lost}   twice {found.twice}   "
        f"phones at the truth by themselves {found.phones_with_the_truth}"
    )


def main() -> None:
    kills = int(sys.argv[1]) if sys.argv[1:] else 100
    show("SQLite", "", kills)
    cluster = Cluster(durable=True)
    try:
        cluster.start()
        show("PostgreSQL", cluster.url(cluster.create()), kills)
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
