"""Where the code on a table's card leads: to what is played there, else to a key that opens a table."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import places, tables
from companion.pages import all_games, joining, new_table, tiles
from companion.pages.all_games import Land
from companion.pages.tiles import Tile
from companion.places import Place
from companion.tables import codes
from companion.web import device
from companion.web.language import gettext, sentence_of

bp = Blueprint("arriving", __name__)


@dataclass(frozen=True, slots=True)
class FreePlace:
    """The page of a place where nobody plays: the game that opens at once, and all others by land."""

    token: str
    name: str
    usual: Tile
    lands: tuple[Land, ...]
    other: bool
    notice: str = ""


@bp.get("/p/<token>")
def come(token: str) -> Response:
    """Redirect to the table that is played there; with `other`, and where there is none, offer to open one."""
    place, other = _place(token), "other" in request.args
    state = None if other else places.played_at(place)
    if state is not None:
        return redirect(url_for("joining.by_link", token=state.match.join_token, place=token), 303)
    return _page(place, other=other)


@bp.post("/p/<token>")
def begin(token: str) -> Response:
    """Open a table there, unless another phone was quicker: then this one comes to that table."""
    place = _place(token)
    other = "other" in request.form
    if device.no_cookies():
        return _page(place, gettext(joining.NO_COOKIES), 403, other=other)
    if not other and places.played_at(place) is not None:
        return redirect(url_for("arriving.come", token=token), 303)
    try:
        match = new_table.opened(request.form)
    except ValueError as error:
        return _page(place, sentence_of(error), 422, other=other)
    if not places.move_in(place, match):
        tables.delete(match)
        return redirect(url_for("arriving.come", token=token), 303)
    return new_table.seated(match, 0, follows=True)


def another() -> str:
    """On the page to join a table, for whoever came by a card: the address to open another one there, else empty."""
    token = request.args.get("place", "")
    return url_for("arriving.come", token=token, other=1) if codes.is_token(token) else ""


def _place(token: str) -> Place:
    place = places.by_token(token)
    if place is None:
        abort(
            404,
            gettext(
                "This card is out of date: its code was replaced, or the place was deleted. Look for a newer card."
            ),
        )
    return place


def _page(place: Place, notice: str = "", status: int = 200, *, other: bool) -> Response:
    game = tiles.own_game()
    page = FreePlace(place.token, place.name, tiles.usual(game), tuple(all_games.lands(game.land)), other, notice)
    return device.ensure_name(make_response(render_template("places/free.html", page=page), status))
