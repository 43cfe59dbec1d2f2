"""Answer the scan of a place's card: show the match at the place, or offer to open a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import places, tables
from companion.board import summary
from companion.pages import all_games, joining, new_table, tiles
from companion.pages.all_games import Land
from companion.pages.tiles import Tile
from companion.places import LiveMatch, Place
from companion.tables import codes
from companion.web import device, guests, slots
from companion.web.language import N_, gettext, sentence_of
from companion.web.templates import tell_or_leave_out
from companion.words import games

OUT_OF_DATE = N_(
    "This card is out of date: its code was replaced, or the place was deleted. "
    "Look for a newer card."
)
TOO_MANY = N_(
    "Too many tables were opened with this card in the last hour. "
    "Join one of them, or open a table on the first page."
)

bp = Blueprint("arriving", __name__)


@dataclass(frozen=True, slots=True)
class MatchAtPlace:
    """A match that is played at the place: when it was opened, its score, and the link to join it.

    If joining is closed and this phone is not at the table, `score` is only the name of the game.
    If the card does not lead this phone to the match, `score` and `address` are "".
    """

    opened_at: datetime
    score: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """The page of a place with its matches, oldest first, and a link to open another table."""

    token: str
    name: str
    matches: tuple[MatchAtPlace, ...]


@dataclass(frozen=True, slots=True)
class FreePlace:
    """The page that opens a table at a place.

    * `usual` is the game that the page offers first: the game of the phone's newest table, or else
      the first game for the language of the page.
    * `lands` are all games, grouped by country.
    * `other` is whether the new table is opened even if a match is played at the place.
    """

    token: str
    name: str
    usual: Tile
    lands: tuple[Land, ...]
    other: bool
    notice: str = ""


@bp.get("/p/<token>")
def arrive(token: str) -> Response:
    """Redirect to the only match at the place, show several matches, or offer to open a table.

    An extension may redirect elsewhere, for example to the match of a tournament. If the query has
    `other`, the page always offers to open another table.
    """
    place = _place(token)
    led = slots.address("card", place_id=place.id)
    if led and "other" not in request.args:
        return redirect(led, 303)
    played = places.played_at(place)
    if "other" in request.args or not played:
        return _free(place, other="other" in request.args)
    matches = tuple(_match(place, live) for live in played)
    if len(matches) == 1 and matches[0].address:
        return redirect(matches[0].address, 303)
    page = PlaceChoice(place.token, place.name, matches)
    return device.ensure_phone_cookie(
        make_response(render_template("places/choice.html", page=page))
    )


@bp.post("/p/<token>")
def open_table_here(token: str) -> Response:
    """Open a table at the place. If another phone was quicker, redirect to the page of the card.

    With `other` in the form, a table is opened although a match is played at the place.
    """
    place = _place(token)
    other = "other" in request.form
    if device.keeps_no_cookies():
        return _free(place, gettext(joining.NO_COOKIES), 403, other=other)
    if not other and places.played_at(place):
        return redirect(url_for("arriving.arrive", token=token), 303)
    if places.opens_too_many(place):
        return _free(place, gettext(TOO_MANY), 429, other=other)
    try:
        match = new_table.open_from_form(request.form)
    except ValueError as error:
        return _free(place, sentence_of(error), 422, other=other)
    if not places.move_in(place, match):
        tables.delete(match)
        return redirect(url_for("arriving.arrive", token=token), 303)
    return new_table.seat_opener(match, 0, follows=True)


def another() -> str:
    """Return the address to open another table at the place that the query string names.

    Return "" if the query string names no place.
    """
    token = request.args.get("place", "")
    if not codes.is_token(token):
        return ""
    return url_for("arriving.arrive", token=token, other=1)


def _place(token: str) -> Place:
    place = places.by_token(token)
    if place is None:
        abort(404, gettext(OUT_OF_DATE))
    return place


def _match(place: Place, played: LiveMatch) -> MatchAtPlace:
    """Return a match as the page of its place shows it to this phone.

    If the card does not lead to the match, the page hides the score and the link of the match. A
    phone that is already at the table sees both.
    """
    match = played.state.match
    viewer = guests.current_guest(tables.address_for(match, "player"), state=played.state).viewer
    may_come = viewer.invited or (played.leads and viewer.role != "removed")
    if not may_come:
        return MatchAtPlace(match.created_at)
    address = url_for("joining.show_by_link", token=match.join_token, place=place.token)
    line = games.name(match.variant)
    if viewer.invited or not match.locked:
        line = tell_or_leave_out(summary.lines, match, played.state, instead=(line,))[0]
    return MatchAtPlace(match.created_at, line, address)


def _free(place: Place, notice: str = "", status: int = 200, *, other: bool) -> Response:
    game = tiles.own_game()
    lands = tuple(all_games.lands(game.land))
    page = FreePlace(place.token, place.name, tiles.usual(game), lands, other, notice)
    return device.ensure_phone_cookie(
        make_response(render_template("places/free.html", page=page), status)
    )
