"""The installed program contains all it needs, and runs without its sources."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
from email.parser import Parser
from pathlib import Path
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest

from companion import __version__
from tests.building import FOLDERS, SOURCES, Dist, run
from tests.hosting import block
from tests.server import Server


@pytest.fixture(scope="module")
def installed(dist: Dist, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder `bin` of a virtual environment in which our wheel is installed.

    The packages of the test environment can be imported there.
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", symlinks=True)
    programs = folder / "venv" / "bin"
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        programs / "python",
        "install",
        "--no-deps",
        dist.wheel,
    )
    packages = run(
        programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"
    ).strip()
    Path(packages, "tests.pth").write_text(sysconfig.get_path("purelib"))
    return programs


@pytest.fixture
def away(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    server = Server(tmp_path)
    server.program = (str(installed / "companion"),)
    del server.environment["COMPANION_INSTANCE"]
    return server


def test_the_installed_wheel_serves_pages_from_any_folder(away: Server, tmp_path: Path) -> None:
    """The server shows a page in another language, styles, a cheat-sheet and a table."""
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
    assert {path.name for path in (tmp_path / "data" / "truc-companion").iterdir()} >= {
        "companion.sqlite3",
        "secret",
    }
    assert "Traceback" not in away.log()


def answer(server: Server, address: str, language: str) -> str:
    with urlopen(Request(server.url + address, headers={"Accept-Language": language})) as page:
        return str(page.read().decode())


def test_the_wheel_contains_every_file_of_its_pages(installed: Path) -> None:
    inside = next(installed.parent.glob("lib/python*/site-packages/companion"))
    for folder, kind in (
        ("templates", "*"),
        ("static", "*"),
        ("companion", "*.toml"),
        ("companion", "*.mo"),
    ):
        paths = [path for path in (SOURCES / folder).rglob(kind) if path.parent.name != "img"]
        files = list(filter(Path.is_file, paths))
        assert files
        for path in files:
            base = SOURCES / folder if folder == "companion" else SOURCES
            name = path.relative_to(base)
            assert (inside / name).read_bytes() == path.read_bytes()
    assert (inside / "HOSTING.md").is_file()
    assert (inside / "py.typed").is_file()


def test_the_wheel_contains_no_pictures_of_the_readme(dist: Dist) -> None:
    names = ZipFile(dist.wheel).namelist()
    assert not [name for name in names if "static/img" in name or name.startswith("tests")]
    assert dist.wheel.stat().st_size < 2_000_000


def test_python_m_companion_runs_the_command(installed: Path) -> None:
    for command in ([installed / "companion"], [installed / "python", "-m", "companion"]):
        assert run(*command, "--version").startswith(f"Truc Companion {__version__}")


def test_the_package_metadata_describe_the_package(dist: Dist) -> None:
    with ZipFile(dist.wheel) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        told = Parser().parsestr(wheel.read(name).decode())
    assert (told["Version"], told["Author"]) == (__version__, "Truc Companion contributors")
    assert (told["License-Expression"], told["Requires-Python"]) == ("MIT", ">=3.11")
    assert {"fast", "name", "postgresql", "all"} <= set(told.get_all("Provides-Extra"))
    needed = [line for line in told.get_all("Requires-Dist") if "extra ==" not in line]
    assert needed
    assert not [line for line in needed if "==" in line]
    targets = re.findall(r"\]\(([^)]*)\)", str(told.get_payload()))
    assert targets
    assert not [target for target in targets if not target.startswith(("https://", "#"))]


def test_the_newest_entry_of_the_changelog_is_this_release() -> None:
    newest = re.search(
        r"^## (\S+), (\d{4}-\d\d-\d\d)$", (SOURCES / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert newest
    assert newest[1] == __version__


def test_the_sdist_contains_every_file_and_its_tests_pass(dist: Dist) -> None:
    for folder in ("companion", "templates", "static", "tests"):
        for path in (SOURCES / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert (dist.unpacked / path.relative_to(SOURCES)).is_file(), path
    said = run(
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/test_cli.py",
        "-k",
        "replay_command",
        cwd=dist.unpacked,
    )
    assert " passed" in said


def test_the_sdist_contains_no_symbolic_or_hard_links(dist: Dist) -> None:
    with tarfile.open(dist.sdist) as packed:
        assert not [member.name for member in packed if member.issym() or member.islnk()]
    for folder in FOLDERS:
        assert not list(filter(Path.is_symlink, (SOURCES / folder).rglob("*")))


def test_the_commands_of_hosting_md_set_up_a_server(dist: Dist, tmp_path: Path) -> None:
    """A folder of the test replaces the root directory in the commands."""
    lines = block("companion/HOSTING.md", "apt-get install --yes python3-venv caddy")
    assert len(lines.splitlines()) == 10
    for folder in ("etc/systemd/system", "etc/caddy", "opt", "bin", "usr/local/bin"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("apt-get", "adduser", "systemctl"):
        (tmp_path / "bin" / name).symlink_to("/bin/true")
    wheel = f"--quiet --no-deps {dist.wheel}"
    for told, here in (
        (" -o truc", ""),
        ("'truc-companion[all]'", wheel),
        ("python3 -m", f"{sys.executable} -m"),
    ):
        assert told in lines
        lines = lines.replace(told, here)
    lines = re.sub(r"(?m)(?<![\w.])/(?=(?:etc|opt|usr)/)", f"{tmp_path}/", lines)
    environment = os.environ | {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}
    command = ("/bin/sh", "-ec", lines)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "\ntruc.example {\n" in (tmp_path / "etc/caddy/Caddyfile").read_text()
    assert (
        "ExecStart=/opt/truc/bin/companion serve"
        in (tmp_path / "etc/systemd/system/truc.service").read_text()
    )
    assert (
        tmp_path / "etc/truc.env"
    ).read_text() == "COMPANION_INSTANCE=/var/lib/truc\nCOMPANION_PROXIES=1\n"
    assert (tmp_path / "etc/truc.env").stat().st_mode & 0o077 == 0
    assert (tmp_path / "opt/truc/bin/companion").is_file()
    assert os.access(tmp_path / "usr/local/bin/truc", os.X_OK)
