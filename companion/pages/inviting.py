"""Show how others join: a QR code to scan, a code to type, and who has joined so far.

The host is sent here after opening a table.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response

from companion import tables
from companion.board import invitations
from companion.board.invitations import Invitation
from companion.pages import joining
from companion.pages.joining import JoinSeat
from companion.tables import State, Viewer, digits
from companion.web.forms import answer
from companion.web.guests import Guest, require_member, shared_link, table_at
from companion.web.language import N_, gettext
from companion.words import games
from companion.words.people import many

WAYS = {
    # NOTE: three keys, one of them chosen: what the square on this page leads to; 12 letters each
    "play": N_("To play"),
    "watch": N_("To watch"),
    "tv": N_("Television"),
}

bp = Blueprint("inviting", __name__)


@dataclass(frozen=True, slots=True)
class Way:
    """A button that shows one kind of invitation. `current` is true for the kind shown now."""

    to: str
    label: str
    current: bool


@dataclass(frozen=True, slots=True)
class InvitePage:
    """The page that shows how others join. It has only what this phone may see.

    * `to`: the kind of the invitation that is shown: "play", "watch" or "tv".
    * `invitation`: the invitation itself; None if `to` is "play" and joining is closed.
    * `home`: the address of the first page, where people type the code, without `http://`.
    * `number`: the number that leads to the table. It is "" if `to` is not "play", if joining is
      closed, or if no number is free.
    * `waits`: whether the page opens the table automatically as soon as every seat has a phone or
      somebody taps.
    * `unnamed`: whether this phone has a seat whose player has no name yet.
    """

    code: str
    game: str
    home: str
    to: str
    ways: tuple[Way, ...]
    invitation: Invitation | None
    number: str
    viewer: Viewer
    places: tuple[JoinSeat, ...]
    stamp: str
    waits: bool
    unnamed: bool
    many: bool


@bp.get("/t/<code>/invite")
def show_invitation(code: str) -> Response:
    """Show how others join, and who has joined.

    If htmx asks for the list of who has joined, answer with this list alone, or 204 if the phone
    already shows it.
    """
    table = table_at(code)
    guest = require_member(table)
    state = tables.state(table.match)
    if request.htmx.target == "come":
        return _answer_who_has_joined(guest, state)
    return answer(render_template("inviting/invite.html", page=invite_page(guest, state)))


def invite_page(guest: Guest, state: State) -> InvitePage:
    """Return the content of the page that shows this phone how others join."""
    match = state.match
    viewer = guest.viewer
    ways = invitations.allowed_kinds(viewer)
    to = request.values.get("to", "")
    if to not in ways:
        to = ways[0]
    number = ""
    if to == "play" and not match.locked:
        number = digits.number_for_table(match)
    return InvitePage(
        code=tables.address_for(match, viewer.role).address,
        game=games.name(match.variant),
        home=shared_link("home.index").partition("//")[2].rstrip("/"),
        to=to,
        ways=tuple(Way(way, gettext(WAYS[way]), way == to) for way in ways),
        invitation=invitations.invitation_for(match, to),
        number=digits.format_number(number),
        viewer=viewer,
        places=joining.join_seats(match, state.names),
        stamp=state.stamp,
        waits=viewer.is_host and not started(state),
        unnamed=viewer.seat is not None and not state.names[viewer.seat],
        many=many(state.log.game.rules),
    )


def started(state: State) -> bool:
    """Return whether a tap was recorded or every seat has a phone.

    Nobody needs to be invited then.
    """
    seated = {member.seat for member in state.members.values()} - {None}
    return state.version > 0 or len(seated) == state.match.seats


def _answer_who_has_joined(guest: Guest, state: State) -> Response:
    """Answer with the list of who has joined, or 204 if the phone already shows this list.

    If the address has `?waits`, and a tap was recorded or every seat has a phone, the answer
    instead tells the page's script to open the table.
    """
    page = invite_page(guest, state)
    if request.args.get("waits") and started(state):
        return answer("", 204, redirect=url_for("table.show_table", code=page.code))
    if request.args.get("seen") == state.stamp:
        return answer("", 204)
    return answer(render_template("inviting/_come.html", page=page))
