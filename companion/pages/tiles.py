"""What the key or the line of a game says, and which game is this phone's own."""

from __future__ import annotations

from dataclasses import dataclass

from companion import tables, variants
from companion.engine.variant import AS_WRITTEN, Preset, Variant
from companion.web import device, language
from companion.web.language import either, gettext
from companion.words import games


@dataclass(frozen=True, slots=True)
class Tile:
    """A game one can open a table for; `also` is what else it was found by: another name, house rules, a call.

    `preset` are the house rules it opens with, by their name, empty for those as written.
    """

    id: str
    name: str
    players: str
    target: str
    also: str = ""
    preset: str = ""


def tile(game: Variant, also: str = "", preset: Preset = AS_WRITTEN) -> Tile:
    """What a game's tile says: how many play it, and to how many points; `also` is how somebody called it."""
    # NOTE: %(numbers)s: “2 or 4 players”
    players = gettext("%(numbers)s players", numbers=either(*sorted(game.seats)))
    name, chosen = games.name(game.id), "" if preset == AS_WRITTEN else preset.name
    if chosen:
        name = f"{name} ({games.words(game.id).preset(chosen)})"
    return Tile(game.id, name, players, game.option("target").default, also, chosen)


def usual(game: Variant) -> Tile:
    """The tile of a game that opens as most tables play it where it is at home."""
    return tile(game, preset=game.usual)


def own_game() -> Variant:
    """The game of this phone's newest table, else the one most played where its language is spoken."""
    newest = next((shown.match.variant for shown in tables.by_device(device.name(), 1)), "")
    return (
        variants.get(newest) if newest in variants.VARIANTS else variants.first_for(language.code())
    )
