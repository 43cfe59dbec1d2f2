"""French signs keep to their word: a fixed space before : and in « », a narrow one before ; ! ?."""

from __future__ import annotations

import re

import pytest

from tests.translations.reading import texts

WRONG = {
    "a fixed space before the colon": r"(?<!\u00a0):(?!//)(?!\d)",
    "a narrow fixed space before ; ! ?": r"(?<![\u202f!?…]);|(?<![\u202f!?])[!?]",
    "a fixed space within the quotation marks": r"«(?!\u00a0)|(?<!\u00a0)»",
    "quotation marks of the language": '[“”"]',
}


@pytest.mark.parametrize("rule", WRONG)
def test_no_french_punctuation_mark_can_begin_a_line(rule: str) -> None:
    assert [(where, text) for where, text in texts("fr") if re.search(WRONG[rule], text)] == []
