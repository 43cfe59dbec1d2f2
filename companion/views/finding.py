"""From an address to the table it means, and to the phone that asks."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import abort, current_app, request, url_for

from companion import tables
from companion.tables import Match
from companion.views import device
from companion.views.errors import NoTable
from companion.views.keys import Viewer
from companion.views.panel import Guest

STRANGER = Viewer("stranger")
ONLY_HERE = ("localhost", "127.0.0.1", "::1")


def match_of(code: str) -> Match:
    """The table with that code, or the page that says there is none; its watch link's token shows it veiled."""
    match = tables.by_code(code) or tables.by_watch_token(code)
    if match is None:
        raise NoTable(code)
    return match


def guest_of(match: Match) -> Guest:
    """The phone that asks, as what it is in at this table."""
    member = tables.member(match, device.known())
    if member is None:
        return Guest(STRANGER)
    return Guest(Viewer(member.role, member.seat, member.may_tap), device.remembered(match.id))


def seen_by(guest: Guest, match: Match) -> Match:
    """The match as its addresses may show it to this phone: one that came by the watch link never learns the code."""
    return tables.veiled(match) if guest.uninvited else match


def member_of(match: Match) -> Guest:
    """The same, for pages that only those at the table may see."""
    guest = guest_of(match)
    if guest.viewer == STRANGER:
        abort(403, "This phone has not joined the table.")
    return guest


def host_of(match: Match) -> Guest:
    """The same, for what only the host may do."""
    guest = guest_of(match)
    if not guest.viewer.host:
        abort(403, "Only the phone that opened the table may do that.")
    return guest


def shared_link(endpoint: str, token: str) -> str:
    """An address for other phones: at the host name this page was asked by, unless only this machine knows that one."""
    reachable = str(current_app.config["REACHABLE"])
    only_here = urlsplit(request.host_url).hostname in ONLY_HERE
    return (reachable if only_here and reachable else request.host_url.rstrip("/")) + url_for(endpoint, token=token)
