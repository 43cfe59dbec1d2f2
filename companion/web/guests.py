"""Find the table that an address means, and the phone that asks for it."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import abort, current_app, request, url_for

from companion import tables
from companion.tables import Match, State, TableLink, Viewer
from companion.web import device, phone
from companion.web.error_pages import NoTable
from companion.web.language import gettext

IN_HAND = "table"  # the view of a phone that somebody holds; the others are "flat" and "tv"
ONLY_HERE = ("localhost", "127.0.0.1", "::1")


class Guest(NamedTuple):
    """The phone that asks: its role and seat, and its settings.

    * `watch_token`: the token of the link to watch by which it came, or "".
    * `phone`: its public id if it may tap, has sent a request, or had a seat that was requested;
      otherwise "".
    * `view`: the view in which it wants the table: "table" (IN_HAND), "flat" or "tv".
    * `sits_out`: whether its player got no seat when this match followed another match.
    * `taught`: how often it has shown each explanation, as the text of a cookie.

    Settings of the phone:

    * `marks`: how the score is drawn, "" if the game decides.
    * `shout`: whether calls cover its screen.
    * `buzz`: whether it vibrates.
    * `voice`: what it reads aloud.
    * `learn`: whether it explains the game: "on", or "ask" if only on request.
    """

    viewer: Viewer
    watch_token: str = ""
    phone: str = ""
    view: str = IN_HAND
    marks: str = ""
    shout: bool = True
    buzz: bool = True
    voice: str = ""
    sits_out: bool = False
    learn: str = ""
    taught: str = ""


def table_at(code: str, *, sure: bool = True) -> TableLink:
    """Return the table at /t/<code>, by its code or by the token of a link to watch.

    A code that was replaced still finds its table for a phone that was let in there. If `sure` is
    false, a code that was replaced a moment ago may find its table for any phone, which saves a
    query. Raises NoTable if no table is found.
    """
    match = tables.by_code(code, sure=sure) or tables.by_former_code(code, device.phone_id())
    table = tables.by_watch_token(code) if match is None else TableLink(match, match.code)
    if table is None:
        raise NoTable(code)
    return table


def match_by_code(code: str) -> Match:
    """Return the match that has this code, or had it before if this phone was let in there.

    Raises NoTable if there is no such match. The token of a link to watch is not a code.
    """
    match = tables.by_code(code) or tables.by_former_code(code, device.phone_id())
    if match is None:
        raise NoTable(code)
    return match


def current_guest(table: TableLink, view: str = IN_HAND, state: State | None = None) -> Guest:
    """Return the phone that asks, with its role at this table.

    `state` is the state of the table, None for the present state. Records that the phone is awake,
    since it asks for a page.
    """
    tables.note_phone(table.match, device.phone_id())
    return guest_in_state(
        state or tables.state(table.match), guest_from_request(table, view), device.phone_id()
    )


def guest_from_request(table: TableLink, view: str = IN_HAND) -> Guest:
    """Return the phone that asks, with the settings in its request, without a role at the table."""
    settings = phone.settings()
    return Guest(
        Viewer(),
        tables.watch_token_of(table),
        view=view,
        marks=settings["count"],
        shout=settings["shout"] != "off",
        buzz=settings["buzz"] != "off",
        voice=settings["voice"],
        learn=settings["learn"],
        taught=phone.taught(),
    )


def guest_in_state(state: State, guest: Guest, name: str) -> Guest:
    """Return the guest with the role of phone `name` in that state.

    The guest has a seat only in the view "table", and may not tap in the view "tv".
    """
    viewer = tables.access(state, name, guest.watch_token)
    seat = viewer.seat if guest.view == IN_HAND else None
    may_tap = viewer.may_tap and guest.view != "tv"
    named = may_tap or any(name in (request.device, request.holder) for request in state.requests)
    sits_out = viewer.seat is None and viewer.invited and tables.sits_out(state.match, name)
    return guest._replace(
        viewer=viewer._replace(seat=seat, may_tap=may_tap),
        phone=device.public_phone_id(name) if named else "",
        sits_out=sits_out,
    )


def require_onlooker(table: TableLink, view: str = IN_HAND, state: State | None = None) -> Guest:
    """Return the phone that asks. Answer 403 if it is not at the table.

    This is for pages that a television at the table may see as well.
    """
    guest = current_guest(table, view, state)
    if not guest.viewer.inside:
        abort(403, removed(guest) or gettext("This phone has not joined the table."))
    return guest


def require_member(table: TableLink, view: str = IN_HAND, state: State | None = None) -> Guest:
    """Return the phone that asks. Answer 403 if it is not at the table, or is a television.

    A television is accepted only in the view "tv", because everybody can read its link on its
    screen.
    """
    guest = require_onlooker(table, view, state)
    if guest.viewer.role == "tv" and view != "tv":
        abort(403, gettext("This link is for a television: it only shows the score."))
    return guest


def removed(guest: Guest) -> str:
    """Return the sentence for a phone that the host has removed, or "" for any other phone."""
    if guest.viewer.role != "removed":
        return ""
    return gettext(tables.OUT)


def require_player(table: TableLink) -> Guest:
    """Return the phone that asks. Answer 403 if it was not let in to play.

    The phone need not have a seat.
    """
    guest = require_member(table)
    if not guest.viewer.invited:
        abort(403, gettext("This phone is only watching: join with the code to take a seat."))
    return guest


def require_host(table: TableLink) -> None:
    """Answer 403 if the phone that asks is not a host. A host by request is accepted too."""
    guest = current_guest(table)
    if not guest.viewer.is_host:
        abort(403, removed(guest) or gettext("Only a host may do that."))


def require_host_in_charge(table: TableLink) -> None:
    """Answer 403 if the phone that asks is not a host in charge (`tables.is_in_charge`)."""
    require_host(table)
    if not tables.is_in_charge(tables.phones(table.match), device.phone_id()):
        abort(403, gettext(tables.NOT_YET))


def shared_link(endpoint: str, **named: Any) -> str:
    """Return the complete address of a page, for other phones (see `shared_origin`).

    `named` are the values in the address of the page, as for Flask's `url_for`.
    """
    return shared_origin() + url_for(endpoint, **named)


def shared_origin() -> str:
    """Return the beginning of addresses for other phones, for example `http://192.168.1.20:8000`.

    It is COMPANION_ADDRESS if that is set, else the host name by which this page was requested. A
    host name that only this machine knows is replaced by an address that phones can reach.
    """
    own: str = current_app.config["ADDRESS"]
    if own:
        return own
    only_here = urlsplit(request.host_url).hostname in ONLY_HERE
    reachable: str = current_app.config["REACHABLE"]() if only_here else ""
    return reachable or request.host_url.rstrip("/")
