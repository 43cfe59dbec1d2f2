"""Each language has words for the terms in TERMS.md, and no text uses a word to be avoided."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.language import LANGUAGES
from tests.translations.reading import plain

ROOT = Path(__file__).parents[2]
TERMS = (ROOT / "companion" / "translations" / "TERMS.md").read_text("utf-8")
TRANSLATED = [code for code in LANGUAGES if code != "en"]


def rows(code: str) -> list[list[str]]:
    """Return the rows of the table of a language in TERMS.md.

    A row has a term, its words in the language, and patterns of the words to avoid.
    """
    section = re.search(rf"^## .*`{code}`\n(.*?)(?=^##|\Z)", TERMS, re.MULTILINE | re.DOTALL)
    assert section, f"TERMS.md has no section for {code}"
    lines = [line for line in section[1].splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def dropped(code: str) -> Iterator[re.Pattern[str]]:
    """Yield a pattern for each word that TERMS.md tells this language to avoid."""
    for _, _, words in rows(code):
        for word in re.findall(r"`([^`]+)`", words):
            yield re.compile(rf"(?<!\w)(?:{word})(?!\w)".replace(r"\|", "|"), re.IGNORECASE)


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_translation_uses_a_word_that_terms_md_says_to_avoid(code: str) -> None:
    found = []
    for word in dropped(code):
        found += [(word.pattern, where, text) for where, text in plain(code) if word.search(text)]
    assert found == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_language_has_a_word_for_each_term_shown_on_pages(code: str) -> None:
    assert [row[0] for row in rows(code)][: len(SHOWN)] == SHOWN
    assert [row for row in rows(code) if not row[1]] == []


SHOWN = (
    "match|game|hand|trick|to lead|to deal|side|call|to accept|to refuse|"
    "to fold|stake|tap|log|record|seat|table|host|"
    "invite|phone|book|statistics"
).split("|")
