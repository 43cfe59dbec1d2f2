"""From an address to the table it means, and to the phone that asks."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import abort, current_app, request, url_for

from companion import tables
from companion.tables import Match, State
from companion.views import device, phone
from companion.views.errors import NoTable
from companion.views.keys import Viewer
from companion.views.language import gettext
from companion.views.panel import HAND, Guest

STRANGER = Viewer("stranger")
ONLY_HERE = ("localhost", "127.0.0.1", "::1")


def match_of(code: str, *, sure: bool = True) -> Match:
    """The table at /t/<code>: by its code, or veiled by the token of its watch link; else the page that says so."""
    return _found(code, tables.by_code(code, sure=sure) or tables.by_watch_token(code))


def told_of(code: str) -> Match:
    """The table whose code somebody was told; no watch link leads to a seat."""
    return _found(code, tables.by_code(code))


def _found(code: str, match: Match | None) -> Match:
    """Whoever guesses has to wait; the code of a table closed to newcomers leads only the phones that are in there."""
    name = device.known()
    if match is not None and match.locked and match.spoken and tables.member(match, name) is None:
        match = None
    if tables.brake.holds(name) and (match is None or tables.member(match, name) is None):
        abort(
            429, gettext("Too many wrong codes were tried. Wait a minute, or scan the square on a phone at the table.")
        )
    if match is None:
        tables.brake.failed(name)
        raise NoTable(code)
    return match


def guest_of(match: Match, view: str = HAND, state: State | None = None) -> Guest:
    """The phone that asks, as what it is in at this table, now or in that state."""
    return guest_at(state or tables.state(match), asking(match, view), device.known())


def asking(match: Match, view: str = HAND) -> Guest:
    """All that the phone that asks says of itself; what it is at this table is the table's to say."""
    said = phone.settings()
    return Guest(
        STRANGER,
        not match.spoken,
        device.remembered(match.id),
        view,
        said["count"],
        shout=said["shout"] != "off",
        buzz=said["buzz"] != "off",
        voice=said["voice"] == "on",
    )


def guest_at(state: State, guest: Guest, name: str) -> Guest:
    """The phone of that name, as what it is in; only one in the hand belongs to somebody who sits there."""
    member = state.members.get(name)
    if member is None:
        return guest._replace(viewer=STRANGER)
    seat, tap = member.seat if guest.view == HAND else None, member.may_tap and guest.view != "tv"
    return guest._replace(viewer=Viewer(member.role, seat, tap))


def seen_by(guest: Guest, match: Match) -> Match:
    """The match as its addresses may show it to this phone: one that came by the watch link never learns the code."""
    return tables.veiled(match) if guest.uninvited else match


def member_of(match: Match, view: str = HAND, state: State | None = None) -> Guest:
    """The same, for pages that only those at the table may see."""
    guest = guest_of(match, view, state)
    if guest.viewer == STRANGER:
        abort(403, gettext("This phone has not joined the table."))
    return guest


def host_of(match: Match) -> Guest:
    """The same, for what only the host may do."""
    guest = guest_of(match)
    if not guest.viewer.host:
        abort(403, gettext("Only the phone that opened the table may do that."))
    return guest


def shared_link(endpoint: str, **named: Any) -> str:
    """An address for other phones: at the host name this page was asked by, unless only this machine knows that one."""
    reachable = str(current_app.config["REACHABLE"])
    only_here = urlsplit(request.host_url).hostname in ONLY_HERE
    return (reachable if only_here and reachable else request.host_url.rstrip("/")) + url_for(endpoint, **named)
