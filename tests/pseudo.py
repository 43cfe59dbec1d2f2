"""A made-up language that shows which texts are not translated.

Each translated text is between ⟦ and ⟧; a text without these characters was never translated.
Placeholders are outside of ⟦ and ⟧: `Undo: %(tap)s` becomes `⟦Undo: ⟧%(tap)s`. Therefore an
English sentence that replaces a placeholder is found as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from html import unescape
from typing import Any

OURS = re.compile(
    r"⟦[^⟦⟧]*(?:⟧|$)"
)  # the label of a key is cut after two lines, so its ⟧ may be missing
PLACE = re.compile(r"(%\(\w+\)[sdr]|\{\w+\}|<[^>]+>)")
UNTRANSLATED = {"when", "like", "rule"}  # keys of a sheet's file whose value is not shown
SAID = {"aria-label", "title", "alt", "placeholder", "summary"}
NO_TEXT = {"script", "style"}
PIECE = re.compile(
    r'<(?:!--.*?--|!?(/?[\w-]*)((?:[^>"]|"[^"]*")*))>|([^<]+)', re.DOTALL
)  # a tag with its attributes, or a text
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def marked(text: str, sign: str = "") -> str:
    parts = PLACE.split(text)
    for number, part in enumerate(parts):
        if part.strip() and not PLACE.fullmatch(part):
            parts[number] = f"⟦{sign}{part}⟧"
    return "".join(parts)


def sheet(words: Any, key: str = "") -> Any:
    if isinstance(words, dict):
        return {name: sheet(value, name) for name, value in words.items()}
    if isinstance(words, (list, tuple)):
        return [sheet(value) for value in words]
    return marked(words) if isinstance(words, str) and key not in UNTRANSLATED else words


class Catalog(NullTranslations):
    def __init__(self, sign: str = "") -> None:
        super().__init__()
        self.sign = sign

    def gettext(self, message: str) -> str:
        return marked(message, self.sign)

    def ngettext(self, one: str, more: str, n: int) -> str:
        return marked(one if n == 1 else more, self.sign)

    def pgettext(self, context: str, message: str) -> str:
        return marked(message, self.sign)


def texts(page: str) -> list[str]:
    """Return the texts of a page that a person reads or hears, and texts that our scripts show."""
    found = list[str]()
    tag = ""
    for opened, attributes, text in PIECE.findall(page):
        if not text:
            tag = opened
            found += _spoken(attributes) if attributes else ()
            found += [""] if tag == "option" else ()
        elif tag not in NO_TEXT and text.strip():
            found.append(unescape(text))
    return found


@cache
def _spoken(attributes: str) -> list[str]:
    every = [(name, unescape(value)) for name, value in ATTRIBUTE.findall(attributes)]
    words = ("id", "words") in every
    said = {*SAID, "data-word"}
    if words:
        said |= {name for name, _ in every if name.startswith("data-")}
    return [value for name, value in every if value and name in said]


def bare(page: str) -> Iterator[str]:
    """Yield the words of a page that are not translated: data, or texts not marked as messages."""
    for text in texts(page):
        yield from _bare(text)


@cache
def _bare(text: str) -> list[str]:
    left = ""
    rest = text
    while left != rest:
        left = rest
        rest = OURS.sub(" ", rest)
    return re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w+\}", " ", rest))
