"""List all games by land (the region where a game is at home), and search them by name."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, make_response, render_template
from htmx_flask import request
from werkzeug.wrappers import Response

from companion import variants
from companion.engine.variant import Variant
from companion.pages import tiles
from companion.pages.tiles import Tile
from companion.web.language import N_, gettext
from companion.words import games

LANDS = {
    "catalonia": N_("Catalonia, Valencia, Balearic Islands"),
    "castile": N_("Castile"),
    "france": N_("France"),
    "england": N_("England"),
    "south-america": N_("Argentina, Uruguay, Venezuela"),
    "brazil": N_("Brazil"),
    "": N_("Elsewhere"),
}
"""The names of the lands, in the order in which the page lists them."""

bp = Blueprint("all_games", __name__)


@dataclass(frozen=True, slots=True)
class Land:
    """A land and those of its games that the page lists. `id` is the key of the land in LANDS."""

    id: str
    title: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class LandLink:
    """A link to the games of a land. `id` is the key of the land in LANDS, `games` a count."""

    id: str
    title: str
    games: int


@dataclass(frozen=True, slots=True)
class GamesPage:
    """The page that lists games by land.

    The list begins with the land of the game of this phone's newest table. `find` is the text that
    somebody searched for, "" if the page lists all games.
    """

    lands: tuple[Land, ...]
    find: str


@bp.get("/games")
def show_games() -> Response:
    """Show the games that match `?find=`, or all games if it is missing.

    The answer to a request of htmx has only the list, not the whole page.
    """
    find = request.args.get("find", "").strip()[:40]
    page = GamesPage(tuple(lands(tiles.own_game().land, find)), find)
    template = "home/_games.html" if request.htmx else "home/games.html"
    return make_response(render_template(template, page=page))


def lands(own: str, find: str = "") -> Iterator[Land]:
    """Yield each land with those of its games that match `find`.

    A land without a matching game is left out. If `find` is "", all games match. The land with the
    id `own` comes first.
    """
    meant = _meant(plain(find))
    for land, title in _own_first(own):
        here = (tiles.tile(game, also) for game, also in meant.items() if game.land == land)
        listed = tuple(sorted(here, key=lambda tile: plain(tile.name)))
        if listed:
            yield Land(land, gettext(title), listed)


def land_links(own: str) -> tuple[LandLink, ...]:
    """Return a link to each land that has games. The land with the id `own` comes first."""
    counts = Counter[str](game.land for game in variants.VARIANTS.values())
    there = [(land, title) for land, title in _own_first(own) if counts[land]]
    return tuple(LandLink(land, gettext(title), counts[land]) for land, title in there)


def _own_first(own: str) -> list[tuple[str, str]]:
    return sorted(LANDS.items(), key=lambda item: item[0] != own)


def plain(text: str) -> str:
    """Return the text in lower case, with letters and digits only and without accents.

    For example, `"Truc català"` becomes `"truccatala"`. So a search ignores capitals, accents and
    spaces.
    """
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if c.isalnum())


def _meant(find: str) -> dict[Variant, str]:
    """Return the games that match `find`, each with the name by which it was found.

    The name is "" if the game was found by its own name. If no game has a name that contains
    `find`, return the games of the lands whose names contain it. If `find` is "", return every
    game.
    """
    if not find:
        return dict.fromkeys(variants.VARIANTS.values(), "")
    named = dict[Variant, str]()
    for game in variants.VARIANTS.values():
        own, *others = _names(game)
        if find in plain(own):
            named[game] = ""
            continue
        name = next((name for name in others if find in plain(name)), "")
        if name:
            named[game] = name
    if named:
        return named
    found = {land for land, title in LANDS.items() if find in plain(gettext(title))}
    return {game: "" for game in variants.VARIANTS.values() if game.land in found}


def _names(game: Variant) -> Iterator[str]:
    """Yield the names of a game, then the names of its presets and of its calls.

    The first is the game's name in the language of the page. The second is the name that the game
    has in its own land.
    """
    words = games.words(game.id)
    yield from (games.name(game.id), game.name, *game.also)
    for preset in game.presets:
        yield from (words.preset(preset.name), preset.name)
    yield from games.calls(game.id)
