"""Run all benchmarks: `make bench`, or `python -m tests.bench --only companion,raw`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import uvloop

from tests.bench import costs, games, report
from tests.bench.race import raced
from tests.bench.servers import ALL, HERE, Contestant, on_core

SINGLE = ("costs", "streams", "tap", "visit", "others")
SCRIPTS = ("tap", "visit", "others")  # these print their own figures


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--only",
        default=",".join((*ALL, *SINGLE)),
        help="servers and parts, by comma (%(default)s)",
    )
    parser.add_argument(
        "--tables", type=int, default=1000, help="tables at leisure; a tenth of them in closed loop"
    )
    parser.add_argument("--seconds", type=float, default=6, help="how long each load is measured")
    parser.add_argument(
        "--streams", type=int, default=10_000, help="open streams whose memory is measured at last"
    )
    parser.add_argument("--identity", action="store_true", help="phones that understand no gzip")
    parser.add_argument("--json", type=Path, help="the figures as JSON in this file too")
    return parser.parse_args()


def contestants(names: Iterable[str], prepared: Path, folder: Path) -> Iterable[Contestant]:
    for name in (name for name in ALL if name in names):
        yield ALL[name](games.copied(prepared, folder / name))


def measure(asked: argparse.Namespace, folder: Path, found: dict[str, report.Figures]) -> None:
    names = asked.only.split(",")
    prepared = folder / "prepared"
    prepared.mkdir()
    many = max(asked.tables, asked.streams // 4 if "streams" in names else 0)
    tables = games.prepare(prepared, many)
    for server in contestants(names, prepared, folder):
        tell(f"{server.name}: {asked.tables} tables, {asked.seconds:g} s each load")
        found[server.name] = uvloop.run(
            raced(server, tables[: asked.tables], asked.seconds, packed=not asked.identity)
        )
        if "streams" in names:
            tell(f"{server.name}: memory of {asked.streams} open streams")
            found[server.name] |= uvloop.run(
                costs.streams(server, tables, asked.streams, packed=not asked.identity)
            )
    if "costs" in names:
        tell("companion: a tap late in a match")
        found.setdefault("companion", {}).update(uvloop.run(costs.ageing(folder / "ageing")))


def tell(text: str) -> None:
    print(f"[{time.strftime('%H:%M:%S')}] {text}", flush=True)


def main() -> None:
    asked = options()
    found = dict[str, report.Figures]()
    try:
        with tempfile.TemporaryDirectory() as folder, on_core(1):
            measure(asked, Path(folder), found)
    finally:  # print the figures of a run that was stopped too
        print(report.table(found, asked.tables))
        if asked.json:
            asked.json.write_text(json.dumps(found, indent=1))
    for name in (name for name in SCRIPTS if name in asked.only.split(",")):
        tell(name)
        subprocess.run(
            (sys.executable, "-m", f"tests.bench.{name}"),
            check=True,
            timeout=90,
            cwd=HERE.parent.parent,
        )


if __name__ == "__main__":
    main()
