"""Every word of a text is in a dictionary of its language, or is a word or name of the game."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from companion.web.language import LANGUAGES
from tests.translations.reading import plain

WORDS = Path(__file__).parent / "words"
DICTIONARIES = {"en": "en_GB", "ca_valencia": "ca_ES-valencia", "es": "es_ES"}
WORD = re.compile(r"[^\W\d_]+(?:[’·-][^\W\d_]+)*")


@cache
def own(name: str) -> frozenset[str]:
    return frozenset((WORDS / f"{name}.txt").read_text("utf-8").split())


def unknown(code: str) -> set[str]:
    found = set(chain.from_iterable(WORD.findall(text) for _, text in plain(code)))
    asked = "\n".join(sorted(word.replace("’", "'") for word in found))
    command = ["hunspell", "-i", "utf-8", "-d", DICTIONARIES.get(code, code), "-l"]
    told = subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout
    return {word.lower() for word in told.split()} - own("common") - own(code)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_of_a_translation_is_in_the_dictionary_or_a_word_of_the_game(code: str) -> None:
    assert sorted(unknown(code)) == []
