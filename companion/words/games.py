"""The games in the language of the page: what each is called, and the words of its cheat-sheet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion import variants
from companion.cheatsheets import probe
from companion.cheatsheets.lexicon import Lexicon
from companion.cheatsheets.prose import Prose, load
from companion.web import language


def words(variant: str) -> Prose:
    """The words of a game's sheet, those that hold whatever the rules in play are."""
    return load(variant, language.code(), {})


def name(variant: str) -> str:
    """What the game is called."""
    return words(variant).name(variants.get(variant).name)


def calls(variant: str) -> Iterator[str]:
    """What is called in the game."""
    lexicon = Lexicon(variant, language.code())
    yield from (lexicon.word(call).label for call in _calls(variant))


@cache
def _calls(variant: str) -> tuple[str, ...]:
    """The words of these calls, found by playing: 40 ms for all games, once a process."""
    return probe.called(variants.get(variant).rules())
