"""The first page: open a table, type a code, go back to a table of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response

from companion import tables, variants
from companion.board import summary
from companion.engine.variant import Variant
from companion.tables import Shown
from companion.web import device
from companion.web.language import either, gettext
from companion.words import games
from companion.words.people import People

USUAL = "catalan"
OWN = 8  # tables listed

bp = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class Tile:
    """A game one can open a table for."""

    id: str
    name: str
    players: str
    target: str


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table this phone is at."""

    code: str
    spoken: str
    game: str
    score: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """The first page; `usual` is the game that opens at once."""

    usual: Tile
    tiles: tuple[Tile, ...]
    own: tuple[OwnTable, ...]


@bp.get("/")
def index() -> Response:
    """The first page."""
    tiles = _usual_first(tile(game) for game in variants.VARIANTS.values())
    page = HomePage(tiles[0], tiles, tuple(_own(shown) for shown in tables.by_device(device.known(), OWN)))
    return device.kept(make_response(render_template("home/index.html", page=page)))


def tile(game: Variant) -> Tile:
    """What a game's tile says: how many play it, and to how many points."""
    # NOTE: %(numbers)s: “2 or 4 players”
    players = gettext("%(numbers)s players", numbers=either(*sorted(game.seats)))
    return Tile(game.id, games.name(game.id), players, game.option("target").default)


def _usual_first(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=lambda tile: (tile.id != USUAL, tile.name)))


def _own(shown: Shown) -> OwnTable:
    return OwnTable(shown.address, shown.spoken, games.name(shown.match.variant), _score(shown))


def _score(shown: Shown) -> str:
    """How it stands; a table that cannot be read takes no other with it."""
    try:
        state = tables.state(shown.match)
    except (tables.BrokenLog, tables.Gone):
        return gettext("This table cannot be shown any more.")
    return summary.score(state, People(state.names, state.line.game.rules))
