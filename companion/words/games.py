"""Name the games, and read the words of their cheat-sheets, in the language of the page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion import variants
from companion.cheatsheets import probe
from companion.cheatsheets.lexicon import Lexicon
from companion.cheatsheets.prose import Prose, load
from companion.web import language


def words(variant: str) -> Prose:
    """Return the texts of a game's sheet, without facts about the rules of a table.

    The caller must use only texts that no house rule changes.
    """
    return load(variant, language.code(), {})


def name(variant: str) -> str:
    """Return the name of the game in the language of the page."""
    return words(variant).name(variants.get(variant).name)


def calls(variant: str) -> Iterator[str]:
    """Yield the calls of the game in the language of the page."""
    lexicon = Lexicon(variant, language.code())
    for call in _calls(variant):
        yield lexicon.word(call).label


@cache
def _calls(variant: str) -> tuple[str, ...]:
    """Return the calls of the game as they are written in taps, for example `truc`.

    They are found by playing, which takes 40 ms for all games, so the result is cached.
    """
    return probe.called(variants.get(variant).rules())
