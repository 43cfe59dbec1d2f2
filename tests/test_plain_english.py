"""Documents are written in plain English: "they" for a player, and no quaint words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.documents import DOCUMENTS, FENCED, name, text

# Text that is not prose: code, quotations, titles and words of games.
CODE = re.compile(r"`[^`\n]+`|“[^”]+”|\"[^\"\n]+\"|\*[^*\n]+\*")
HE = re.compile(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)
QUAINT = re.compile(
    r"\b(?:anew|beforehand|bears|reckon(?:ed|s)?|brake[sd]?|whither)\b", re.IGNORECASE
)
ENGLISH = [path for path in DOCUMENTS if path.name != "TERMS.md"]


def prose(path: Path) -> str:
    """Return a document without blocks of code, quotations and words in backticks."""
    return CODE.sub("", FENCED.sub("", text(path)))


@pytest.mark.parametrize("path", ENGLISH, ids=name)
def test_documents_use_they_for_a_player_and_no_old_fashioned_word(path: Path) -> None:
    lines = prose(path).splitlines()
    assert [line for line in lines if HE.search(line) or QUAINT.search(line)] == []
