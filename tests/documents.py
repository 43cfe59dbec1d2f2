"""Read the documents of the project, and find their blocks of code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATTERNS = ("*.md", "companion/**/*.md", "tests/**/*.md")
DOCUMENTS = sorted(chain.from_iterable(map(ROOT.glob, PATTERNS)))
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def text(path: Path) -> str:
    return path.read_text("utf-8")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(path: Path) -> Iterator[str]:
    source = text(path)
    for language, code in FENCED.findall(source):
        if language in ("", "sh", "bash", "console"):
            yield code
    for block in re.findall(
        r"(?:^    \S.*\n(?:(?:    .*)?\n)*)+", FENCED.sub("", source), re.MULTILINE
    ):
        yield re.sub(r"^    ", "", block, flags=re.MULTILINE)
