"""Every measurement of tests/bench runs to its end with very little data.

`make test` runs the modules `__main__`, `inside` and `tap`; `make deep` runs all of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

DEEP = settings.get_current_profile_name() == "deep"
ROOT = Path(__file__).parent.parent
BENCH = ROOT / "tests" / "bench"

FAST = ("--tables", "10", "--seconds", "0.1", "--streams", "80")
# For each module: statements that make its measurement small, and the words of its command lines.
SMALL: dict[str, tuple[str, *tuple[tuple[str, ...], ...]]] = {
    "__main__": (
        "costs.PAIRS = costs.ROUNDS = 1; costs.LATE = 12; load.EVERY = 0.2; load.WARM = 0.1; "
        "games.MATCHES = 4",
        ("--only", "companion,costs,streams", *FAST),
        *([("--only", "raw,plain", *FAST)] if DEEP else []),
    ),
    "inside": (
        "module.PAIRS = module.PAGES = 1; module.TAPS = 2; games.MATCHES = 2",
        ("board.panel.shared_view",),
        ("path",),
    ),
    "others": (
        "module.GAMES = module.GAMES[:1]; module.TAPS = 60; module.AT_REST = 0.01; "
        "module.AT_ONCE = 2",
        (),
    ),
    "tap": ("module.TAPS = module.TAPS[:8]", ()),
    "visit": ("", ()),
    "wall": (
        "module.TABLES = 2; module.ROUNDS = 1; module.SECONDS = module.LOOK = 0.2; "
        "load.EVERY = load.WARM = 0.1",
        (),
    ),
}


def test_every_bench_module_that_can_be_run_is_run_by_a_test() -> None:
    """Only `raw_server.py` needs no test, because a measurement starts it."""
    main = 'if __name__ == "__main__":'
    runs = {path.stem for path in BENCH.glob("*.py") if main in path.read_text("utf-8")}
    assert runs - {"raw_server"} == set(SMALL)


GROUPS = [["__main__"], ["inside"], ["tap"]]
if DEEP:
    GROUPS.append(["others", "visit", "wall"])


@pytest.mark.parametrize("names", GROUPS, ids=" ".join)
def test_bench_modules_run_to_their_end(names: list[str]) -> None:
    """The modules `__main__` and `inside` change Python itself, so each runs in its own process."""
    lines = [
        "import os, sys; from tests.bench import costs, games, load",
        "os.sched_setaffinity = lambda *_: None  # other tests run on every core",
    ]
    for name in names:
        small, *commands = SMALL[name]
        lines.append(f"import tests.bench.{name} as module; print({name!r}, file=sys.stderr)")
        lines.append(small)
        lines += [f"sys.argv[1:] = {[*words]}; module.main()" for words in commands]
    done = subprocess.run(
        (sys.executable, "-c", "\n".join(lines)),
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Traceback" not in done.stderr
    assert done.stdout
