"""Each documented command is run by a test, or a reason is given why no test runs it."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest

from companion import cli, variants
from companion.engine.records import replay_text
from tests.documents import DOCUMENTS, FENCED, ROOT, blocks, name, text

PROGRAM = re.compile(
    r"^(?:\$ )?(?:[A-Z_]+=\S+ )*"
    r"((?:make|companion|export|sudo|systemctl|journalctl|apt|apt-get|pip|pipx|git|curl|nginx|"
    r"certbot|psql|createdb|createuser|pg_dump|truc|useradd|adduser|install|chown|chmod|cp|mv|ln|"
    r"docker|\$\w+|python[\d.]*|\S*/bin/\S+)(?: .*)?)$"
)
COMMAND = re.compile(r"\bcompanion ((?:serve|open|replay|backup|restore|export|import)\b[^`\n#;]*)")

BARE_DEBIAN = "tests/test_wheel.py::test_the_commands_of_hosting_md_set_up_a_server"
EXPORTED = "tests/test_archive.py::test_an_exported_record_is_imported_as_the_same_table"
RESTORED = "tests/test_archive.py::test_a_backup_restores_every_row_into_sqlite_and_postgresql"
VERSION = "tests/test_cli.py::test_the_version_command_prints_versions_and_the_folder"
LESSON = (
    "tests/test_adding.py::test_the_example_game_of_contributing_md_passes_every_check_of_games"
)
RUN_BY = {  # how a command begins, and the test that runs it
    "apt-get install --yes python3-venv caddy": BARE_DEBIAN,
    "adduser --system": BARE_DEBIAN,
    "python3 -m venv /opt/truc": BARE_DEBIAN,
    "/opt/truc/bin/pip install": BARE_DEBIAN,
    "install -m 755": BARE_DEBIAN,
    "install -m 600": BARE_DEBIAN,
    "cp /opt/truc": BARE_DEBIAN,
    "systemctl": BARE_DEBIAN,
    "python3 truc.pyz serve": "tests/test_pyz.py::test_the_pyz_file_alone_serves_tables",
    "make": "tests/test_documented_commands.py::test_every_documented_make_target_exists",
    "printf": BARE_DEBIAN,
    "truc ": "tests/test_hosting.py::test_the_truc_command_reads_the_settings_of_the_server",
    "companion --version": VERSION,
    "companion serve": "tests/test_serving.py::test_the_server_prints_its_address",
    "companion open": "tests/test_cli.py::test_the_open_command_prints_the_links",
    "companion replay": (
        "tests/test_cli.py::test_the_replay_command_prints_the_result_of_a_recorded_evening"
    ),
    "companion backup": RESTORED,
    "companion restore": RESTORED,
    "companion doctor": "tests/test_doctor.py::test_doctor_reports_that_everything_is_well",
    "companion export": EXPORTED,
    "companion import": EXPORTED,
    "pytest tests/variants/test_lesson": LESSON,
    "pytest tests/pages/test_dealer": (
        "tests/test_adding.py::test_the_example_page_of_contributing_md_passes_every_check_of_pages"
    ),
    "pytest tests/pages/test_privacy": (
        "tests/test_documented_commands.py::test_a_single_test_can_be_run_as_contributing_md_says"
    ),
}
NOT_RUN = {  # how a command begins, and why no test runs it
    "pytest --hypothesis-profile deep": "takes ten minutes",
    "docker": "the machines of the tests have no images of PostgreSQL and Caddy",
    "pip install truc-companion": (
        "asks a package index; the wheel is installed by tests/test_wheel.py"
    ),
    "git tag": "a release is made by people",
    "git push": "a release is published by people",
    "python3": "makes an environment in the home folder and downloads a program into it",
    "export": "a setting for the next lines",
    "pins=": "a setting for the next lines",
    "$pins": "asks a package index for newer releases of all packages",
}


def commands(path: Path) -> Iterator[str]:
    spoken = list(chain.from_iterable(map(str.splitlines, blocks(path))))
    spoken += re.findall(
        r"`((?:make|companion|truc|BENCH=\S+ make|TMPDIR=\S+ make) [^`]+)`",
        FENCED.sub("", text(path)),
    )
    for line in spoken:
        if found := PROGRAM.match(line.split(" # ")[0].strip()):
            yield from each(re.sub(r"^\S*/bin/(?=companion|pytest)", "", found[1]))


def each(line: str) -> Iterator[str]:
    """Yield each command of a line in full.

    `companion backup FILE | restore FILE` yields `companion backup FILE`, `companion restore FILE`.
    """
    first, *more = line.split(" | ")
    yield " ".join(first.split())
    yield from (" ".join(f"{first.split()[0]} {other}".split()) for other in more)


def in_documents(find: Callable[[Path], Iterator[str]]) -> list[tuple[str, str]]:
    found = set()
    for path in DOCUMENTS:
        found |= {(name(path), text) for text in find(path)}
    return sorted(found)


TYPED = in_documents(commands)


@pytest.mark.parametrize(("path", "command"), TYPED)
def test_every_documented_command_is_run_by_a_test_or_listed_with_a_reason(
    path: str, command: str
) -> None:
    assert any(command == known or command.startswith(known) for known in [*RUN_BY, *NOT_RUN]), (
        f"{path} says `{command}`: add it to RUN_BY with the test that runs it, or to NOT_RUN with "
        "the reason"
    )


@pytest.mark.parametrize("where", sorted(set(RUN_BY.values())))
def test_every_test_that_is_listed_as_running_a_command_exists(where: str) -> None:
    path, _, test = where.partition("::")
    assert f"def {test}(" in text(ROOT / path)


@pytest.mark.parametrize(
    "command", sorted({command for _, command in TYPED if command.startswith("make ")})
)
def test_every_documented_make_target_exists(command: str) -> None:
    done = subprocess.run(
        ["make", "-n", *shlex.split(command)[1:]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_single_test_can_be_run_as_contributing_md_says() -> None:
    command = "pytest tests/pages/test_privacy.py -k for_how_long"
    assert ("CONTRIBUTING.md", command) in TYPED
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_make_run_starts_the_server_at_the_given_host_and_port() -> None:
    said = subprocess.run(
        ["make", "-n", "run", "PORT=9000", "HOST=127.0.0.1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "companion serve --host '127.0.0.1' --port '9000'" in said


def shown(path: Path) -> Iterator[str]:
    """Yield each `companion …` command in the blocks of code of a document.

    Such a block may also be a service unit or a line of a crontab.
    """
    for block in blocks(path):
        whole = re.sub(r"\n {4,}", " ", block)  # a command that goes on in the next line
        for words in COMMAND.findall(whole):
            yield from (" ".join(one.split()) for one in words.split(" | "))


def placed(words: str) -> list[str]:
    """Return the words of a documented command, including the options in brackets.

    Placeholders such as N are replaced by values.
    """
    bare = re.sub(r"[\[\]]", " ", re.sub(r"\$\([^)]*\)", "x", words))
    places = {"N": "4", "D": "0", "H": "127.0.0.1", "URL": "sqlite:///x"}
    return [places.get(word, word) for word in shlex.split(bare)]


@pytest.mark.parametrize("words", sorted({words for _, words in in_documents(shown)}))
def test_the_command_line_understands_every_documented_command(words: str) -> None:
    assert cli.parser().parse_args(placed(words)).name == words.partition(" ")[0]


def test_the_search_for_documented_commands_finds_each_form_of_command() -> None:
    assert PROGRAM.match("$ sudo systemctl start truc")
    assert PROGRAM.match("COMPANION_DAYS=1 /srv/x/.venv/bin/companion serve")
    assert not PROGRAM.match("proxy_pass http://truc;")
    assert list(each("companion backup FILE | restore FILE")) == [
        "companion backup FILE",
        "companion restore FILE",
    ]
    typed = {command for _, command in TYPED}
    assert {"make run", "companion serve [--host H] [--port N] [--database URL]"} <= typed


# Records and examples -----------------------------------------------------------------------------


def records() -> Iterator[tuple[str, str]]:
    """Yield the document and the text of each documented record that has taps.

    Records of games that are not in this project are left out.
    """
    for path in DOCUMENTS:
        for record in re.findall(
            r"\[Variant .*?(?=\[Variant|\Z)", "\0".join(blocks(path)) + "\0", re.DOTALL
        ):
            game = re.match(r'\[Variant "([^"]*)"', record)
            taps = re.search(r"^\w+@", record, re.MULTILINE)
            if game and game[1] in variants.VARIANTS and taps:
                yield name(path), record.partition("\0")[0]


@pytest.mark.parametrize(("path", "record"), list(records()))
def test_every_record_in_a_document_can_be_replayed(path: str, record: str) -> None:
    """If a line of the record has a score in its comment, this is the score after the line."""
    head, _, taps = record.partition("\n\n")
    played = ""
    for line in taps.splitlines():
        played += f"{line}\n"
        (answer,) = replay_text(f"{head}\n\n{played}", path, variants.build_rules)
        assert "error" not in answer, answer
        for score in re.findall(r";.*?\b(\d+-\d+)\b", line):
            assert "-".join(map(str, answer["score"])) == score, json.dumps(answer)


def test_the_search_for_records_in_documents_finds_the_records_of_notation_md() -> None:
    assert {path for path, _ in records()} >= {"companion/engine/NOTATION.md"}


def test_the_example_in_the_readme_of_the_engine_gives_the_stated_result() -> None:
    page = ROOT / "companion/engine/README.md"
    (code,) = (code for language, code in FENCED.findall(text(page)) if language == "python")
    exec(compile(code, page, "exec"), {})
