"""Let tables play: as fast as they can, or with a tap at each table every few seconds.

The time of a tap begins when it is sent. It ends when the tap is answered and all four phones of
the table have the new panel: three get it by their streams, and the phone that taps gets it in its
answer, or by its stream if the answer is 204.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heapify, heapreplace
from itertools import chain

from tests.bench.games import Table
from tests.bench.phones import Phone

WARM = 1.0  # seconds of a load before it is measured
EVERY = 3.0  # seconds between two taps of a table that plays at leisure
AT_ONCE = 100  # connections that are opened at the same time
ANSWER = 16  # the bit for the answer; 1, 2, 4 and 8 are the bits for the panels of the phones


@dataclass
class Taken:
    """The figures of one measurement.

    `times`: the milliseconds of each tap.
    `served`, `asked`: the seconds of processor time of the server, and of the benchmark itself.
    `late`: how many taps were skipped, because the previous tap was not done.
    `going`: whether the measurement is under way.
    """

    times: list[float] = field(default_factory=list)
    seconds: float = 0
    served: float = 0
    asked: float = 0
    stream_bytes: int = 0
    late: int = 0
    going: bool = False

    def add(self, since: float) -> None:
        """Record the milliseconds from `since` until now as the time of a tap.

        Nothing is recorded before the measurement begins or after it ends.
        """
        if self.going:
            self.times.append(1000 * (time.perf_counter() - since))

    def at(self, share: float) -> float:
        return sorted(self.times)[int(len(self.times) * share)] if self.times else float("nan")

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    def figures(self) -> dict[str, float]:
        taps = max(1, len(self.times))
        return {
            "taps_per_second": self.rate,
            "p50_ms": self.at(0.5),
            "p99_ms": self.at(0.99),
            "server_ms_per_tap": 1000 * self.served / taps,
            "server_busy": self.served / self.seconds,
            "client_busy": self.asked / self.seconds,
            "client_ceiling": taps / self.asked,
            "bytes_per_tap_and_phone": self.stream_bytes / taps / 4,
            "late": self.late,
        }


class Play:
    """A table that is being played.

    `missing` has a bit for each thing that has not arrived since the last tap: the panel of each
    phone, and the answer. When all have arrived, `done` is called with the table and the time at
    which the tap began.
    """

    def __init__(self, table: Table, port: int, *, packed: bool) -> None:
        self.table = table
        self.version = table.version
        self.missing = 0
        self.next = 0
        seats = range(len(table.cookies))
        self.phones = [Phone(self, number, port, packed=packed) for number in seats]
        self.done: Callable[[Play, float], None] = lambda play, since: None
        self.since = 0.0
        self.opened = False

    @property
    def over(self) -> bool:
        return self.next >= len(self.table.taps)

    async def open(self, *, dial: bool = True) -> None:
        """Open the streams of all four phones, and if `dial`, also their connections for taps."""
        for phone in self.phones:
            await phone.listen()
            if dial:
                await phone.dial()
        self.opened = True

    async def once(self) -> float:
        """Tap once, and return the milliseconds until every phone has the new panel."""
        seen = asyncio.get_running_loop().create_future()
        self.done = lambda _, since: seen.set_result(1000 * (time.perf_counter() - since))
        self.tap()
        return await seen

    def tap(self, since: float | None = None) -> None:
        """Send the next tap of the match. Its time counts from `since`, by default from now."""
        phone, text = self.table.taps[self.next]
        self.next += 1
        self.version += 1
        self.missing = 15 | ANSWER
        self.since = since or time.perf_counter()
        self.phones[phone].tap(text, self.version - 1)

    def heard(self, phone: int, version: int) -> None:
        if version >= self.version:
            self.arrived(1 << phone)

    def answered(self, phone: int, status: int, text: bytes) -> None:
        if status not in (200, 204):
            raise SystemExit(
                f"tap {self.next} of {self.table.code} was refused: {status} {text[:2000]!r}"
            )
        self.arrived(ANSWER | (1 << phone) * (status == 200))

    def arrived(self, found: int) -> None:
        """Record that something has arrived. `found` is a set of bits.

        Bit `1 << phone` is the panel of a phone, and `ANSWER` is the answer to the tap.
        """
        if self.missing & found:
            self.missing &= ~found
            if not self.missing:
                self.done(self, self.since)


async def opened(plays: list[Play], *, dial: bool = True) -> None:
    """Open the streams of all phones at these tables, at AT_ONCE tables at the same time."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(play: Play) -> None:
        async with turn:
            await play.open(dial=dial)

    await asyncio.gather(*map(one, plays))


async def begun(plays: list[Play]) -> None:
    """Open all streams, and make the first tap at each table. That tap is not measured."""
    await opened(plays)
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(play: Play) -> None:
        async with turn:
            await play.once()

    await asyncio.gather(*map(one, plays))


async def closed(plays: list[Play], seconds: float, burn: Callable[[], float]) -> Taken:
    """Let each table tap again as soon as all its phones have the panel of its last tap.

    Return the figures of this measurement. `burn` returns the processor time of the server so far.
    """
    taken = Taken()
    stop = asyncio.Event()

    def done(play: Play, since: float) -> None:
        taken.add(since)
        if not play.over and not stop.is_set():
            play.tap()

    for play in plays:
        play.done = done
        play.tap()
    await asyncio.sleep(WARM)
    await _measured(taken, plays, seconds, burn)
    stop.set()
    await asyncio.sleep(0.5)
    if all(play.over for play in plays):
        raise SystemExit(
            "every match was over before the time was: ask for more tables or fewer seconds"
        )
    return taken


async def paced(plays: list[Play], seconds: float, burn: Callable[[], float]) -> Taken:
    """Let each table tap once in EVERY seconds, and return the figures of this measurement.

    The taps of all tables are spread evenly over the time. If a tap is not done when the next tap
    of its table is due, the next tap is left out and counted as late.
    """
    taken = Taken()
    begun = time.perf_counter()
    turns = [(begun + EVERY * number / len(plays), number) for number in range(len(plays))]
    heapify(turns)

    async def tapping() -> None:
        while True:
            now = time.perf_counter()
            while turns[0][0] <= now:
                due, number = turns[0]
                _turn(plays[number], taken)
                heapreplace(turns, (due + EVERY, number))
            await asyncio.sleep(0.001)

    for play in plays:
        play.done = lambda _, since: taken.add(since)
    task = asyncio.ensure_future(tapping())
    await asyncio.sleep(WARM)
    await _measured(taken, plays, seconds, burn)
    task.cancel()
    await asyncio.sleep(0.5)
    return taken


def _turn(play: Play, taken: Taken) -> None:
    if play.missing:
        taken.late += 1
    elif not play.over:
        play.tap()


async def _measured(
    taken: Taken, plays: list[Play], seconds: float, burn: Callable[[], float]
) -> None:
    """Measure for this many seconds, while the tables play."""
    gc.collect()
    gc.disable()
    taken.going = True
    taken.late = 0
    heard = _bytes(plays)
    begun = time.perf_counter()
    served = burn()
    asked = time.process_time()
    await asyncio.sleep(seconds)
    taken.seconds = time.perf_counter() - begun
    taken.served = burn() - served
    taken.asked = time.process_time() - asked
    taken.stream_bytes = _bytes(plays) - heard
    taken.going = False
    gc.enable()


def _bytes(plays: list[Play]) -> int:
    phones = chain.from_iterable(play.phones for play in plays)
    return sum(phone.stream.bytes for phone in phones)
