"""The program installed as any other, far from its sources: all it needs is inside."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.server import Server

SOURCES = Path(__file__).parents[1]
FILES = ("pyproject.toml", "README.md", "LICENSE")
FOLDERS = ("companion", "templates", "static")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has our wheel and, from the tests' own, what it depends on."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", symlinks=True)
    programs = folder / "venv" / "bin"
    run(sys.executable, "-m", "pip", "--python", programs / "python", "install", "--no-deps", wheel(folder))
    packages = run(programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    Path(packages, "tests.pth").write_text(sysconfig.get_path("purelib"))
    return programs


def wheel(folder: Path) -> Path:
    """Built from a copy, because building leaves things behind."""
    for name in FOLDERS:
        shutil.copytree(SOURCES / name, folder / "copy" / name, symlinks=True)
    for name in FILES:
        shutil.copy(SOURCES / name, folder / "copy")
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", folder, folder / "copy")
    return next(folder.glob("*.whl"))


def run(*command: str | Path) -> str:
    """What a program printed, started where nothing of ours is."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def away(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """The installed server of a user who has set nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    server = Server(tmp_path)
    server.program = (str(installed / "companion"),)
    del server.environment["COMPANION_INSTANCE"]
    return server


def test_it_serves_from_anywhere(away: Server, tmp_path: Path) -> None:
    """Pages in another language, styles, a cheat-sheet, a table; its games are in the user's own folder."""
    away.start()
    try:
        home = answer(away, "/", "fr")
        assert 'lang="fr"' in home
        assert "Ouvrir" in home
        assert "envido" in answer(away, "/games/argentine/sheet", "es")
        links = away.open_table()
        assert "Where do you sit?" in answer(away, links["join"].removeprefix(away.url), "en")
        assert "Replay" in answer(away, "/try", "en")
    finally:
        away.kill()
    assert {path.name for path in (tmp_path / "data" / "truc-companion").iterdir()} >= {"companion.sqlite3", "secret"}
    assert "Traceback" not in away.log()


def answer(server: Server, address: str, language: str) -> str:
    """A page as a browser of that language gets it."""
    with urlopen(Request(server.url + address, headers={"Accept-Language": language})) as page:
        return str(page.read().decode())


def test_it_carries_every_file_of_its_pages(installed: Path) -> None:
    """Templates, static files, catalogs and texts of the games, each as it is in the sources."""
    inside = next(installed.parent.glob("lib/python*/site-packages/companion"))
    for folder, kind in (("templates", "*"), ("static", "*"), ("companion", "*.toml"), ("companion", "*.mo")):
        files = [path for path in (SOURCES / folder).rglob(kind) if path.is_file()]
        assert files
        for path in files:
            name = path.relative_to(SOURCES / folder) if folder == "companion" else path.relative_to(SOURCES)
            assert (inside / name).read_bytes() == path.read_bytes()
