"""Every text keeps the rules of grammar and punctuation that a machine can check."""

from __future__ import annotations

import re

import pytest

from companion.web.language import LANGUAGES
from tests.translations.reading import plain, texts

NAME = (
    r"(?:%\((?:name|names|side|dealer|leader|partner|one|other)\)s|\{(?:name|side|caller|asked)\})"
)
# Before a name these words would be elided (d’Anna), contracted (del Pep), or be different for men
# and women (la Carme).
ELIDED = re.compile(rf"\b(?:de|del|el|la|al|le|du|que) {NAME}|\b[dlq]u?[’']{NAME}")


@pytest.mark.parametrize("code", LANGUAGES)
def test_apostrophes_between_letters_are_curly(code):
    assert [found for found in plain(code) if re.search(r"[^\W\d_]'[^\W\d_]", found[1])] == []


@pytest.mark.parametrize("code", ["ca", "ca_valencia", "fr"])
def test_no_name_of_a_player_follows_a_word_whose_form_depends_on_the_name(code):
    assert [found for found in texts(code) if ELIDED.search(found[1])] == []


@pytest.mark.parametrize("code", ["ca", "ca_valencia", "es", "es_AR", "pt_BR"])
def test_no_translation_has_a_plural_article_before_an_hour(code):
    """One o'clock is singular: “a la 1:05”, but “a las 2:05”."""
    hour = re.compile(r"\b(?:les|las|as|às) (?:%\(time\)s|\{time\})")
    assert [found for found in texts(code) if hour.search(found[1])] == []
