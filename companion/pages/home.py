"""The first page: go on where one was, play with the same people again, open a table, type a code, find a game."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from flask import Blueprint, make_response, render_template
from htmx_flask import request
from werkzeug.wrappers import Response

from companion import tables, variants
from companion.board import summary
from companion.engine.variant import Variant
from companion.tables import AddressedMatch, State
from companion.web import device, language
from companion.web.language import N_, either, gettext
from companion.words import games, labels
from companion.words.people import People

FEW = 4  # games that stand before the list
OWN = 8  # tables listed

LANDS = {
    "catalonia": N_("Catalonia, Valencia, Balearic Islands"),
    "castile": N_("Castile"),
    "france": N_("France"),
    "england": N_("England"),
    "south-america": N_("Argentina, Uruguay, Venezuela"),
    "brazil": N_("Brazil"),
    "": N_("Elsewhere"),
}
"""Where games are at home, in the order of the list."""

bp = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class Tile:
    """A game one can open a table for; `also` is what else it was found by: another name, house rules, a call."""

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
    variant: str
    score: str
    others: str
    over: bool
    readable: bool = True

    @property
    def game(self) -> str:
        """The name of its game."""
        return games.name(self.variant)


@dataclass(frozen=True, slots=True)
class HomePage:
    """The first page.

    `usual` is the game that opens at once, the first of the `four`: that of the newest table of this phone, else the
    one most played where its language is spoken.

    `going` is the newest table of this phone where something is left to play, `last` the newest it played at, which may
    be opened again with the same people. `find` is what was looked for among the games.
    """

    usual: Tile
    four: tuple[Tile, ...]
    lands: tuple[Land, ...]
    find: str
    own: tuple[OwnTable, ...]
    going: OwnTable | None
    last: OwnTable | None


@bp.get("/")
def index() -> Response:
    """The first page; for htmx only the games that were looked for."""
    find = request.args.get("find", "").strip()[:40]
    name = device.name()
    page = build(find, tuple(_own(shown) for shown in tables.by_device(name, OWN)))
    template = "home/_games.html" if request.htmx else "home/index.html"
    return device.ensure_name(make_response(render_template(template, page=page)))


def build(find: str, own: tuple[OwnTable, ...]) -> HomePage:
    """The page as it shows these tables."""
    first = own_game(own[0].variant if own else "")
    return HomePage(
        usual=tile(first),
        four=() if find else tuple(tile(game) for game in _some(first)),
        lands=tuple(_lands(find, first.land)),
        find=find,
        own=own,
        going=next((table for table in own if table.readable and not table.over), None),
        last=next((table for table in own if table.readable and table.spoken and table.others), None),
    )


def own_game(newest: str) -> Variant:
    """The game of this phone's newest table, else ("" or unknown) the one most played where its language is spoken."""
    return variants.get(newest if newest in variants.VARIANTS else variants.FIRST_IN[language.code()])


def _some(first: Variant) -> Iterator[Variant]:
    """That game, and others that are played most somewhere else."""
    yield from islice((variants.get(name) for name in dict.fromkeys((first.id, *variants.FIRST_IN.values()))), FEW)


def tile(game: Variant, also: str = "") -> Tile:
    """What a game's tile says: how many play it, and to how many points; `also` is how somebody called it."""
    # NOTE: %(numbers)s: “2 or 4 players”
    players = gettext("%(numbers)s players", numbers=either(*sorted(game.seats)))
    return Tile(game.id, games.name(game.id), players, game.option("target").default, also)


def plain(text: str) -> str:
    """Letters alone, as somebody types them who looks for a word: no accents, no capitals, no marks."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if c.isalnum())


def _lands(find: str, own: str) -> Iterator[Land]:
    """The games that somebody may mean who looks for `find`, of the own land first; all of them for ""."""
    meant = _meant(plain(find))
    for land, title in sorted(LANDS.items(), key=lambda item: item[0] != own):
        tiles = (tile(game, also) for game, also in meant.items() if game.land == land)
        if here := tuple(sorted(tiles, key=lambda tile: plain(tile.name))):
            yield Land(gettext(title), here)


def _meant(find: str) -> dict[Variant, str]:
    """The games of such a name, each with the name that was meant ("" for its own); else those of such a land."""
    named = dict[Variant, str]()
    for game in variants.VARIANTS.values():
        own, *others = _names(game)
        if name := next((name for name in (own, *others) if find in plain(name)), ""):
            named[game] = "" if name == own else name
    lands = {land for land, title in LANDS.items() if find in plain(gettext(title))}
    return named or {game: "" for game in variants.VARIANTS.values() if game.land in lands}


def _names(game: Variant) -> Iterator[str]:
    """What a game is called, in the language of the page first, its ready-made sets of house rules, and its calls."""
    words = games.words(game.id)
    yield from (games.name(game.id), game.name, *game.also)
    for preset in game.presets:
        yield from (words.preset(preset.name), preset.name)
    yield from games.calls(game.id)


def _own(shown: AddressedMatch) -> OwnTable:
    """A table of this phone; one that cannot be read takes no other with it."""
    variant = shown.match.variant
    with suppress(tables.BrokenLog, tables.Gone):
        state = tables.state(shown.match)
        game, me = state.line.game, _seat(state)
        score = summary.short(state, 0 if me is None else game.rules.side(me))
        return OwnTable(shown.address, shown.spoken, variant, score, _others(state, me), game.over or state.full)
    broken = gettext("This table cannot be shown any more.")
    return OwnTable(shown.address, shown.spoken, variant, broken, "", over=True, readable=False)


def _seat(state: State) -> int | None:
    """Where the owner of this phone sits there."""
    me = state.members.get(device.name())
    return None if me is None else me.seat


def _others(state: State, me: int | None) -> str:
    """Those who have a name there, but for the owner of this phone."""
    people = People(state.names, state.line.game.rules)
    named = tuple(people.name(seat) for seat, name in enumerate(state.names) if name and seat != me)
    return labels.joined(named) if named else ""
