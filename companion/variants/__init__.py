"""The games, one file each: every file in this folder with a VARIANT is a game."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from companion.engine.core import Rules
from companion.engine.sentence import Impossible
from companion.engine.variant import Variant


class UnknownVariant(Impossible):
    """An unknown game; the sentence names the known ones."""


def _find_games() -> dict[str, Variant]:
    names = (found.name for found in pkgutil.iter_modules(__path__))
    modules = [import_module(f"{__name__}.{name}") for name in names]
    games = [module.VARIANT for module in modules if hasattr(module, "VARIANT")]
    return {game.id: game for game in sorted(games, key=lambda game: game.id)}


VARIANTS: Mapping[str, Variant] = MappingProxyType(_find_games())


def get(name: str) -> Variant:
    """Return the game with that id. Raises UnknownVariant."""
    if name not in VARIANTS:
        raise UnknownVariant(
            "there is no game “%(name)s”; the games are %(games)s",
            name=name,
            games="; ".join(VARIANTS),
        )
    return VARIANTS[name]


def first_for(reader: str) -> Variant:
    """Return the game most played by such readers: a key of LANGUAGES, or `es_UY`.

    Raises StopIteration for any other reader.
    """
    return next(game for game in VARIANTS.values() if reader in game.first_for)


def build_rules(name: str, seats: int | None, house: dict[str, str]) -> Rules:
    """Return the rules of the game with that id. Raises ValueError with a sentence."""
    return get(name).rules(seats, house)
