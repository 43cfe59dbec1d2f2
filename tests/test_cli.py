"""The commands print what they should, refuse what is wrong, and load only what they need."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from flask import Flask

from companion import __version__, archive, cli, config, tables
from companion.tables import trouble

EVENING = Path(__file__).parent / "records" / "evening.truc"
RECORD = """[Variant "catalan"]
[Score "4-6"]

truc@1 yes@2 won@1 won@3  ; 4-8
won@0
"""


@pytest.fixture(autouse=True)
def instance(monkeypatch: pytest.MonkeyPatch, app: Flask) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", app.instance_path)
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)


@pytest.fixture(autouse=True)
def pipes() -> Iterator[None]:
    """Restore the handler of SIGPIPE after each test, because a command changes it."""
    usual = signal.getsignal(signal.SIGPIPE)
    yield
    signal.signal(signal.SIGPIPE, usual)


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the one line that a refused command printed on standard error."""
    try:
        status: object = cli.main(words)
    except SystemExit as stop:
        status = stop.code
    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert said.err.count("\n") == 1
    return said.err


def test_the_version_command_prints_versions_and_the_folder(capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    release, parts, place = capsys.readouterr().out.splitlines()
    assert release == f"Truc Companion {__version__}"
    assert {f"SQLite {sqlite3.sqlite_version}", f"gunicorn {metadata.version('gunicorn')}"} <= set(
        parts.split(", ")
    )
    assert Path(place) == Path(cli.__file__).parent


@pytest.mark.parametrize(
    "command", ["serve", "open", "replay", "backup", "restore", "export", "import"]
)
def test_every_command_has_help(capsys, command):
    with pytest.raises(SystemExit, match="0"):
        cli.main([command, "--help"])
    assert f"companion {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [[], ["deal"], ["serve", "--port", "http"], ["serve", "--port", "70000"], ["open"]]
)
def test_the_command_line_refuses_unknown_words(capsys, words):
    assert refusal(capsys, *words).startswith("companion")


def test_the_open_command_prints_the_links(capsys, app):
    words = "open --variant catalan --seats 4 --dealer 2 --score 4-6 --rules best_of=3".split()
    words += ["--base-url", "http://bar:8000/"]
    assert cli.main([*words, "--names", "Anna, Biel,Carme,Dídac"]) == 0
    links = json.loads(capsys.readouterr().out)
    match = tables.by_code(links["code"])
    assert match is not None
    assert links["host"] == f"http://bar:8000/h/{match.host_token}"
    assert links["join"] == f"http://bar:8000/j/{match.join_token}"
    assert links["watch"] == f"http://bar:8000/w/{match.watch_token}"
    state = tables.state(match)
    assert state.names == ("Anna", "Biel", "Carme", "Dídac")
    assert (state.log.game.score_text, state.log.game.dealer) == ("4-6", 2)


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ("--variant chess", "chess"),
        ("--variant catalan --rules colour=red", "colour"),
        ("--variant catalan --names a,b,c,d,e", "names"),
        (
            "--variant catalan --database nonsense",
            "is not understood: give sqlite:////srv/truc.sqlite3",
        ),
        ("--variant catalan --database sqlite://", "would be lost at once"),
        ("--variant catalan --database sqlite:///:memory:", "would be lost at once"),
        ("--variant catalan --database mysql://a:b@c/d", "mysql databases are not supported"),
        ("--variant catalan --database sqlite:////no/such/folder/x", "database"),
    ],
)
def test_the_open_command_refuses_invalid_values_with_a_sentence(capsys, wrong, word):
    assert word in refusal(capsys, "open", *wrong.split()).lower()


def test_the_open_command_creates_the_database_that_its_option_names(capsys, tmp_path):
    url = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    assert cli.main(["open", "--variant", "catalan", "--database", url]) == 0
    assert tables.by_code(json.loads(capsys.readouterr().out)["code"]) is None
    assert (tmp_path / "other.sqlite3").exists()


def test_the_replay_command_prints_the_result_of_a_recorded_evening(capsys, monkeypatch):
    assert cli.main(["replay", str(EVENING)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["score"], answer["games"], answer["match_winner"]) == ([13, 11], [1, 0], 0)
    monkeypatch.setattr("sys.stdin", io.StringIO(EVENING.read_text("utf-8")))
    assert cli.main(["replay", "--each", "-"]) == 0
    each = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (len(each), each[-1]) == (answer["n"] + 1, answer)
    assert ["tap" in line for line in each[:2]] == [False, True]


def test_the_replay_command_continues_with_the_next_record_after_an_error(capsys, tmp_path):
    file = tmp_path / "wrong.truc"
    file.write_text(f'[Variant "catalan"]\n\nwon@1 yes@1 won@2\n\n{RECORD}')
    assert cli.main(["replay", str(file)]) == 2
    said = capsys.readouterr()
    first, second = map(json.loads, said.out.splitlines())
    assert said.err == f"{first['error']}\n"
    assert said.err.startswith(f"{file}:3: tap 2 'yes@1': ")
    assert first["tricks"] == [1]
    assert "error" not in second


def test_the_replay_command_reads_a_file_that_begins_with_a_byte_order_mark(capsys, tmp_path):
    (tmp_path / "marked.truc").write_text(RECORD, encoding="utf-8-sig")
    assert cli.main(["replay", str(tmp_path / "marked.truc")]) == 0
    assert "error" not in json.loads(capsys.readouterr().out)


def test_the_replay_command_refuses_a_file_that_does_not_exist(capsys):
    assert (
        refusal(capsys, "replay", "nowhere.truc")
        == "companion replay: nowhere.truc: No such file or directory\n"
    )


@pytest.mark.parametrize("command", ["replay", "import"])
def test_the_command_line_refuses_a_file_that_is_not_text(capsys, tmp_path, command):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    said = refusal(capsys, command, str(tmp_path / "picture.png"))
    assert said.endswith("picture.png is not a text file, so it holds no records\n")


def test_a_user_without_a_home_folder_is_told_to_set_a_folder(capsys, monkeypatch):
    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("COMPANION_INSTANCE")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(config, "CHECKOUT", Path("/nowhere"))
    monkeypatch.setattr(Path, "home", unknown)
    said = refusal(capsys, "open", "--variant", "catalan")
    assert said.endswith(
        "has no home folder: set COMPANION_INSTANCE to a folder that this user may write to\n"
    )


def test_a_folder_that_cannot_be_written_is_refused(capsys, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "file"))
    with pytest.raises(ValueError, match=r"/file \(File exists\): set COMPANION_INSTANCE"):
        archive.make_application(None)
    monkeypatch.delenv("COMPANION_INSTANCE")
    assert "the folder /nowhere does not exist" in refusal(capsys, "backup", "/nowhere/backup")


def test_the_command_line_says_that_it_waits_for_a_database(capsys, monkeypatch):
    monkeypatch.setattr(archive, "SILENCE", 0)
    monkeypatch.setattr(trouble, "PATIENCE", 1)
    away = "postgres://truc:secret@127.0.0.1:1/truc"
    assert cli.main(["open", "--variant", "catalan", "--database", away]) == 2
    first, last = capsys.readouterr().err.splitlines()
    assert first == "Waiting for the database to answer…"
    assert "Connection refused" in last
    assert "secret" not in last


def test_ctrl_c_ends_a_command_without_a_traceback(capsys, monkeypatch):
    def stopped(_file: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(archive, "text_of", stopped)
    assert cli.main(["replay", "-"]) == 130
    assert capsys.readouterr().err == ""


def test_the_replay_command_imports_neither_flask_nor_the_database():
    program = (
        "import sys; from companion import cli; status = cli.main(['replay', '-']); "
        "print(*sys.modules)"
    )
    command = [sys.executable, "-c", program]
    kept = [name for name in os.environ if not name.startswith("COVERAGE")]
    unmeasured = {name: os.environ[name] for name in kept}
    done = subprocess.run(
        command, input=RECORD, env=unmeasured, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "companion.engine.records" in loaded
    assert not loaded & {"flask", "sqlalchemy", "gunicorn", "companion.tables", "companion.pages"}


def test_a_command_on_an_up_to_date_database_loads_no_migrations():
    make = "from companion import archive; archive.make_application(None)"
    program = f"import sys; {make}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "sqlalchemy" in loaded
    assert not loaded & {"alembic", "flask_migrate"}
