"""From an address to the table it means, and to the phone that asks."""

from __future__ import annotations

from flask import abort
from sqlalchemy import select

from companion import tables
from companion.tables import Match, Member
from companion.tables.store import objects, reading
from companion.views import device
from companion.views.errors import NoTable
from companion.views.keys import Viewer
from companion.views.panel import Guest

STRANGER = Viewer("stranger")


def match_of(code: str) -> Match:
    """The table with that code, or the page that says there is none."""
    match = tables.by_code(code)
    if match is None:
        raise NoTable(code)
    return match


def guest_of(match: Match) -> Guest:
    """The phone that asks, as what it is in at this table."""
    member = tables.member(match, device.known())
    if member is None:
        return Guest(STRANGER)
    return Guest(Viewer(member.role, member.seat, member.may_tap), device.remembered(match.id))


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


def again(match: Match) -> Match:
    """The table as it is now: its code and lock may have changed."""
    with reading() as connection, objects(connection) as session:
        return session.get_one(Match, match.id)


def mine(most: int = 8) -> tuple[Match, ...]:
    """The tables this phone is at, newest first."""
    query = select(Match).join(Member, Member.match_id == Match.id).where(Member.device == device.known())
    with reading() as connection, objects(connection) as session:
        return tuple(session.scalars(query.order_by(Match.created_at.desc()).limit(most)))
