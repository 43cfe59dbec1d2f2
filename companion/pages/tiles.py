"""Describe a game for a button or a list, and find the game of the phone's newest table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion import tables, variants
from companion.engine.variant import AS_WRITTEN, Preset, Variant
from companion.tables import TableLink
from companion.web import device, language
from companion.web.language import either, gettext
from companion.words import games


@dataclass(frozen=True, slots=True)
class Tile:
    """A game for which a button or a list offers to open a table.

    * `also`: the name by which a search found the game: another name of the game, or the name of a
      preset or a call. It is "" if the search found the game by its own name.
    * `preset`: the name of the preset with which the table opens, "" for the usual house rules.
    """

    id: str
    name: str
    players: str
    target: str
    also: str = ""
    preset: str = ""


def tile(game: Variant, also: str = "", preset: Preset = AS_WRITTEN) -> Tile:
    """Return the tile of a game.

    `also` is the other name by which a search found the game, "" if there is none. `preset` has the
    house rules with which the tile opens a table.
    """
    # NOTE: %(numbers)s: “2 or 4 players”
    players = gettext("%(numbers)s players", numbers=either(*sorted(game.seats)))
    name = games.name(game.id)
    chosen = "" if preset == AS_WRITTEN else preset.name
    if chosen:
        name = f"{name} ({games.words(game.id).preset(chosen)})"
    target = dict(preset.house).get("target", game.option("target").default)
    return Tile(game.id, name, players, target, also, chosen)


def usual(game: Variant) -> Tile:
    """Return the tile of a game under the preset that comes first for the language of the page."""
    return tile(game, preset=game.first_preset(language.reader()))


def own_game() -> Variant:
    """Return the game of this phone's newest table, or else the first game for its language."""
    return game_of(tables.by_device(device.phone_id(), 1))


def game_of(newest_first: Sequence[TableLink]) -> Variant:
    """Return the game of the first of these tables, which is the newest.

    If there is no table, or its game is unknown, return the first game for the language of the
    page.
    """
    if newest_first and newest_first[0].match.variant in variants.VARIANTS:
        return variants.get(newest_first[0].match.variant)
    return variants.first_for(language.reader())
