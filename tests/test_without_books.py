"""Tables without books: the folders and the one line of the book are taken out of a copy, where tables are played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BOOK = ("companion/book", "templates/book", "static/css/book.css", "tests/book", "tests/browser/test_book.py")
LINE = re.compile(r"^.*companion\.book.*\n", re.MULTILINE)
NOWHERE = 'import sys\n\nsys.modules["companion.book"] = None  # what is installed is not found in its place\n'
PLAYED = (  # a table from the first page to the rematch, and what retells it
    *("tests/pages/test_page_home.py", "tests/pages/test_page_rematch.py"),
    *("tests/pages/test_page_try.py", "tests/pages/test_page_resume.py"),
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project without the book."""
    for folder in ("companion", "templates", "static", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in BOOK:
        left_out = tmp_path / name
        shutil.rmtree(left_out) if left_out.is_dir() else left_out.unlink()
    application = tmp_path / "companion/__init__.py"
    text, lines = LINE.subn("", application.read_text("utf-8"))
    assert lines == 1
    first = "from __future__ import annotations\n\n"
    application.write_text(text.replace(first, first + NOWHERE, 1), "utf-8")
    return tmp_path


def test_a_table_works_without_it(copy: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(copy)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", *PLAYED]
    answer = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout[-4000:] + answer.stderr[-2000:]
