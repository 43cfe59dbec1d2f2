"""Tables work if the packages of books, places, tournaments and lessons are left out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.building import copy_program

ROOMS = {
    "book": (
        "companion/book",
        "templates/book",
        "static/css/book.css",
        "tests/book",
        "tests/browser/test_book.py",
    ),
    "places": (
        "companion/places",
        "templates/places",
        "tests/places",
        "tests/browser/test_scanned_card.py",
    ),
    "tournament": (
        "companion/tournament",
        "templates/tournament",
        "static/css/event.css",
        "static/css/tournament.css",
        "static/css/tournament-paper.css",
        "static/css/standings.css",
        "static/css/bracket.css",
        "static/css/draft.css",
        "static/js/clock.js",
        "tests/tournament",
    ),
    "learn": (
        "companion/learn",
        "templates/learn",
        "static/css/quiz.css",
        "static/css/picker.css",
        "static/css/signals.css",
        "static/css/print-signals.css",
        "static/vendor/qrcode.js",
        "static/vendor/qrcode.LICENSE",
        "static/js/signals.js",
        "tests/learn",
        "tests/browser/test_cards_and_signals.py",
        "tests/browser/test_questions.py",
    ),
}
NOWHERE = (
    'import sys\n\nsys.modules["companion.{}"] = None  '
    "# what is installed is not found in its place\n"
)
PLAYED = (  # tests of a table from the first page to the rematch, and of the replay of a match
    *("tests/pages/test_page_home.py", "tests/pages/test_page_rematch.py"),
    *("tests/pages/test_page_try.py", "tests/pages/test_page_resume.py"),
)


EVERY_PAGE = """
import sys
from pathlib import Path
from companion import tables
from tests.server import application
app = application(Path(sys.argv[1]))
tables.migrate_now(app)
client = app.test_client()
assert client.post("/tables", data={"game": "catalan"}, follow_redirects=True).status_code == 200
for rule in app.url_map.iter_rules():
    if "GET" in rule.methods and not rule.arguments:
        answer = client.get(rule.rule)
        assert answer.status_code < 500, rule
        print(rule)
"""


@pytest.fixture
def copy(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    copy_program(tmp_path)
    for room in request.param:
        take_out(room, tmp_path)
    return tmp_path


def take_out(room: str, copy: Path) -> None:
    for name in ROOMS[room]:
        left_out = copy / name
        shutil.rmtree(left_out) if left_out.is_dir() else left_out.unlink()
    application = copy / "companion/__init__.py"
    text, lines = re.subn(
        rf"^.*companion\.{room}.*\n", "", application.read_text("utf-8"), flags=re.MULTILINE
    )
    assert lines == 1
    first = "from __future__ import annotations\n\n"
    application.write_text(text.replace(first, first + NOWHERE.format(room), 1), "utf-8")


def run(copy: Path, *words: str) -> str:
    answer = subprocess.run(
        (sys.executable, *words),
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout[-4000:] + answer.stderr[-2000:]
    return answer.stdout


@pytest.mark.parametrize("copy", [tuple(ROOMS)], ids="+".join, indirect=True)
def test_a_table_works_without_books_places_tournaments_and_lessons(copy: Path) -> None:
    run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", *PLAYED)


@pytest.mark.parametrize("copy", [(room,) for room in ROOMS], ids="+".join, indirect=True)
def test_pages_open_if_books_places_tournaments_or_lessons_are_left_out(copy: Path) -> None:
    assert "/games" in run(copy, "-c", EVERY_PAGE, str(copy / "instance"))
