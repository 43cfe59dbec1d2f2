"""The example page and the example game of CONTRIBUTING.md work in a copy of the project."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.building import copy_program

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
FILE = re.compile(r"^`([\w./]+)`\n\n```(?!diff|po)\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHANGE = re.compile(r"^`([\w./]+)`\n\n```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TRANSLATED = re.compile(r"^`([\w./]+)`\n\n```po\n(.*?)^```$", re.MULTILINE | re.DOTALL)
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
    assert "Jugador 1: nobody home (rechaza el knock)" in in_spanish(anna, "/log")


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
ASKED_AS_EACH_ROLE = """
import pytest

from tests.pages.test_roles import ROLES, ask, expected, role

ROUTE = "GET /t/<code>/dealer"


@pytest.mark.parametrize("name", ROLES)
def test_each_role_gets_the_expected_answer(role, name):
    assert ask(role(name), ROUTE).status_code == expected(ROUTE, name)
"""
ASKED = (  # the tests that check every game, and the test of imports
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
ASKED_OF_THE_PAGE = (
    "tests/pages/test_dealer.py",
    "tests/pages/test_roles.py::test_the_list_of_expected_answers_covers_every_route",
    "tests/pages/test_dealer_as_each_role.py",
    "tests/web/test_assets.py",
    "tests/web/test_style_sheets.py",
    "tests/translations/test_catalogs.py::test_no_message_is_untranslated_or_fuzzy[es]",
    "tests/translations/test_catalogs.py::test_compiled_catalogs_are_up_to_date[es]",
    "tests/test_every_page.py::test_an_address_is_known_for_every_route_with_a_page",
    "tests/browser/test_accessibility.py::test_the_accessibility_check_covers_every_page",
)
# Tests that check every game together, or words in their names.
WHOLE = (
    "test_every_game_is_shown_on_the_style_page",
    "test_every_entry_in_the_words_of_a_game_is_used",
    "import",
)
NOT_WRITTEN = "not (lesson-ca or lesson-fr or lesson-pt_BR)"  # only Spanish is in CONTRIBUTING.md


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with the example page and game of CONTRIBUTING.md."""
    there = tmp_path_factory.mktemp("project")
    copy_program(there)
    shutil.copy(ROOT / "Makefile", there)
    for path, text in FILE.findall(PAGE):
        assert not (there / path).exists(), f"{path} is in the project already"
        (there / path).parent.mkdir(exist_ok=True)
        (there / path).write_text(text, "utf-8")
    for path, change in CHANGE.findall(PAGE):
        apply(change, there / path)
    make_messages(there)
    for path, entries in TRANSLATED.findall(PAGE):
        fill_in(entries, there / path)
    make_messages(there)
    (there / "lesson.truc").write_text(record(), "utf-8")
    (there / "tests/pages/test_lesson_on_phones.py").write_text(
        f"from flask import g\n\nfrom tests.plain_phones import shown, taps, words\n\n{PLAYED}",
        "utf-8",
    )
    (there / "tests/pages/test_dealer_as_each_role.py").write_text(ASKED_AS_EACH_ROLE, "utf-8")
    return there


def apply(change: str, path: Path) -> None:
    text = path.read_text("utf-8")
    for hunk in change.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if not line.startswith("+"))
        assert text.count(before) == 1, f"{path} does not have these lines once: {before}"
        text = text.replace(before, "".join(line[1:] for line in lines))
    path.write_text(text, "utf-8")


def make_messages(copy: Path) -> None:
    venv = Path(sys.prefix)
    command = ["make", "-o", f"{venv}/.test", "messages", f"VENV={venv}"]
    subprocess.run(command, cwd=copy, capture_output=True, check=True)


def fill_in(entries: str, catalog: Path) -> None:
    text = catalog.read_text("utf-8")
    for entry in entries.strip().split("\n\n"):
        empty = re.sub(r'(?m)^msgstr ".*"$', 'msgstr ""', entry) + "\n"
        assert text.count(empty) == 1, f"make messages did not add this entry: {entry}"
        text = text.replace(empty, f"{entry}\n")
    catalog.write_text(text, "utf-8")


def record() -> str:
    return str(RECORD.search(PAGE)[1])  # type: ignore[index]


def run(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    here = {**os.environ, "PYTHONPATH": str(copy), "COMPANION_INSTANCE": str(copy / "instance")}
    return subprocess.run(
        [sys.executable, *words], cwd=copy, env=here, capture_output=True, text=True, check=False
    )


def companion(copy: Path, *words: str) -> dict[str, object]:
    done = run(copy, "-m", "companion.cli", *words)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_all_files_of_the_examples_in_contributing_md_are_found() -> None:
    assert [path for path, _ in FILE.findall(PAGE)] == [
        "companion/pages/dealer.py",
        "templates/dealer/dealer.html",
        "static/css/dealer.css",
        "tests/pages/test_dealer.py",
        "companion/variants/lesson.py",
        "tests/variants/hands/lesson.truc",
        "tests/variants/test_lesson.py",
        "companion/cheatsheets/lesson.en.toml",
        "companion/cheatsheets/lesson.es.toml",
        "companion/cheatsheets/lesson.toml",
    ]


def test_the_example_game_of_contributing_md_passes_every_check_of_games(copy: Path) -> None:
    done = run(
        copy,
        "-m",
        "pytest",
        "-q",
        "-rp",
        "-p",
        "no:cacheprovider",
        *ASKED,
        "-k",
        f"({' or '.join(WHOLE)} or lesson) and {NOT_WRITTEN}",
    )
    assert done.returncode == 0, done.stdout[-3000:]
    passed = [line for line in done.stdout.splitlines() if line.startswith("PASSED")]
    for name in WHOLE:
        assert any(name in line for line in passed), f"no test passed with {name} in its name"


def test_the_example_page_of_contributing_md_passes_every_check_of_pages(copy: Path) -> None:
    done = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *ASKED_OF_THE_PAGE)
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_example_files_of_contributing_md_pass_ruff_and_mypy(copy: Path) -> None:
    written = [path for path, _ in FILE.findall(PAGE) if path.endswith(".py")]
    ruff = str(Path(sys.executable).parent / "ruff")
    for words in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [ruff, *words, *written], cwd=copy, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
    rooms = [path for path in written if path.startswith("companion/")]
    known = ROOT / ".mypy_cache"  # what mypy knows of the other files, which are the same
    if known.exists():
        shutil.copytree(known, copy / known.name)
    typed = run(copy, "-m", "mypy", "--strict", *rooms)
    assert typed.returncode == 0, typed.stdout


def test_the_record_of_the_example_game_in_contributing_md_can_be_replayed(copy: Path) -> None:
    answer = companion(copy, "replay", "lesson.truc")
    assert (answer["score"], answer["hand_winner"]) == ([7, 10], 1)
    assert "7-10" in record()


def test_the_open_command_opens_a_table_of_the_example_game_of_contributing_md(copy: Path) -> None:
    database = f"sqlite:///{copy}/lesson.sqlite3"
    opened = companion(copy, "open", "--variant", "lesson", "--database", database)
    assert set(opened) == {"host", "join", "watch", "code"}
