"""The games: every file in this folder that defines a VARIANT is a game."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from companion.engine.core import Rules
from companion.engine.sentence import Impossible
from companion.engine.variant import Variant


class UnknownVariant(Impossible):
    """The error for an unknown game; its sentence names the known games."""


def _find_games() -> dict[str, Variant]:
    names = (found.name for found in pkgutil.iter_modules(__path__))
    modules = [import_module(f"{__name__}.{name}") for name in names]
    games = [module.VARIANT for module in modules if hasattr(module, "VARIANT")]
    return {game.id: game for game in sorted(games, key=lambda game: game.id)}


VARIANTS: Mapping[str, Variant] = MappingProxyType(_find_games())


def get(name: str) -> Variant:
    """Return the game with that id. Raises UnknownVariant if no game has it."""
    if name not in VARIANTS:
        raise UnknownVariant(
            "there is no game “%(name)s”; the games are %(games)s",
            name=name,
            games="; ".join(VARIANTS),
        )
    return VARIANTS[name]


def first_for(reader: str) -> Variant:
    """Return the game that readers of a language play most.

    `reader` is a key of LANGUAGES, or `es_UY` for readers from Uruguay. Raises StopIteration for
    any other text.
    """
    return next(game for game in VARIANTS.values() if reader in game.first_for)


def build_rules(name: str, seats: int | None, house: dict[str, str]) -> Rules:
    """Return the rules of the game with that id.

    Raises Impossible if the game, the number of seats, a house rule or its value is unknown.
    """
    return get(name).rules(seats, house)
