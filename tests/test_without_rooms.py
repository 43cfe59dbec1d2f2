"""Tables without books or places: both rooms are taken out of a copy, and it still plays."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
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
PLAYED = (  # a table from the first page to the rematch, and what retells it
    *("tests/pages/test_page_home.py", "tests/pages/test_page_rematch.py"),
    *("tests/pages/test_page_try.py", "tests/pages/test_page_resume.py"),
)


@pytest.fixture(params=ROOMS)
def copy(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The project without that room."""
    room = request.param
    for folder in ("companion", "templates", "static", "tests"):
        shutil.copytree(
            ROOT / folder,
            tmp_path / folder,
            symlinks=True,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ROOMS[room]:
        left_out = tmp_path / name
        shutil.rmtree(left_out) if left_out.is_dir() else left_out.unlink()
    application = tmp_path / "companion/__init__.py"
    text, lines = re.subn(
        rf"^.*companion\.{room}.*\n", "", application.read_text("utf-8"), flags=re.MULTILINE
    )
    assert lines == 1
    first = "from __future__ import annotations\n\n"
    application.write_text(text.replace(first, first + NOWHERE.format(room), 1), "utf-8")
    return tmp_path


def test_a_table_works_without_the_rooms_of_books_or_of_places(copy: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(copy)}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--no-header",
        *PLAYED,
    ]
    answer = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stdout[-4000:] + answer.stderr[-2000:]
