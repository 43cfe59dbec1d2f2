"""Collect all texts that readers of a language may see: messages, and the sheets of all games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

from companion.cheatsheets import prose

FOLDER = Path(prose.FOLDER).parent / "translations"
SHEETS = sorted(path.name.removesuffix(".en.toml") for path in prose.FOLDER.glob("*.en.toml"))
NO_TEXT = {"when", "like", "rule"}  # keys of a sheet's file whose value nobody reads
PLACE = re.compile(r"%\(\w+\)[sdr]|\{\w*\}|<[^>]+>")
Text = tuple[str, str]  # where a text is written, and the text


def texts(code: str) -> Iterator[Text]:
    """Yield all texts in a language: first the messages, then the sheets.

    `code` is the code of a language, such as "es", or of its form in a region, such as "es_AR".
    """
    yield from messages(code)
    for name in SHEETS:
        yield from sheet(name, code)


def plain(code: str) -> Iterator[Text]:
    """Yield all texts in this language, with “…” in place of each HTML tag and each placeholder."""
    return ((where, PLACE.sub("…", text)) for where, text in texts(code))


def messages(code: str) -> Iterator[Text]:
    """Yield the messages in a language. If a message has a singular and a plural, yield both."""
    for (context, english), forms in catalog(code).items():
        yield from ((f"{code}.po {context}{english!r}", text) for text in forms)


@cache
def catalog(code: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the messages in a language: a mapping from (context, English text) to a tuple.

    The tuple has the singular and the plural, or the only text. For a form of a language in a
    region, such as "es_AR", the texts of the region replace those of the language.
    """
    if code == "en":
        return {key: key[1:] for key in _read(FOLDER / "messages.pot")}
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for layer in (code.partition("_")[0], code):
        if (FOLDER / layer).exists():
            found |= _read(FOLDER / layer / "LC_MESSAGES" / "messages.po")
    return found


def _read(path: Path) -> dict[tuple[str, str], tuple[str, ...]]:
    with path.open("rb") as file:
        found = [message for message in read_po(file) if message.id]
    return {(m.context or "", _forms(m.id)[0]): _forms(m.string) for m in found}


def _forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@cache
def sheet(name: str, code: str) -> tuple[Text, ...]:
    """Return all texts in the sheet file `name`, for every house rule, in this language."""
    return tuple((f"{name}.{code}{where}", text) for where, text in _leaves(prose.read(name, code)))


def _leaves(value: Any, where: str = "") -> Iterator[Text]:
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, more in value.items():
            if key not in NO_TEXT:
                yield from _leaves(more, f"{where}.{key}")
    elif isinstance(value, list | tuple):
        for number, more in enumerate(value):
            yield from _leaves(more, f"{where}[{number}]")
