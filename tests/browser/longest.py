"""An artificial language that has the longest translation of every text.

If a page fits the screen in this language, it fits in every language. The module `words.widths`
measures how wide a text is. The placeholders of a text are not counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations
from typing import Any

import pytest

from companion.cheatsheets import lexicon, prose, sheet
from companion.web import language
from companion.web.language import LANGUAGES, Language
from companion.words.widths import wide

PLACE = re.compile(r"%\(\w+\)[sdr]|\{\w+\}|<[^>]+>")
NO_TEXT = {"when", "like", "rule", "drawn"}  # keys of a sheet's file whose value is no text


def length(text: str) -> float:
    """Return how wide a text is without its placeholders."""
    return wide(PLACE.sub("", text))


class Longest(NullTranslations):
    """Translations that return each message in the language in which it is longest."""

    def __init__(self) -> None:
        super().__init__()
        self.catalogs = [language.load(code).catalog for code in LANGUAGES]

    def gettext(self, message: str) -> str:
        return max((one.gettext(message) for one in self.catalogs), key=length)

    def ngettext(self, one: str, more: str, n: int) -> str:
        return max((catalog.ngettext(one, more, n) for catalog in self.catalogs), key=length)

    def pgettext(self, context: str, message: str) -> str:
        return max((one.pgettext(context, message) for one in self.catalogs), key=length)


def longest_texts(tables: list[Any]) -> Any:
    """Return the parsed content of a file, with each text in the language in which it is longest.

    `tables` has one item for each language: the parsed content of the file in this language.
    """
    first = tables[0]
    if isinstance(first, dict):
        found = dict(first)
        for key, value in first.items():
            others = [one[key] for one in tables if isinstance(one, dict) and key in one]
            found[key] = value if key in NO_TEXT else longest_texts(others)
        return found
    if isinstance(first, str):
        return max((one for one in tables if isinstance(one, str)), key=length)
    return first


@contextmanager
def longest_language() -> Iterator[Language]:
    """Yield a language in which pages have the longest texts.

    This includes the words of games and the texts of the cheat-sheets.
    """
    read = prose.read
    codes = tuple(LANGUAGES)

    @cache
    def read_longest(name: str, _: str) -> Any:
        return longest_texts([read(name, code) for code in codes])

    known = (read, sheet._build, lexicon._texts, lexicon._word)
    with pytest.MonkeyPatch.context() as patch:
        spoken = Language("en", Longest())
        for module in (prose, lexicon):
            patch.setattr(module, "read", read_longest)
        for one in known:
            one.cache_clear()
        yield spoken
    for one in known:
        one.cache_clear()
