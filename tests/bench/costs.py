"""Measure the memory of an open stream, and the time of a tap early and late in a match."""

from __future__ import annotations

import asyncio
import statistics
from contextlib import suppress
from itertools import chain
from pathlib import Path

from tests.bench import games
from tests.bench.load import Play, opened
from tests.bench.report import Figures
from tests.bench.servers import Companion, Contestant, on_core

# The taps that are compared, by their numbers in a match. ROUNDS taps around each are measured.
EARLY = 5
LATE = 500
ROUNDS = 20
PAIRS = 4  # tables early in a match, and as many late in it

PATIENCE = 15  # seconds to open streams in


async def streams(
    server: Contestant, tables: list[games.Table], most: int, *, packed: bool
) -> Figures:
    """Return the memory (kB) and processor time (ms) of an open stream, and how many are open.

    These are measured with a tenth of `most` streams open, and again with all of them. Each table
    has four streams. The streams are compressed if `packed` is true.
    """
    server.start()
    server.settle()
    plays = [Play(table, server.port, packed=packed) for table in tables[: most // 4]]
    try:
        await opened(plays[:5], dial=False)
        before = server.memory()
        burnt = server.burnt()
        figures = Figures()
        for number in (len(plays) // 10, len(plays)):
            with suppress(TimeoutError):
                await asyncio.wait_for(
                    opened([play for play in plays[:number] if not play.opened], dial=False),
                    PATIENCE,
                )
            await asyncio.sleep(1)
            phones = chain.from_iterable(play.phones for play in plays)
            held = sum(phone.ready.is_set() for phone in phones)
            more = max(1, held - 20)  # 20 streams were open before
            figures[f"kB a stream, {4 * number}"] = (server.memory() - before) / more
            figures[f"held of {4 * number}"] = held
            figures[f"ms to open a stream, {4 * number}"] = 1000 * (server.burnt() - burnt) / more
    finally:
        server.kill()
    return figures


async def ageing(folder: Path) -> Figures:
    """Return the median time of a tap (ms) early in a match, and late in a match.

    In each pair of tables, one is early in its match and the other is late. They tap in turn.
    """
    folder.mkdir()
    with on_core(0):
        young = games.prepare_long(folder, PAIRS, EARLY - 3)
        old = games.prepare_long(folder, PAIRS, LATE - ROUNDS // 2)
    server = Companion(folder)
    times = {"early": [], "late": []}
    server.start()
    try:
        for pair in zip(young, old, strict=True):
            plays = [Play(table, server.port, packed=True) for table in pair]
            await opened(plays)
            for play in plays * 3:
                await play.once()  # folds the log, warms up
            for _ in range(ROUNDS):
                for age, play in zip(times, plays, strict=True):
                    times[age].append(await play.once())
    finally:
        server.kill()
    return {f"tap {age} ms": statistics.median(each) for age, each in times.items()}
