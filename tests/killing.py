"""Kill a server under load with kill -9 again and again, and count lost and repeated taps."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from itertools import pairwise

from tests.phones import Phone, Tapper
from tests.server import Server, wait_until


@dataclass(frozen=True)
class Outcome:
    kills: int
    answered: int
    lost: int
    twice: int
    unanswered_but_there: int
    phones_with_the_truth: str

    @property
    def clean(self) -> bool:
        return not self.lost and not self.twice


def kill_under_load(server: Server, kills: int, tables: int = 4, seed: int = 0) -> Outcome:
    """Kill and restart the server `kills` times at random moments while phones tap."""
    chance = random.Random(seed)
    tappers = [Tapper(server, f"t{number}") for number in range(tables)]
    addresses = [server.url + tapper.phone.table.replace("/t/", "/c/") for tapper in tappers]
    watchers = [Phone(server, address, 0) for address in addresses]
    for worker in (*watchers, *tappers):
        worker.listen() if isinstance(worker, Phone) else worker.start()
    for _ in range(kills):
        time.sleep(chance.uniform(0.02, 0.5))
        server.kill()
        server.start()
        wait_until(watchers[0].is_served, "the server does not come back")
    time.sleep(0.3)
    for tapper in tappers:
        tapper.stop()
        assert not tapper.trouble, tapper.trouble
    return outcome(kills, tappers, watchers)


def outcome(kills: int, tappers: list[Tapper], watchers: list[Phone]) -> Outcome:
    lost = twice = extra = 0
    for tapper in tappers:
        there = tapper.phone.keys()
        lost += max(tapper.answered - len(there), 0)
        extra += max(len(there) - tapper.answered, 0)
        twice += sum(tap == after for tap, after in pairwise(there))  # truc and undo take turns
    for tapper, watcher in zip(tappers, watchers, strict=True):
        text = f"heard {watcher.stamps[-3:]} of {tapper.answered}"
        wait_until(lambda t=tapper, w=watcher: w.version == t.answered, text)
    return Outcome(
        kills,
        sum(t.answered for t in tappers),
        lost,
        twice,
        extra,
        f"{len(watchers)} of {len(watchers)}",
    )
