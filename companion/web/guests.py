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

IN_HAND = "table"  # the view of a phone that somebody holds; the others are OTHER_VIEWS
OTHER_VIEWS = ("flat", "tv")
ONLY_HERE = ("localhost", "127.0.0.1", "::1")


class Guest(NamedTuple):
    """The phone that asks: its role and seat, and its settings.

    * `watch_token`: the token of the link to watch by which the phone came, or "".
    * `phone`: the public id of the phone (see `device.public_phone_id`) if the phone may tap, has
      sent a request, or had a seat that another phone requested; otherwise "".
    * `view`: the view of the table that the phone asks for: "table" (IN_HAND), "flat" or "tv".
    * `sits_out`: whether the player of the phone got no seat in this rematch.
    * `taught`: how often the phone has shown each explanation, as the text of a cookie.

    Settings of the phone:

    * `marks`: how the score is drawn, "" if the game decides.
    * `shout`: whether the phone shows call overlays.
    * `buzz`: whether the phone vibrates.
    * `voice`: what the phone reads aloud.
    * `learn`: "on" if the phone explains the game, "ask" if it does so on request only, or "".
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
    """Return the table at /t/<code>. `code` is its code, or the token of a link to watch.

    A phone that was let in to play also finds its table by a code that was replaced. Pass `sure` as
    false to save a query. Then a code that was replaced a moment ago may find the table for any
    phone. Raises NoTable if no table is found.
    """
    match = tables.by_code(code, sure=sure) or tables.by_former_code(code, device.phone_id())
    table = tables.by_watch_token(code) if match is None else TableLink(match, match.code)
    if table is None:
        raise NoTable(code)
    return table


def match_by_code(code: str) -> Match:
    """Return the match that has this code.

    A phone that was let in to play also finds the match by a code that was replaced. Raises NoTable
    if no match is found. The token of a link to watch finds no match.
    """
    match = tables.by_code(code) or tables.by_former_code(code, device.phone_id())
    if match is None:
        raise NoTable(code)
    return match


def current_guest(table: TableLink, view: str = IN_HAND, state: State | None = None) -> Guest:
    """Return the phone that asks, with its role at this table.

    `state` is the state of the table, None for the present state. This also records that the phone
    is awake.
    """
    tables.note_phone(table.match, device.phone_id())
    return guest_in_state(
        state or tables.state(table.match), guest_from_request(table, view), device.phone_id()
    )


def guest_from_request(table: TableLink, view: str = IN_HAND) -> Guest:
    """Return the phone that asks, with the settings from its cookies but without a role."""
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


def view_to_return_to() -> str | None:
    """Return the view of the table from which this page was opened, and to which it leads back.

    The address of the page names it with `?view=`. It is one of OTHER_VIEWS, or None for the view
    of a phone that somebody holds.
    """
    view = request.args.get("view", "")
    return view if view in OTHER_VIEWS else None


def guest_in_state(state: State, guest: Guest, name: str) -> Guest:
    """Return the guest with the role that the phone `name` has in that state.

    In the views "flat" and "tv" the guest has no seat. In the view "tv" it may not tap.
    """
    viewer = tables.access(state, name, guest.watch_token)
    seat = viewer.seat if guest.view == IN_HAND else None
    may_tap = viewer.may_tap and guest.view != "tv"
    named = may_tap or any(name in (asked.device, asked.holder) for asked in state.requests)
    sits_out = viewer.seat is None and viewer.invited and tables.sits_out(state.match, name)
    return guest._replace(
        viewer=viewer._replace(seat=seat, may_tap=may_tap),
        phone=device.public_phone_id(name) if named else "",
        sits_out=sits_out,
    )


def require_onlooker(table: TableLink, view: str = IN_HAND, state: State | None = None) -> Guest:
    """Return the phone that asks. Answer 403 if it is not at the table.

    Use this for pages that a television at the table may show too.
    """
    guest = current_guest(table, view, state)
    if not guest.viewer.inside:
        abort(403, removed(guest) or gettext("This phone has not joined the table."))
    return guest


def require_member(table: TableLink, view: str = IN_HAND, state: State | None = None) -> Guest:
    """Return the phone that asks. Answer 403 if it is not at the table, or is a television.

    A television is accepted only in the view "tv". Everybody can read the link of a television on
    its screen, so this link must not open the pages of members.
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
    """Return the complete URL of a page, for other phones (see `shared_origin`).

    `endpoint` and `named` are passed to Flask's `url_for`.
    """
    return shared_origin() + url_for(endpoint, **named)


def shared_origin() -> str:
    """Return the beginning of URLs for other phones, for example `http://192.168.1.20:8000`.

    It is COMPANION_ADDRESS if this is set, otherwise the host of the present request. If that is
    `localhost`, which other phones cannot reach, it is an address of this machine in its network.
    """
    own: str = current_app.config["ADDRESS"]
    if own:
        return own
    only_here = urlsplit(request.host_url).hostname in ONLY_HERE
    reachable: str = current_app.config["REACHABLE"]() if only_here else ""
    return reachable or request.host_url.rstrip("/")
