"""Measure how much the wall of a tournament slows down the taps at its tables.

32 tables of four phones each tap at a slow pace. In one run, loads without a wall alternate with
loads in which two televisions show the wall.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from itertools import chain
from pathlib import Path

import uvloop
from sqlalchemy import select

from companion import tables
from companion.tables.store import open_session, writing
from companion.tournament import rounds, signing_up, tournaments
from companion.tournament.formats import Format, Kind
from companion.tournament.models import MatchRow
from companion.tournament.terms import Terms
from tests.bench import games, load
from tests.bench.load import Play, Taken
from tests.bench.servers import Companion, on_core

TABLES = 32
WALLS = 2  # televisions
PAGES = 4  # of the wall, which a television shows in turn
LOOK = 2.0  # seconds between two requests of a television
ROUNDS = 3  # loads of each kind
SECONDS = 20.0  # of a load
ORGANISER = "organiser"


def prepare_tournament(folder: Path, prepared: list[games.Table]) -> str:
    """Open a tournament whose first round is played at these tables.

    Return the address of the wall of the tournament.
    """
    with games.application(folder).app_context():
        opened = tournaments.open_tournament(
            "Bench",
            variant="catalan",
            form=Format(Kind.SWISS, rounds=3),
            terms=Terms(tables=len(prepared)),
            device=ORGANISER,
        )
        for pair in range(2 * len(prepared)):
            signing_up.sign_up(opened, [f"Anna {pair}", f"Biel {pair}"], device=f"phone-{pair}")
        rounds.close_sign_up(opened, ORGANISER)
        rounds.publish(opened, rounds.take_snapshot(opened).tournament.revision, ORGANISER)
        codes = iter(prepared)
        with writing() as connection, open_session(connection) as session:
            for row in session.scalars(select(MatchRow).order_by(MatchRow.number)):
                match = tables.by_code(next(codes).code)
                assert match is not None
                row.match_id = match.id
        return f"/k/{opened.watch_token}/wall"


class Television:
    def __init__(self, port: int, wall: str) -> None:
        self.port = port
        self.wall = wall
        self.answers = list[float]()

    async def watch(self) -> None:
        """Request the wall again and again, until cancelled."""
        page = 1
        while True:
            begun = time.perf_counter()
            await self._ask(f"{self.wall}?page={page}")
            self.answers.append(1000 * (time.perf_counter() - begun))
            page = page % PAGES + 1
            await asyncio.sleep(LOOK)

    async def _ask(self, address: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nHX-Request: true\r\n"
        writer.write(f"{head}Connection: close\r\n\r\n".encode())
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 200"), answer[:200]
        writer.close()


async def race(server: Companion, prepared: list[games.Table], wall: str) -> str:
    """Play the tables with and without open walls. Return the times of the taps as text."""
    plays = [Play(table, server.port, packed=True) for table in prepared]
    await load.begun(plays)
    alone = Taken()
    watched = Taken()
    televisions = [Television(server.port, wall) for _ in range(WALLS)]
    for _ in range(ROUNDS):
        join(alone, await load.paced(plays, SECONDS, server.burnt))
        watching = [asyncio.ensure_future(one.watch()) for one in televisions]
        join(watched, await load.paced(plays, SECONDS, server.burnt))
        for task in watching:
            task.cancel()
    looks = sorted(chain.from_iterable(one.answers for one in televisions))
    lines = [row("without a wall", alone), row(f"{WALLS} walls open", watched)]
    lines.append(f"{len(looks)} answers to the walls: p50 {looks[len(looks) // 2]:.1f} ms")
    return "\n".join(lines)


def join(sum_of: Taken, taken: Taken) -> None:
    sum_of.times += taken.times
    sum_of.seconds += taken.seconds
    sum_of.served += taken.served
    sum_of.asked += taken.asked
    sum_of.late += taken.late


def row(title: str, taken: Taken) -> str:
    figures = taken.figures()
    return (
        f"{title:15} {len(taken.times):5} taps  p50 {figures['p50_ms']:5.1f} ms  "
        f"p99 {figures['p99_ms']:5.1f} ms  processor {100 * figures['server_busy']:4.1f} %  "
        f"late {taken.late}"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as name, on_core(1):
        folder = Path(name)
        prepared = games.prepare(folder, TABLES)
        wall = prepare_tournament(folder, prepared)
        server = Companion(folder)
        server.start()
        try:
            server.settle()
            print(f"{TABLES} tables at leisure, four phones each")
            print(uvloop.run(race(server, prepared, wall)))
        finally:
            server.kill()
    sys.stdout.flush()


if __name__ == "__main__":
    main()
