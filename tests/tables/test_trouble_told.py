"""Test what the console says if the server cannot start because of its database."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from companion.tables import trouble
from tests.server import COMPANION, Server

NO_POWER = (
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search",
)  # runs a command as root, but without the right to ignore permissions


def begin(folder: Path, database: str = "", lines: int = 1) -> str:
    """Run `companion open`, which must fail with `lines` lines of error, and return these lines."""
    named = database or f"sqlite:///{folder / 'companion.sqlite3'}"
    environment = Server(folder, database=named).environment
    command = (*(NO_POWER if os.geteuid() == 0 else ()), *COMPANION, "open", "--variant", "catalan")
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", lines), done.stderr
    return done.stderr


def damage(folder: Path) -> None:
    (folder / "companion.sqlite3").write_bytes(b"beer" * 4096)


def make_folder_read_only(folder: Path) -> None:
    folder.chmod(0o555)


@pytest.mark.parametrize(
    ("spoil", "sentence"), [(damage, trouble.DAMAGED), (make_folder_read_only, trouble.FAILING)]
)
def test_a_server_reports_what_is_wrong_with_its_database_file(tmp_path, spoil, sentence):
    folder = tmp_path / "instance"
    folder.mkdir()
    spoil(folder)
    said = begin(folder)
    assert f"companion open: cannot use the database {folder / 'companion.sqlite3'}: " in said
    assert sentence in said


def test_a_server_reports_that_its_postgresql_database_does_not_exist(postgresql, tmp_path):
    assert '"nowhere" does not exist' in begin(tmp_path, postgresql.url("nowhere"))
