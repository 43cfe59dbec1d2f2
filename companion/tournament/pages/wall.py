"""Show the wall, for a television: who plays where, live scores, standings or the bracket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, make_response, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.tournament import clock, showing
from companion.tournament.clock import Clock
from companion.tournament.lately import follow_lately
from companion.tournament.pages import asked, changes_told
from companion.tournament.rounds import Snapshot
from companion.tournament.showing import FixtureTile, ShownBracket, StandingsTable
from companion.web.forms import number
from companion.web.walls import PAGE_SECONDS, TILES, ShownWall, drawn_lately, next_page

bp = Blueprint("tournament_wall", __name__)


@dataclass(frozen=True, slots=True)
class WallPage:
    """One page of the wall. `page` counts from 1 of `pages`; `next` is the one after it."""

    token: str
    title: str
    round: str
    news: str
    kind: str
    page: int
    pages: int
    next: int
    seconds: int
    clock: Clock | None
    tiles: tuple[FixtureTile, ...]
    standings: StandingsTable | None
    bracket: ShownBracket | None
    missing: tuple[FixtureTile, ...]
    over: int
    playing: int


@bp.get("/k/<token>/wall")
def show_wall(token: str) -> Response:
    """Show a page of the wall: `page` says which one, in turn."""
    found = asked.require(token)
    at = number(request.args.get("page", ""), 1000) or 1

    def draw() -> ShownWall:
        page = _page(follow_lately(found.tournament), token, at)
        text = render_template("tournament/_wall.html", page=page)
        drawn = Markup(text)  # noqa: S704 # a template escapes its texts
        return ShownWall(page.title, page.page, page.pages, drawn, page.next)

    wall = drawn_lately(("tournament", token, at), draw)
    if "HX-Request" in request.headers:
        return make_response(wall.drawn)
    return make_response(render_template("tournament/wall.html", wall=wall, token=token))


def _page(snapshot: Snapshot, token: str, number: int) -> WallPage:
    tiles = [tile for tile in showing.tiles(snapshot) if tile.state != "bye"]
    pages: list[tuple[str, int]] = [("tables", start) for start in range(0, len(tiles), TILES)]
    made = showing.standings_tables(snapshot)
    pages += [("standings", at) for at, table in enumerate(made) if table.rows]
    shown = showing.shown_brackets(snapshot)
    pages += [("bracket", at) for at in range(len(shown))]
    if not pages:
        pages = [("waiting", 0)]
    number = (number - 1) % len(pages) + 1
    kind, at = pages[number - 1]
    missing = tuple(tile for tile in tiles if tile.state == "missing")
    return WallPage(
        token=token,
        title=snapshot.tournament.title,
        round=showing.round_title(snapshot),
        news=changes_told.news(snapshot),
        kind=kind,
        page=number,
        pages=len(pages),
        next=next_page(number, len(pages), _calling(tiles)),
        seconds=PAGE_SECONDS,
        clock=clock.clock(snapshot.tournament),
        tiles=tuple(tiles[at : at + TILES]) if kind == "tables" else (),
        standings=made[at] if kind == "standings" else None,
        bracket=shown[at] if kind == "bracket" else None,
        missing=missing,
        over=sum(tile.is_over for tile in tiles),
        playing=len(tiles),
    )


def _calling(tiles: Sequence[FixtureTile]) -> list[int]:
    """Return the pages with a table that calls the referee, or to which nobody has come."""
    calls = [at for at, tile in enumerate(tiles) if tile.calls or tile.state == "missing"]
    return sorted({at // TILES + 1 for at in calls})
