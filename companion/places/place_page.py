"""Open a place, print its card, and change its name or its code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import places
from companion.pages.joining import NO_COOKIES
from companion.pages.limits import check_open_rate
from companion.places import Place, card_address
from companion.places.card_address import CardAddress
from companion.web import device, qr
from companion.web.language import gettext, sentence_of
from companion.web.qr import Square

CHANGES: Mapping[str, Callable[[Place], None]] = {
    "rename": lambda place: places.rename(place, request.form.get("name", "")),
    "replace": places.replace_code,
    "delete": places.delete,
}

bp = Blueprint("place_page", __name__)


@dataclass(frozen=True, slots=True)
class PlacePage:
    """The page of a place: the link on its card, also as a QR code.

    * `keep` is the token in the address of this page.
    * `link` is the link on the card, and `address` its first part, the address of this server.
    * `others` are other addresses of this server that the link on the card may begin with.
    """

    keep: str
    name: str
    link: str
    square: Square
    address: CardAddress
    others: tuple[CardAddress, ...]
    notice: str = ""


@bp.get("/place")
def show_new_place() -> Response:
    """Show the form that opens a place: an explanation, and a field for the name."""
    return _new()


@bp.post("/place")
def create_place() -> Response:
    """Open a place for this phone, or show the form again with the error."""
    if device.keeps_no_cookies():
        return _new(gettext(NO_COOKIES), 403)
    opened = check_open_rate()
    name = device.phone_id_or_new()
    try:
        place = places.open_place(request.form.get("name", ""), name)
    except ValueError as error:
        return _new(sentence_of(error), 422)
    opened()
    return device.set_phone_cookie(
        redirect(url_for("place_page.show_place", keep=place.keep_token), 303), name
    )


@bp.get("/place/<keep>")
def show_place(keep: str) -> Response:
    """Show the page of the place, with its card to print."""
    return _card(_kept(keep))


@bp.post("/place/<keep>")
def change_place(keep: str) -> Response:
    """Rename the place, replace its code or delete it, as the form field `do` says."""
    place = _kept(keep)
    work = CHANGES.get(request.form.get("do", ""))
    if work is None:
        abort(400)
    try:
        work(place)
    except ValueError as error:
        return _card(place, sentence_of(error), 422)
    if work is places.delete:
        return redirect(url_for("home.index"), 303)
    return redirect(
        url_for("place_page.show_place", keep=keep, address=request.args.get("address")), 303
    )


def _kept(keep: str) -> Place:
    place = places.by_keep_token(keep)
    if place is None:
        abort(404, gettext("This place does not exist. It may have been deleted."))
    return place


def _new(notice: str = "", status: int = 200) -> Response:
    page = {"name": request.form.get("name", ""), "longest": places.LONGEST_NAME, "notice": notice}
    return device.ensure_phone_cookie(
        make_response(render_template("places/new.html", page=page), status)
    )


def _card(place: Place, notice: str = "", status: int = 200) -> Response:
    choices = card_address.choices()
    address = card_address.chosen(choices)
    others = tuple(other for other in choices if other != address)
    link = address.origin + url_for("arriving.arrive", token=place.token)
    page = PlacePage(place.keep_token, place.name, link, qr.square(link), address, others, notice)
    return make_response(render_template("places/place.html", page=page), status)
