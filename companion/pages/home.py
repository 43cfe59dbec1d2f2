"""The first page: go on where one was, play with the same people again, open a table, type a code, find a game."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, make_response, render_template
from htmx_flask import request
from werkzeug.wrappers import Response

from companion import book, tables, variants
from companion.board import summary
from companion.engine.variant import Variant
from companion.tables import Shown, State
from companion.web import device
from companion.web.language import N_, either, gettext
from companion.words import games, labels
from companion.words.people import People

USUAL = ("catalan", "french", "argentine", "paulista")  # one of each land; the first opens at once
OWN = 8  # tables listed

# The games by where they are at home; one that no line names comes last.
LANDS = (
    (N_("Catalonia and Valencia"), ("catalan", "espaseta", "valencian")),
    (N_("France"), ("french", "french-free", "doubling", "trut", "trut-deux-sevres", "trut-gatine")),
    (N_("England"), ("put", "put-original", "put-pass", "put-many")),
    (N_("Argentina, Uruguay, Venezuela"), ("argentine", "uruguayan", "venezuelan")),
    (N_("Brazil"), ("mineiro", "paulista")),
)

bp = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class Tile:
    """A game one can open a table for; `also` is another name somebody looked for it by."""

    id: str
    name: str
    players: str
    target: str
    also: str = ""


@dataclass(frozen=True, slots=True)
class Land:
    """Games that belong together."""

    title: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table this phone is at: its score as `4–6`, the own side first, and who else plays there.

    `over`: nothing is left to play.
    """

    code: str
    spoken: str
    game: str
    score: str
    others: str
    over: bool
    readable: bool = True


@dataclass(frozen=True, slots=True)
class HomePage:
    """The first page; `usual` is the game that opens at once.

    `going` is the newest table of this phone where something is left to play, `last` the newest it played at, which may
    be opened again with the same people. `find` is what was looked for among the games, `books` those of this phone:
    token and title.
    """

    usual: Tile
    four: tuple[Tile, ...]
    lands: tuple[Land, ...]
    find: str
    own: tuple[OwnTable, ...]
    going: OwnTable | None
    last: OwnTable | None
    books: tuple[tuple[str, str], ...]


@bp.get("/")
def index() -> Response:
    """The first page; for htmx only the games that were looked for."""
    find = request.args.get("find", "").strip()[:40]
    name = device.known()
    books = tuple((found.address, found.book.title) for found in book.of_phone(name, OWN))
    page = build(find, tuple(_own(shown) for shown in tables.by_device(name, OWN)), books)
    template = "home/_games.html" if request.htmx else "home/index.html"
    return device.kept(make_response(render_template(template, page=page)))


def build(find: str, own: tuple[OwnTable, ...], books: tuple[tuple[str, str], ...] = ()) -> HomePage:
    """The page as it shows these tables."""
    all_games = {game.id: tile(game, find) for game in variants.VARIANTS.values()}
    found = [tile for tile in all_games.values() if not find or tile.also or plain(find) in plain(tile.name)]
    usual = tuple(all_games[name] for name in USUAL)
    return HomePage(
        usual=usual[0],
        four=() if find else usual,
        lands=tuple(_lands(found)),
        find=find,
        own=own,
        going=next((table for table in own if table.readable and not table.over), None),
        last=next((table for table in own if table.readable and table.spoken and table.others), None),
        books=books,
    )


def tile(game: Variant, find: str = "") -> Tile:
    """What a game's tile says: how many play it, and to how many points."""
    # NOTE: %(numbers)s: “2 or 4 players”
    players = gettext("%(numbers)s players", numbers=either(*sorted(game.seats)))
    also = next((name for name in game.also if find and plain(find) in plain(name)), "")
    return Tile(game.id, games.name(game.id), players, game.option("target").default, also)


def plain(text: str) -> str:
    """Letters alone, as somebody types them who looks for a word: no accents, no capitals, no marks."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if c.isalnum())


def _lands(tiles: Iterable[Tile]) -> Iterator[Land]:
    among = {tile.id: tile for tile in tiles}
    for title, ids in LANDS:
        if here := tuple(among.pop(name) for name in ids if name in among):
            yield Land(gettext(title), here)
    if among:
        yield Land(gettext("Elsewhere"), tuple(among.values()))


def _own(shown: Shown) -> OwnTable:
    """A table of this phone; one that cannot be read takes no other with it."""
    name = games.name(shown.match.variant)
    with suppress(tables.BrokenLog, tables.Gone):
        state = tables.state(shown.match)
        game, me = state.line.game, _seat(state)
        score = summary.short(state, 0 if me is None else game.rules.side(me))
        return OwnTable(shown.address, shown.spoken, name, score, _others(state, me), game.over or state.full)
    broken = gettext("This table cannot be shown any more.")
    return OwnTable(shown.address, shown.spoken, name, broken, "", over=True, readable=False)


def _seat(state: State) -> int | None:
    """Where the owner of this phone sits there."""
    me = state.members.get(device.known())
    return None if me is None else me.seat


def _others(state: State, me: int | None) -> str:
    """Those who have a name there, but for the owner of this phone."""
    people = People(state.names, state.line.game.rules)
    named = tuple(people.name(seat) for seat, name in enumerate(state.names) if name and seat != me)
    return labels.joined(named) if named else ""
