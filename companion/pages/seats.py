"""Show the seats and phones of a table. A phone may take or leave a seat; a host may do more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, abort, make_response, redirect, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response

from companion import tables
from companion.board.invitations import may_invite
from companion.engine import Impossible
from companion.pages import joining
from companion.tables import Match, TableLink, Viewer
from companion.web import device, player_name
from companion.web.forms import number
from companion.web.guests import (
    current_guest,
    require_host,
    require_host_in_charge,
    require_member,
    require_player,
    table_at,
)
from companion.web.language import gettext, sentence_of
from companion.words.people import called, many

bp = Blueprint("seats", __name__)

REPLACED: dict[str, tuple[tables.LinkKind, ...]] = {
    "join": ("player",),
    "watch": ("watch",),
    "tv": ("tv",),
    "host": ("host",),
}
"""The links that a host replaces if the form names this key.

If the form names none, all links but the host link are replaced.
"""


@dataclass(frozen=True, slots=True)
class TablePhone:
    """A phone as a host sees it in the list of phones.

    * `id`: the public id of the phone.
    * `what`: the name of its player, or what the phone does ("Watching").
    * `since`: when the phone joined.
    * `seen`: when the phone last looked.
    * `may_appoint`: whether this host may make the phone a host.
    * `may_demote`: whether this host may make the phone an ordinary player again.
    * `may_remove`: whether this host may remove the phone.
    * `removed`: whether the phone was removed. The host may let it join again.
    """

    id: str
    what: str
    since: datetime
    seen: datetime
    mine: bool
    host: tables.HostKind
    may_appoint: bool
    may_demote: bool
    may_remove: bool
    removed: bool


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """The page of a table's seats, with what this phone may change and what only a host may do.

    * `lost`: the seats that this phone may give to a new phone, in case the old phone is lost.
    * `opens_phones`: whether the list of phones is open.
    * `why_not`: why some buttons are missing on the page of a host by request.
    """

    code: str
    shown_code: str
    viewer: Viewer
    places: tuple[joining.JoinSeat, ...]
    phones: tuple[TablePhone, ...]
    many: bool
    locked: bool
    invites: bool
    lost: tuple[joining.JoinSeat, ...]
    in_charge: bool
    why_not: str
    opens_phones: bool
    notice: str = ""


@bp.get("/t/<code>/seats")
def show_seats(code: str) -> Response:
    """Show the seats, with what this phone may change about them."""
    table = table_at(code)
    require_member(table)
    return _show_page(table)


@bp.post("/t/<code>/seats")
def change_seat(code: str) -> Response:
    """Take a seat, leave this phone's seat, or rename the player of that seat, as the form says.

    The field `seat` names a free seat to take, the field `over` a seat to take over from another
    phone.
    """
    table = table_at(code)
    guest = require_player(table)
    if "leave" in request.form:
        tables.leave_seat(table.match, device.phone_id())
        return redirect(url_for("seats.show_seats", code=table.match.code), 303)
    if "name" in request.form:
        return _renamed(table, guest.viewer)
    return _sit(table)


@bp.get("/t/<code>/host")
def show_host_page(code: str) -> Response:
    """Show a host the seats and, below them, what only a host may do."""
    table = table_at(code)
    require_host(table)
    tables.mark_seen(table.match, device.phone_id())
    return _show_page(table)


@bp.post("/t/<code>/host/<action>")
def do_host_action(code: str, action: str) -> Response:
    """Do the action of HOST_ACTIONS that the address names, and show the page again."""
    table = table_at(code)
    require_host(table)
    if action not in HOST_ACTIONS:
        abort(404, gettext("That is not possible here."))
    if action in ONLY_IN_CHARGE:
        require_host_in_charge(table)
    try:
        match = HOST_ACTIONS[action](table.match) or table.match
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        return _show_page(table, sentence_of(error), 422)
    if action in OF_PHONES:
        return _back(match, "seats.show_host_page", "phones")
    return _back(match, "seats.show_host_page")


def _sit(table: TableLink) -> Response:
    seat, over = joining.seat_choice(table.match)
    try:
        if over and seat is not None:
            joining.take_over(
                table.match, device.phone_id(), seat, player_name.remembered(), keeps=True
            )
        else:
            tables.join(table.match, device.phone_id(), "player", seat)
            joining.name_seat(table.match, seat, player_name.remembered(), keeps=True)
    except tables.SeatTaken:
        return _show_page(table, gettext("Another phone has that seat. You can take it over."), 409)
    except tables.SeatAsked as error:
        return _show_page(table, sentence_of(error), 409)
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    return redirect(url_for("table.show_table", code=table.match.code), 303)


def _renamed(table: TableLink, viewer: Viewer) -> Response:
    if viewer.seat is None:
        abort(403, gettext("This phone has no seat, so it cannot change a name."))
    try:
        name = tables.rename(table.match, viewer.seat, request.form["name"])
    except ValueError as error:
        return _show_page(table, sentence_of(error), 422)
    return player_name.set_name_cookie(_back(table.match, "seats.show_seats"), name)


def _back(match: Match, page: str, opens: str | None = None) -> Response:
    """Redirect to the invite page if the form came from there, otherwise to the endpoint `page`.

    `opens` names the section of `page` that is open.
    """
    if request.form.get("back") == "invite":
        return redirect(url_for("inviting.show_invitation", code=match.code), 303)
    return redirect(url_for(page, code=match.code, open=opens), 303)


def _show_page(table: TableLink, notice: str = "", status: int = 200) -> Response:
    guest = current_guest(table)
    match = table.match
    names = tables.state(match).names
    is_host = guest.viewer.is_host
    phones = tables.phones(match) if is_host else ()
    hosts = tables.hosts(phones)
    in_charge = tables.is_in_charge(hosts, device.phone_id())
    places = joining.join_seats(match, names)
    replaceable = tables.replaceable_seats(match, guest.viewer)
    page = SeatsPage(
        code=tables.address_for(match, guest.viewer.role).address,
        shown_code=tables.address_for(match, guest.viewer.role).shown_code,
        viewer=guest.viewer,
        places=places,
        phones=tuple(_phone(row, hosts, names, in_charge=in_charge) for row in phones),
        many=many(tables.rules(match)),
        locked=match.locked,
        invites=is_host or may_invite(match, guest),
        lost=tuple(place for place in places if place.seat in replaceable),
        in_charge=in_charge,
        opens_phones=request.args.get("open") == "phones",
        why_not=gettext(tables.NOT_YET) if is_host and not in_charge else "",
        notice=notice,
    )
    template = "seats/_seats.html" if request.htmx else "seats/seats.html"
    return make_response(render_template(template, page=page), status)


def _phone(
    row: tables.Member, hosts: tuple[tables.Member, ...], names: tuple[str, ...], *, in_charge: bool
) -> TablePhone:
    own = device.phone_id()
    may_overrule = tables.may_overrule(hosts, own, row.device)
    what = _what(row)
    if row.seat is not None:
        what = called(row.seat, names[row.seat])
    return TablePhone(
        device.public_phone_id(row.device),
        what,
        row.joined_at,
        row.seen_at,
        mine=row.device == own,
        host=row.host,
        may_appoint=row.role == "player" and row.host != "full" and in_charge,
        may_demote=row.host != "" and may_overrule,
        may_remove=row.role != "removed" and may_overrule,
        removed=row.role == "removed",
    )


def _what(row: tables.Member) -> str:
    return {
        "player": gettext("No seat"),
        "watch": gettext("Watching"),
        "tv": gettext("Television"),
        "removed": gettext("Removed"),
    }[row.role]


def _free(match: Match) -> None:
    tables.free_seat(match, _seat("seat", match))


def _move(match: Match) -> None:
    tables.swap_seats(match, _seat("seat", match), _seat("with", match))


def _rename(match: Match) -> None:
    tables.rename(match, _seat("seat", match), request.form.get("name", ""))


def _remove(match: Match) -> None:
    name = _device(match)
    if name == device.phone_id():
        raise Impossible("The host’s own phone cannot remove itself.")
    tables.ban_phone(match, name, by=device.phone_id())


def _appoint(match: Match) -> None:
    tables.make_host(match, _device(match), by=device.phone_id())


def _demote(match: Match) -> None:
    tables.unmake_host(match, _device(match), by=device.phone_id())


def _readmit(match: Match) -> None:
    tables.unban_phone(match, _device(match))


def _revoke(match: Match) -> Match:
    return tables.replace_links(
        match, REPLACED.get(request.form.get("link", ""), ("player", "watch", "tv"))
    )


def _seat(field: str, match: Match) -> int:
    seat = number(request.form.get(field, ""), match.seats)
    if seat is None:
        raise Impossible("Choose one of the seats.")
    return seat


def _device(match: Match) -> str:
    wanted = request.form.get("phone", "")
    for row in tables.phones(match):
        if device.public_phone_id(row.device) == wanted:
            return row.device
    raise Impossible("That phone is no longer at this table.")


HOST_ACTIONS: dict[str, Callable[[Match], Match | None]] = {
    "lock": tables.lock,
    "unlock": tables.unlock,
    "revoke": _revoke,
    "free": _free,
    "move": _move,
    "rename": _rename,
    "remove": _remove,
    "readmit": _readmit,
    "appoint": _appoint,
    "demote": _demote,
}
OF_PHONES = ("remove", "readmit", "appoint", "demote")
"""The actions in the list of phones, which stays open after them."""
ONLY_IN_CHARGE = ("revoke", "appoint")
"""The actions of a host in charge. "demote" and "remove" are decided for each phone."""
