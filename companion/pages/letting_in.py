"""Let one phone join even while joining is closed: as another host, or in place of a lost phone.

If another match has followed, the pages redirect to that match, because everybody is there.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion import tables
from companion.pages import limits
from companion.tables import digits
from companion.web import device, qr
from companion.web.forms import answer
from companion.web.guests import require_host_in_charge, require_player, shared_link, table_at
from companion.web.qr import Square
from companion.words.people import called

bp = Blueprint("letting_in", __name__)


@dataclass(frozen=True, slots=True)
class LetInPage:
    """The page that lets one phone in, by a link, the same link as a QR code, or eight digits.

    * The digits are typed on the first page.
    * `seat` is the name of the seat that the phone gets, "" if it becomes host.
    * `number` is "" if no number is free. In this case, the page of a seat has no `link` either,
      because this link contains the number.
    """

    code: str
    back: str
    home: str
    seat: str
    link: str
    square: Square | None
    number: str


@bp.get("/t/<code>/host/link")
def show_host_link(code: str) -> Response:
    """Show the host link, and a number that makes one phone host."""
    table = table_at(code)
    require_host_in_charge(table)
    if table.match.rematch_id is not None:
        return redirect(url_for("rematch.follow_rematch", code=code), 303)
    link = shared_link("joining.show_host_link", token=table.match.host_token)
    number = digits.number_for_host(table.match, device.phone_id(), limits.network_hash())
    return _show_page(code, "seats.show_host_page", "", link, number)


@bp.get("/t/<code>/seats/<int:seat>")
def show_seat_number(code: str, seat: int) -> Response:
    """Show a number that gives a phone this seat, in place of the phone that has it.

    Redirects to the page of all seats if this seat cannot be given to another phone.
    """
    table = table_at(code)
    match = table.match
    viewer = require_player(table).viewer
    if match.rematch_id is not None:
        return redirect(url_for("rematch.follow_rematch", code=code), 303)
    is_replaceable = seat in tables.replaceable_seats(match, viewer)
    holders = [member.device for member in tables.members(match) if member.seat == seat]
    if not is_replaceable or not holders:  # the phone may have left the seat a moment ago
        return redirect(url_for("seats.show_seats", code=code), 303)
    phone = device.phone_id()
    number = digits.number_for_seat(match, seat, holders[0], phone, limits.network_hash())
    link = ""
    if number:
        link = shared_link("joining.show_number", number=number)
    return _show_page(
        code, "seats.show_seats", called(seat, tables.state(match).names[seat]), link, number
    )


def _show_page(code: str, back: str, seat: str, link: str, number: str) -> Response:
    page = LetInPage(
        code=code,
        back=url_for(back, code=code),
        home=shared_link("home.index").partition("//")[2].rstrip("/"),
        seat=seat,
        link=link,
        square=qr.square(link) if link else None,
        number=digits.format_number(number),
    )
    return answer(render_template("seats/let_in.html", page=page))
