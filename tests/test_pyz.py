"""The file truc.pyz, which `make pyz` makes, serves tables without any other file of ours.

In these tests truc.pyz contains the core installation (see tests/core.py).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.building import Dist, run
from tests.core import Core
from tests.server import Server


@pytest.fixture(scope="module")
def pyz(dist: Dist, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pyz")
    core = Core(folder / "core", dist.wheel)
    (core.packages / "bin").mkdir(exist_ok=True)
    (core.packages / "bin" / "companion").write_text("")
    made = folder / "truc.pyz"
    shiv = (
        sys.executable,
        "-m",
        "shiv",
        "--site-packages",
        core.packages,
        "--python",
        "/usr/bin/env python3",
    )
    run(*shiv, "--entry-point", "companion.cli:main", "--output-file", made)
    return made


def test_the_pyz_file_alone_serves_tables(pyz: Path, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.program = (sys.executable, "-I", str(pyz))
    server.environment |= {"SHIV_ROOT": str(tmp_path / "unpacked")}
    server.start()
    try:
        links = server.open_table()
        with urlopen(links["join"]) as page:
            assert "Where do you sit?" in page.read().decode()
    finally:
        assert server.stop() == 0
    assert "Traceback" not in server.log()


def test_the_pyz_file_can_be_started_by_its_name(pyz: Path) -> None:
    assert os.access(pyz, os.X_OK)
    assert pyz.read_bytes().startswith(b"#!/usr/bin/env python3\n")
