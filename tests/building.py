"""Build the project for other machines: an sdist, and a wheel made from it. Copy the program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

SOURCES = Path(__file__).parents[1]
FILES = (
    "pyproject.toml",
    "setup.py",
    "MANIFEST.in",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
)
FILES += (
    "SECURITY.md",
    "Makefile",
    ".gitignore",
    ".containerignore",
    "Containerfile",
    "compose.yaml",
)
FOLDERS = ("companion", "templates", "static", "tests", ".ci", "instance")
LEFT_BEHIND = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.sqlite3*", "secret")
BUILD = "import sys, setuptools.build_meta as backend; getattr(backend, sys.argv[1])(sys.argv[2])"


class Dist:
    """The sdist of the project, its unpacked files, and a wheel that was built from these files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        _copied(folder / "copy")
        _build("build_sdist", folder / "copy", folder)
        (self.sdist,) = folder.glob("*.tar.gz")
        with tarfile.open(self.sdist) as packed:
            packed.extractall(folder / "sdist", filter="data")
        (self.unpacked,) = (folder / "sdist").iterdir()
        _build("build_wheel", self.unpacked, folder)
        (self.wheel,) = folder.glob("*.whl")


def _copied(to: Path) -> None:
    for name in FOLDERS:
        shutil.copytree(SOURCES / name, to / name, ignore=LEFT_BEHIND)
    for name in FILES:
        shutil.copy(SOURCES / name, to)


def _build(what: str, where: Path, to: Path) -> None:
    run(sys.executable, "-W", "ignore", "-c", BUILD, what, str(to), cwd=where)


def copy_program(to: Path) -> None:
    """Copy the program and its tests into this folder.

    Compiled files are copied too. They are valid in the copy as long as the source is not changed,
    so Python compiles only the files that a test changes.
    """
    half_written = shutil.ignore_patterns("*.pyc.*")
    for folder in ("companion", "templates", "static", "tests"):
        shutil.copytree(SOURCES / folder, to / folder, ignore=half_written)
    shutil.copy(SOURCES / "pyproject.toml", to)


def run(*command: str | Path, cwd: str | Path = "/") -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=cwd, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
