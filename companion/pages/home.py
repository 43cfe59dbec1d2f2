"""Show the first page, on which a phone opens a table, joins one by its code or tries the program.

A phone that was at a table before can go back to that table.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response

from companion import tables
from companion.board import summary
from companion.engine.variant import Variant
from companion.pages import all_games, demonstration, tiles
from companion.pages.all_games import LandLink
from companion.pages.demonstration import LiveTable
from companion.pages.tiles import Tile
from companion.tables import State, TableLink
from companion.web import device
from companion.web.language import gettext
from companion.web.templates import tell_or_leave_out
from companion.words import games, labels
from companion.words.people import People

OWN = 8  # how many tables of this phone the first page lists

bp = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of this phone, as the first page lists it.

    * `score` has this phone's own side first, for example `4–6`.
    * `others` are the names of the other players.
    * `over` is true if nothing is left to play.
    * `readable` is false if the log of the table cannot be read. `score` is then a sentence that
      says so.
    """

    code: str
    shown_code: str
    variant: str
    score: str
    others: str
    over: bool
    readable: bool = True

    @property
    def game(self) -> str:
        """Return the name of the game that is played at this table."""
        return games.name(self.variant)


@dataclass(frozen=True, slots=True)
class HomePage:
    """The first page.

    * `usual`: the game for which one tap opens a table.
    * `lands`: links to the games of each land, beginning with the land of the `usual` game.
    * `own`: the tables of this phone.
    * `going`: the newest table of `own` at which something is left to play, or None.
    * `last`: the newest table of `own` whose people can play again at a new table, or None.
    * `live`: a small table on which a recorded match is played. It is None if `going` or `last` is
      a table.
    """

    usual: Tile
    live: LiveTable | None
    lands: tuple[LandLink, ...]
    own: tuple[OwnTable, ...]
    going: OwnTable | None
    last: OwnTable | None

    @property
    def games(self) -> int:
        """Return how many games the companion knows."""
        return sum(land.games for land in self.lands)


@bp.get("/")
def index() -> Response:
    """Show the first page, and give the phone a cookie if it has none."""
    newest_first = tables.by_device(device.phone_id(), OWN)
    own = tuple(_own_table(shown) for shown in newest_first)
    page = home_page(tiles.game_of(newest_first), own)
    return device.ensure_phone_cookie(make_response(render_template("home/index.html", page=page)))


def home_page(game: Variant, own: tuple[OwnTable, ...]) -> HomePage:
    """Return the first page for a phone that has the tables `own`.

    One tap on the page opens a table for `game`.
    """
    readable = tuple(table for table in own if table.readable)
    going = next((table for table in readable if not table.over), None)
    last = next((table for table in readable if table.shown_code and table.others), None)
    live = None
    if going is None and last is None:
        live = demonstration.live_table(game)
    return HomePage(
        usual=tiles.usual(game),
        live=live,
        lands=all_games.land_links(game.land),
        own=own,
        going=going,
        last=last,
    )


def _own_table(shown: TableLink) -> OwnTable:
    """Return a table of this phone for the list on the first page.

    If the table cannot be read any more, its score is a sentence that says so.
    """
    variant = shown.match.variant
    with suppress(tables.BrokenLog, tables.Gone):
        state = tables.state(shown.match)
        game = state.log.game
        me = _seat(state)
        first = 0 if me is None else game.rules.account(me)
        score = tell_or_leave_out(summary.short, state, first, instead="")
        is_done = game.over or state.is_full or state.match.rematch_id is not None
        return OwnTable(
            shown.address, shown.shown_code, variant, score, _others(state, me), is_done
        )
    broken = gettext("This table can no longer be shown.")
    return OwnTable(shown.address, shown.shown_code, variant, broken, "", over=True, readable=False)


def _seat(state: State) -> int | None:
    """Return the seat that this phone has at the table of `state`, or None if it has no seat."""
    me = state.members.get(device.phone_id())
    if me is None:
        return None
    return me.seat


def _others(state: State, me: int | None) -> str:
    """Return the names of everybody at the table, except the player at seat `me`."""
    people = People(state.names, state.log.game.rules)
    named = tuple(people.seat(seat) for seat, name in enumerate(state.names) if name and seat != me)
    if not named:
        return ""
    return labels.joined(named)
