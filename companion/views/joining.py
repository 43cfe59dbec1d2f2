"""Coming to a table: by the scanned link or the short code, into a seat or to watch."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion import tables
from companion.tables import Match
from companion.views import device, games, summary, table
from companion.views.finding import asking, guest_at, guest_of, told_of
from companion.views.language import gettext, told
from companion.views.once import printed
from companion.views.panel import HAND
from companion.views.people import glyph, isolated, many

bp = Blueprint("joining", __name__)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat on the join page; `taken` by another phone, its name also as it was `typed`."""

    seat: int
    name: str
    typed: str
    side: int
    glyph: str
    taken: bool


@dataclass(frozen=True, slots=True)
class JoinPage:
    """The join page: what is going on, the seats, and where its buttons post to."""

    action: str
    code: str
    game: str
    lines: tuple[str, ...]
    places: tuple[Place, ...]
    many: bool
    locked: bool
    notice: str = ""


@bp.get("/j/<token>")
def by_link(token: str) -> Response:
    """The seats, for somebody who scanned the code."""
    return _show(_invited(token), request.path)


@bp.post("/j/<token>")
def join_by_link(token: str) -> Response:
    """Into a seat, or in to watch."""
    return _join(_invited(token), request.path)


@bp.get("/c")
def ask() -> Response:
    """From the box where a code is typed to the table's own address."""
    match = told_of(request.args.get("code", "").strip())
    return redirect(url_for("joining.by_code", code=match.code), 303)


@bp.get("/c/<code>")
def by_code(code: str) -> Response:
    """The seats, for somebody who was told the code."""
    return _show(told_of(code), request.path)


@bp.post("/c/<code>")
def join_by_code(code: str) -> Response:
    """Into a seat, or in to watch."""
    return _join(told_of(code), request.path)


@bp.get("/h/<token>")
def host(token: str) -> Response:
    """The host's link makes a phone the host."""
    return _enter(token, "host")


@bp.get("/w/<token>", defaults={"view": HAND})
@bp.get("/w/<token>/<any(tv):view>")
def watch(token: str, view: str) -> Response:
    """The watch link lets a phone, or a screen on the wall, see the table, and nothing else."""
    return _enter(token, "watch", view)


def _invited(token: str) -> Match:
    found = tables.by_token(token)
    if found is None or found[1] != "player":
        abort(404, gettext("This link leads to no table. The host may have replaced it: scan the code again."))
    return found[0]


def _enter(token: str, role: str, view: str = HAND) -> Response:
    found = tables.by_token(token)
    if found is None or found[1] != role:
        abort(404, gettext("This link leads to no table. The host may have replaced it."))
    match, name = found[0], device.fresh()
    try:
        member = tables.join(match, name, role)
    except tables.NotAllowed as error:
        abort(403, told(error))
    shown = tables.veiled(match) if member.role == "watch" and not device.remembered(match.id) else match
    return device.keep(redirect(url_for("table.show", code=shown.code, view=view), 303), name)


def _show(match: Match, action: str, notice: str = "", status: int = 200) -> Response:
    viewer = guest_of(match).viewer
    if viewer.seat is not None and not notice:
        return redirect(url_for("table.show", code=match.code), 303)
    state, locked = tables.state(match), match.locked and viewer.role not in ("host", "player")
    page = JoinPage(
        action,
        match.code,
        games.name(match.variant),
        () if locked else summary.lines(match, state),
        places(match, state.names),
        many(tables.rules(match)),
        locked=locked,
        notice=notice,
    )
    return make_response(printed("joining/join.html", page=page), status)


def places(match: Match, names: tuple[str, ...]) -> tuple[Place, ...]:
    """The seats in play order, each with whether a phone has it."""
    side, taken = tables.rules(match).side, {member.seat for member in tables.members(match)}
    return tuple(
        Place(seat, isolated(name), name, side(seat), glyph(side(seat)), seat in taken)
        for seat, name in enumerate(names)
    )


def _join(match: Match, action: str) -> Response:
    name, (seat, over) = device.fresh(), chosen(match)
    try:
        tables.join(match, name, "watch" if seat is None else "player", seat, over=over)
    except tables.SeatTaken:
        notice = gettext("Another phone was quicker with that seat. You may take it over.")
        return _show(match, action, notice, 409)
    except tables.NotAllowed as error:
        abort(403, told(error))
    return device.keep(device.placed(_inside(match, name, seat), match.id, seat), name)


def _inside(match: Match, name: str, seat: int | None) -> Response:
    """The table: at once for a page whose script sets the address right, which spares a slow network one journey."""
    if "at_once" in request.form:
        guest = asking(match)._replace(remembered="-" if seat is None else str(seat))
        state = tables.state(match)
        return table.page(state, guest_at(state, guest, name))
    return redirect(url_for("table.show", code=match.code), 303)


def chosen(match: Match) -> tuple[int | None, bool]:
    """The seat that was tapped, and whether it is to be taken over; None for just watching."""
    if "watch" in request.form:
        return None, False
    over = "over" in request.form
    text = request.form.get("over" if over else "seat", "")
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) < match.seats):
        abort(400, gettext("Choose one of the seats."))
    return int(text), over
