"""The README of the engine lists every module, and for each part of the rules games that use it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion import variants
from companion.engine.core import Part
from companion.engine.variant import Variant
from tests.documents import ROOT, text

CATALOGUE = ROOT / "companion/engine/README.md"


def houses(game: Variant) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each number of players with each value of each house rule: (4, {"flor": "on"})."""
    for seats in game.seats:
        for option in game.options_for(seats):
            yield from ((seats, {option.key: value}) for value in option.values)


def made_of(game: Variant) -> set[str]:
    found: set[str] = set()
    for seats, house in houses(game):
        rules = game.rules(seats, house)
        found |= {type(part).__name__ for part in (*rules.parts, rules.tally)}
    return found


def catalogued() -> dict[str, str]:
    """Return the catalogue in the README of the engine.

    It maps the name of each part, such as "Tricks", to the text that lists the games using it.
    """
    table = (
        text(CATALOGUE).partition("## The catalogue")[2].partition("What a part is made from")[0]
    )
    return dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", table, re.MULTILINE))


def parts() -> set[str]:
    kinds = [Part]
    for kind in kinds:
        kinds.extend(kind.__subclasses__())
    return {kind.__name__ for kind in kinds[1:] if kind.__module__.startswith("companion.engine")}


def test_the_readme_of_the_engine_lists_every_part_with_games_that_use_it() -> None:
    used = {game: made_of(variant) for game, variant in variants.VARIANTS.items()}
    said = catalogued()
    assert set(said) == parts() | {"Points", "Truts"}
    for part, games in said.items():
        having = {game for game, found in used.items() if part in found}
        named = set() if games.startswith("all") else set(games.split(", "))
        assert having >= named, f"{part}: {', '.join(sorted(having))}"
        assert having, part


def test_the_readme_of_the_engine_lists_every_module() -> None:
    modules = {path.name for path in (ROOT / "companion/engine").glob("*.py")} - {"__init__.py"}
    assert modules == set(re.findall(r"`(\w+\.py)`", text(CATALOGUE)))
