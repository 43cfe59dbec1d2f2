"""Show the wall of a bar's places on a television, and the form that makes or deletes the wall."""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.pages.joining import NO_COOKIES
from companion.places import walls
from companion.places.place import PlaceWall
from companion.places.walls import AtPlace
from companion.tables import State, codes
from companion.web import device, qr
from companion.web.guests import shared_link
from companion.web.language import gettext, sentence_of
from companion.web.templates import tell_or_leave_out
from companion.web.walls import (
    TILES,
    PageInTurn,
    answer_with_wall,
    grid_class,
    next_page,
    size_class,
    split_evenly,
)
from companion.words.people import People

bp = Blueprint("place_wall", __name__)


@dataclass(frozen=True, slots=True)
class WallSide:
    """A side of a match on the wall: its names and its score.

    `size` is the CSS class for names of this length.
    """

    name: str
    size: str
    score: str


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """A place on the wall.

    `number` is shown in large digits: the last number in the name of the place, or else the number
    of the tile, counted from 1. `sides` is empty if no match is shown at the place.
    """

    number: str
    name: str
    sides: tuple[WallSide, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WallOfPlaces(PageInTurn):
    """One page of the wall of a bar.

    `playing` is how many matches are shown on all pages of the wall. `grid` is the CSS class that
    lays out `tiles`.
    """

    playing: int
    tiles: tuple[PlaceTile, ...]
    grid: str


@dataclass(frozen=True, slots=True)
class WallForm:
    """The page on which a phone makes the wall of its places. `link` is "" if there is no wall."""

    title: str
    longest: int
    link: str
    token: str
    square: qr.Square | None
    notice: str = ""


@bp.get("/place/wall")
def show_wall_form() -> Response:
    """Show the link of the wall, or the form that makes a wall."""
    return _form()


@bp.post("/place/wall")
def change_wall() -> Response:
    """Make the wall of this phone's places, or give it another title.

    With `do=close` in the form, delete the wall.
    """
    phone = device.phone_id()
    if not phone:
        return _form(gettext(NO_COOKIES), 403)
    if request.form.get("do") == "close":
        walls.close_wall(phone)
        return redirect(url_for("place_wall.show_wall_form"), 303)
    try:
        walls.open_wall(request.form.get("title", ""), phone)
    except ValueError as error:
        return _form(sentence_of(error), 422)
    return redirect(url_for("place_wall.show_wall_form"), 303)


def _form(notice: str = "", status: int = 200) -> Response:
    wall = walls.wall_of_phone(device.phone_id())
    link = ""
    if wall is not None:
        link = shared_link("place_wall.show_wall", wall=wall.token)
    page = WallForm(
        title=wall.title if wall is not None else request.form.get("title", ""),
        longest=walls.LONGEST_NAME,
        link=link,
        token=wall.token if wall is not None else "",
        square=qr.square(link) if link else None,
        notice=notice,
    )
    text = render_template("places/wall_form.html", page=page)
    return device.ensure_phone_cookie(make_response(text, status))


@bp.get("/p/<wall>/wall")
def show_wall(wall: str) -> Response:
    """Show the page of the wall whose number is `page` in the query string.

    A number after the last page counts on from the first page: of 2 pages, number 3 is the first.
    """
    found = walls.wall_by_token(wall) if codes.is_token(wall) else None
    if found is None:
        abort(404, gettext("This wall does not exist. It may have been deleted."))
    return answer_with_wall("places", wall, lambda at: _page(found, at))


def _page(wall: PlaceWall, at: int) -> WallOfPlaces:
    shown = walls.shown_at(wall)
    split = split_evenly(len(shown), TILES) or [range(0)]
    pages = len(split)
    at = (at - 1) % pages + 1
    tiles = tuple(_tile(shown[order], order + 1) for order in split[at - 1])
    return WallOfPlaces(
        token=wall.token,
        title=wall.title,
        page=at,
        pages=pages,
        next=next_page(at, pages),
        playing=sum(one.live is not None for one in shown),
        tiles=tiles,
        grid=grid_class(len(tiles)),
    )


def _tile(one: AtPlace, order: int) -> PlaceTile:
    """Return the tile of a place. It shows the last number in the place's name, or else `order`."""
    ends_in = re.search(r"(\d{1,3})\D*$", one.place.name)
    shown = ends_in[1] if ends_in is not None else str(order)
    sides = tuple[WallSide, ...]()
    if one.live is not None:
        sides = tell_or_leave_out(_sides, one.live.state, instead=())
    return PlaceTile(shown, one.place.name, sides)


def _sides(state: State) -> tuple[WallSide, ...]:
    people = People(state.names, state.log.game.rules)
    sides = list[WallSide]()
    for side, score in enumerate(state.log.game.deciding_score):
        name = people.side(side)
        sides.append(WallSide(name, size_class(name), str(score)))
    return tuple(sides)
