"""The game that CONTRIBUTING.md adds, put into a copy of the project and played there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECORD = re.compile(r"^```\n(\[Variant .*?)^```$", re.MULTILINE | re.DOTALL)
PLAYED = """
def in_spanish(one, page):
    g.pop("language", None)  # the tests' requests share one context, which \
remembers the language of the first
    return words(one.client.get(one.home + page, headers={"Accept-Language": "es"}).text)


def test_it_is_played_on_phones(open_match, phone):
    match = open_match("lesson", score="7-6")
    anna, bea = phone(0, at=match), phone(1, at=match)
    bea.play("won@0")
    assert "knock@2" in taps(anna.page())
    anna.play("knock@2")
    assert "Knock!" in words(bea.page())
    assert {"yes@1", "no@1", "knock-again@1"} <= set(taps(bea.page()))
    bea.play("knock-again@1")
    anna.play("yes@2 won@1 won@1")
    assert shown(anna.page())["score"] == "7-10"


def test_its_answers_are_called_out_in_its_own_words(open_match, phone):
    match = open_match("lesson")
    anna, bea = phone(0, at=match), phone(1, at=match)
    bea.play("knock@1")
    assert "Come in" in words(anna.page())
    assert "Come in Aceptar" in in_spanish(anna, "")
    anna.play("no@0")
    assert "Jugador 1: nobody home (rechaza knock)" in in_spanish(anna, "/log")


def test_what_it_alone_asks_is_asked(open_match, phone):
    match = open_match("lesson", score="4-4")
    bea = phone(1, at=match)
    assert "Four all: what is this hand for?" in words(bea.page())
    assert "For 2" in words(bea.page())
    bea.play("yes@1")
    assert "Player 2: for 2" in words(bea.client.get(f"{bea.home}/log").text)
    assert "Jugador 2: por 2" in in_spanish(bea, "/log")


def test_its_sheet_is_one_tap_away(open_match, phone):
    anna = phone(0, at=open_match("lesson", house={"second_knock": "off"}))
    sheet = words(anna.client.get(f"{anna.home}/sheet").text)
    assert "Knock on the table before you play a card." in sheet
    assert "may knock again" not in sheet
    assert "A second knock not allowed" in sheet
    assert "Both sides on 4" in sheet
    assert "Both sides on 8" in sheet


def test_its_sheet_is_read_in_spanish_too(client):
    spanish = client.get("/games/lesson/sheet", headers={"Accept-Language": "es"}).text
    assert "Se golpea la mesa antes de jugar una carta." in words(spanish)


def test_it_is_offered_on_the_page_of_a_new_table(client):
    page = client.get("/new?game=lesson").text
    assert "A second knock" in page
    assert "Lesson" in client.get("/games").text
"""
ASKED = (  # everything that asks something of every game, and the walk through the rooms
    *(
        "tests/variants/test_lesson.py",
        "tests/variants/test_hands.py",
        "tests/variants/test_ways_to_end.py",
    ),
    "tests/pages/test_lesson_on_phones.py",
    *(
        "tests/cheatsheets/test_every_sheet.py",
        "tests/cheatsheets/test_languages.py",
        "tests/test_architecture.py",
    ),
    *("tests/cheatsheets/test_lexicon.py", "tests/cheatsheets/test_special_scores.py"),
    *(
        "tests/words/test_every_word.py",
        "tests/pages/test_untranslated.py",
        "tests/gallery/test_style_page.py",
    ),
)
NOT_WRITTEN = "not (lesson-ca or lesson-fr or lesson-pt_BR)"  # the page shows one translation


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as it is after somebody has followed the page."""
    there = tmp_path_factory.mktemp("project")
    for folder in ("companion", "templates", "static", "tests"):
        shutil.copytree(ROOT / folder, there / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", there)
    for path, text in FILE.findall(PAGE):
        assert not (there / path).exists(), f"{path} is in the project already"
        (there / path).write_text(text, "utf-8")
    (there / "lesson.truc").write_text(record(), "utf-8")
    (there / "tests/pages/test_lesson_on_phones.py").write_text(
        f"from flask import g\n\nfrom tests.plain_phones import shown, taps, words\n\n{PLAYED}",
        "utf-8",
    )
    return there


def record() -> str:
    """The hand that the page plays on paper."""
    return str(RECORD.search(PAGE)[1])  # type: ignore[index]


def run(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command in the copy, which is imported from there."""
    here = {**os.environ, "PYTHONPATH": str(copy), "COMPANION_INSTANCE": str(copy / "instance")}
    return subprocess.run(
        [sys.executable, *words], cwd=copy, env=here, capture_output=True, text=True, check=False
    )


def companion(copy: Path, *words: str) -> dict[str, object]:
    """Run the command `companion` there, and return its output."""
    done = run(copy, "-m", "companion.cli", *words)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_the_page_names_the_files_it_writes() -> None:
    assert [path for path, _ in FILE.findall(PAGE)] == [
        "companion/variants/lesson.py",
        "tests/variants/hands/lesson.truc",
        "tests/variants/test_lesson.py",
        "companion/cheatsheets/lesson.en.toml",
        "companion/cheatsheets/lesson.es.toml",
        "companion/cheatsheets/lesson.toml",
    ]


def test_every_test_that_asks_something_of_a_game_passes(copy: Path) -> None:
    done = run(
        copy,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *ASKED,
        "-k",
        f"(lesson or every_game_is_shown or left_over) and {NOT_WRITTEN}",
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


def test_the_file_is_as_the_project_likes_it(copy: Path) -> None:
    written = [path for path, _ in FILE.findall(PAGE) if path.endswith(".py")]
    ruff = str(Path(sys.executable).parent / "ruff")
    for words in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [ruff, *words, *written], cwd=copy, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
    typed = run(copy, "-m", "mypy", "--strict", "companion/variants/lesson.py")
    assert typed.returncode == 0, typed.stdout


def test_the_hand_on_paper_is_replayed(copy: Path) -> None:
    answer = companion(copy, "replay", "lesson.truc")
    assert (answer["score"], answer["hand_winner"]) == ([7, 10], 1)
    assert "7-10" in record()


def test_a_table_of_it_is_opened_by_the_command(copy: Path) -> None:
    database = f"sqlite:///{copy}/lesson.sqlite3"
    opened = companion(copy, "open", "--variant", "lesson", "--database", database)
    assert set(opened) == {"host", "join", "watch", "code"}
