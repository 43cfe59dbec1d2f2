"""The games, one file each, found by looking into this folder: a file with a VARIANT is a game."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from companion.engine.core import Rules
from companion.engine.sentence import Impossible
from companion.engine.variant import Variant


class UnknownVariant(Impossible):
    """There is no such game; the sentence names those there are."""


def _found() -> dict[str, Variant]:
    modules = (
        import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)
    )
    games = [module.VARIANT for module in modules if hasattr(module, "VARIANT")]
    return {game.id: game for game in sorted(games, key=lambda game: game.id)}


VARIANTS: Mapping[str, Variant] = MappingProxyType(_found())


def get(name: str) -> Variant:
    """The game with that id; raises UnknownVariant."""
    if name not in VARIANTS:
        raise UnknownVariant(
            "there is no game “%(name)s”; the games are %(games)s",
            name=name,
            games=", ".join(VARIANTS),
        )
    return VARIANTS[name]


def first_for(language: str) -> Variant:
    """The game most played where that language, a key of LANGUAGES, is spoken; StopIteration for another."""
    return next(game for game in VARIANTS.values() if language in game.first_for)


def build(name: str, seats: int | None, house: dict[str, str]) -> Rules:
    """The rules of a game by its id; raises ValueError with a sentence."""
    return get(name).rules(seats, house)
