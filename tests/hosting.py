"""Find the examples of HOSTING.md, so that tests can run them."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parent.parent


def blocks(file: str) -> list[str]:
    """Return the examples of a document: its blocks that are indented by four spaces."""
    text = (ROOT / file).read_text()
    return [dedent(found) for found in re.findall(r"(?m)(?:^    .*\n(?:\n(?=    ))?)+", text)]


def block(file: str, beginning: str) -> str:
    (found,) = (text for text in blocks(file) if text.startswith(beginning))
    return found
