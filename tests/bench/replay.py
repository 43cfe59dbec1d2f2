"""Ten thousand records of one hand each through `companion replay`, and the same with `--each`."""

from __future__ import annotations

import subprocess
import tempfile
import time
from itertools import cycle, islice

from tests.server import COMPANION

RECORDS = 10_000
HANDS = (
    '[Variant "catalan"]\n\ntruc@1 yes@2 won@1 retruc@2 yes@3 won@0 won@2\n',
    '[Variant "doubling"]\n\ndouble@1 yes@0 won@1 won@0 won@1\n',
    '[Variant "argentine"]\n\n'
    "truco@1 envido@0 yes@1 says@1=28 says@2=30 good@3 yes@2 won@1 won@0 won@1\n",
)


def main() -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".truc") as file:
        file.write("\n".join(islice(cycle(HANDS), RECORDS)))
        file.flush()
        for options in ((), ("--each",)):
            begun = time.perf_counter()
            done = subprocess.run(
                (*COMPANION, "replay", *options, file.name), capture_output=True, check=True
            )
            seconds = time.perf_counter() - begun
            lines = done.stdout.count(b"\n")
            print(f"replay {' '.join(options):7} {lines:6} answers in {seconds:5.1f} s")


if __name__ == "__main__":
    main()
