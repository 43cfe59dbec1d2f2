"""Say what the key or the line of a game shows, and find this phone's own game."""

from __future__ import annotations

from dataclasses import dataclass

from companion import tables, variants
from companion.engine.variant import AS_WRITTEN, Preset, Variant
from companion.web import device, language
from companion.web.language import either, gettext
from companion.words import games


@dataclass(frozen=True, slots=True)
class Tile:
    """A game that a table can be opened for.

    `also` is what else it was found by: another name, house rules, a call. `preset` are the house
    rules it opens with, by their name, empty for those as written.
    """

    id: str
    name: str
    players: str
    target: str
    also: str = ""
    preset: str = ""


def tile(game: Variant, also: str = "", preset: Preset = AS_WRITTEN) -> Tile:
    """Return a game's tile: how many play it, and to how many points; see Tile for the others."""
    # NOTE: %(numbers)s: “2 or 4 players”
    players = gettext("%(numbers)s players", numbers=either(*sorted(game.seats)))
    name = games.name(game.id)
    chosen = "" if preset == AS_WRITTEN else preset.name
    if chosen:
        name = f"{name} ({games.words(game.id).preset(chosen)})"
    return Tile(game.id, name, players, game.option("target").default, also, chosen)


def usual(game: Variant) -> Tile:
    """Return the tile of a game that opens as most tables play it where it is at home."""
    return tile(game, preset=game.usual)


def own_game() -> Variant:
    """Return the game of this phone's newest table, else the first for its language."""
    newest = next((shown.match.variant for shown in tables.by_device(device.phone_id(), 1)), "")
    if newest in variants.VARIANTS:
        return variants.get(newest)
    return variants.first_for(language.code())
