"""Who sits where: every phone may take, change or leave a seat; the host may move, free, rename, lock, revoke."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import tables
from companion.engine import Impossible
from companion.tables import Match
from companion.views import device, joining
from companion.views.finding import guest_of, host_of, match_of, member_of, shared_link
from companion.views.keys import Viewer
from companion.views.language import gettext, told
from companion.views.people import many
from companion.views.table import Invitation, invitation, may_invite

bp = Blueprint("hosting", __name__)


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """The seats of a table, what this phone may do about them, the way in for others, and for the host the links."""

    code: str
    viewer: Viewer
    places: tuple[joining.Place, ...]
    many: bool
    may_sit: bool
    locked: bool
    invitation: Invitation | None
    watch_link: str
    tv_link: str
    notice: str = ""


@bp.get("/t/<code>/seats")
def seats(code: str) -> Response:
    """The seats as this phone may change them."""
    match = match_of(code)
    member_of(match)
    return _page(match)


@bp.post("/t/<code>/seats")
def change_seat(code: str) -> Response:
    """Take a seat (`seat`, or `over` where another phone has it), leave one, or give one's own another name."""
    match = match_of(code)
    guest = member_of(match)
    if "leave" in request.form:
        tables.leave(match, device.known())
        return _back(match, None, to="hosting.seats")
    if "name" in request.form:
        return _renamed(match, guest.viewer)
    if guest.uninvited:
        abort(403, gettext("This phone is only watching: join with the code to take a seat."))
    return _sit(match)


@bp.get("/t/<code>/host")
def host(code: str) -> Response:
    """The same page: what only the host may do stands below the seats."""
    match = match_of(code)
    host_of(match)
    return _page(match)


@bp.post("/t/<code>/host/<action>")
def act(code: str, action: str) -> Response:
    """One of the host's deeds, then the page again."""
    match = match_of(code)
    host_of(match)
    if action not in DEEDS:
        abort(404, gettext("There is nothing of that name a host can do."))
    try:
        match = DEEDS[action](match) or match
    except ValueError as error:
        return _page(match, told(error), 422)
    return redirect(url_for("hosting.host", code=match.code), 303)


def _sit(match: Match) -> Response:
    seat, over = joining.chosen(match)
    try:
        tables.join(match, device.known(), "player", seat, over=over)
    except tables.SeatTaken:
        return _page(match, gettext("Another phone has that seat. You may take it over."), 409)
    except tables.NotAllowed as error:
        abort(403, told(error))
    return _back(match, seat, to="table.show")


def _renamed(match: Match, viewer: Viewer) -> Response:
    if viewer.seat is None:
        abort(403, gettext("This phone has no seat to name."))
    try:
        tables.rename(match, viewer.seat, request.form["name"])
    except ValueError as error:
        return _page(match, told(error), 422)
    return redirect(url_for("hosting.seats", code=match.code), 303)


def _back(match: Match, seat: int | None, *, to: str) -> Response:
    return device.placed(redirect(url_for(to, code=match.code), 303), match.id, seat)


def _page(match: Match, notice: str = "", status: int = 200) -> Response:
    guest = guest_of(match)
    page = SeatsPage(
        code=match.code,
        viewer=guest.viewer,
        places=joining.places(match, tables.state(match).names),
        many=many(tables.rules(match)),
        may_sit=not guest.uninvited,
        locked=match.locked,
        invitation=invitation(match) if guest.viewer.host or may_invite(match, guest) else None,
        watch_link=_watch_link(match) if guest.viewer.host else "",
        tv_link=_watch_link(match, view="tv") if guest.viewer.host else "",
        notice=notice,
    )
    return make_response(render_template("seats/seats.html", page=page), status)


def _watch_link(match: Match, **view: str) -> str:
    return shared_link("joining.watch", token=match.watch_token, **view)


def _free(match: Match) -> None:
    tables.free(match, _seat("seat", match))


def _move(match: Match) -> None:
    tables.move(match, _seat("seat", match), _seat("with", match))


def _rename(match: Match) -> None:
    tables.rename(match, _seat("seat", match), request.form.get("name", ""))


def _seat(field: str, match: Match) -> int:
    text = request.form.get(field, "")
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) < match.seats):
        raise Impossible("Choose one of the seats.")
    return int(text)


DEEDS: dict[str, Callable[[Match], Match | None]] = {
    "lock": tables.lock,
    "unlock": tables.unlock,
    "revoke": tables.revoke,
    "free": _free,
    "move": _move,
    "rename": _rename,
}
