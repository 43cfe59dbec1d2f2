"""No line break separates a French punctuation mark from its word.

The space between them is a wide no-break space before : and in « », and a narrow one before ; ! ?.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.translations.reading import texts

ROOT = Path(__file__).parents[2]
READ_BY_PLAYERS = "board book learn pages places retelling tournament words".split()
JOINED = {"templates": r"\}\}[:;!?][\s<{]", "companion": r"\}[:;!?] ?\{"}
WRONG = {
    "a fixed space before the colon": r"(?<!\u00a0):(?!//)(?!\d)",
    "a narrow fixed space before ; ! ?": r"(?<![\u202f!?…]);|(?<![\u202f!?])[!?]",
    "a fixed space within the quotation marks": r"«(?!\u00a0)|(?<!\u00a0)»",
    "quotation marks of the language": '[“”"]',
}


@pytest.mark.parametrize("rule", WRONG)
def test_no_french_punctuation_mark_can_begin_a_line(rule: str) -> None:
    assert [(where, text) for where, text in texts("fr") if re.search(WRONG[rule], text)] == []


def files_read_by_players() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "templates").rglob("*.html"):
        yield "templates", path.read_text()
    for room in READ_BY_PLAYERS:
        for path in (ROOT / "companion" / room).rglob("*.py"):
            yield "companion", path.read_text()


def test_no_template_or_module_puts_punctuation_between_translated_texts() -> None:
    """In French a space precedes a colon, so all of “{label}: {text}” must be one message."""
    found = list[str]()
    for kind, text in files_read_by_players():
        found += re.findall(f".*(?:{JOINED[kind]}).*", text)
    assert [line for line in found if "urlencode" not in line and "clock.left" not in line] == []
