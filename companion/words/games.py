"""The games in the language of the page: what each is called, and the words of its cheat-sheet."""

from __future__ import annotations

from companion import variants
from companion.cheatsheets.prose import Prose, load
from companion.web import language


def words(variant: str) -> Prose:
    """The words of a game's sheet, those that hold whatever the rules in play are."""
    return load(variant, language.code(), {})


def name(variant: str) -> str:
    """What the game is called."""
    return words(variant).name(variants.get(variant).name)
