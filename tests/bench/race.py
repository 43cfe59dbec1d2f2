"""Measure a server under each kind of load, one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from tests.bench.games import Table
from tests.bench.load import Play, Taken, begun, closed, paced
from tests.bench.report import Figures
from tests.bench.servers import Contestant

LIMIT = 150  # seconds for one server, however slow


async def raced(
    server: Contestant, tables: list[Table], seconds: float, *, packed: bool
) -> Figures:
    """Return the measured figures of this server by name, such as `closed p50_ms`."""
    server.start()
    server.settle()
    plays = [Play(table, server.port, packed=packed) for table in tables]
    few = len(plays) // 10
    half = len(plays) // 2
    figures = Figures()
    try:
        async with asyncio.timeout(LIMIT):
            await begun(plays[:few])
            figures |= await _named("closed", closed(plays[:few], seconds, server.burnt))
            await begun(plays[few:half])
            figures |= await _named("half", paced(plays[:half], seconds, server.burnt))
            await begun(plays[half:])
            figures |= await _named("all", paced(plays, seconds, server.burnt))
    except TimeoutError:
        print(f"{server.name} was not through after {LIMIT} s")
    finally:
        server.kill()
    return figures


async def _named(name: str, load: Awaitable[Taken]) -> Figures:
    return {f"{name} {key}": value for key, value in (await load).figures().items()}
