"""Playing again: one tap for the same people, seats and house rules; the old table shows everybody the way."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion import tables
from companion.tables import Match
from companion.views import device
from companion.views.finding import guest_of, match_of, member_of
from companion.views.language import told

bp = Blueprint("rematch", __name__)


@bp.post("/t/<code>/rematch")
def create(code: str) -> Response:
    """To the rematch, which the first phone that asks opens; with `partners` everybody gets another one."""
    match = match_of(code)
    member_of(match)
    try:
        new = tables.rematch(match, device.known(), turned="partners" in request.form)
    except tables.NotAllowed as error:
        abort(403, told(error))
    except ValueError as error:
        abort(409, told(error))
    return _seated(match, new)


@bp.get("/t/<code>/rematch")
def show(code: str) -> Response:
    """To the rematch, for a phone of the old table; back to the old one while there is none."""
    match = match_of(code)
    member_of(match)
    new = tables.rematch_of(match)
    return redirect(url_for("table.show", code=code), 303) if new is None else _seated(match, new)


def _seated(old: Match, new: Match) -> Response:
    """There, remembering its seat; a phone that only came by the watch link is not invited to one there either."""
    guest = guest_of(old)
    if guest.uninvited:
        return redirect(url_for("table.show", code=tables.veiled(new).code), 303)
    response = redirect(url_for("table.show", code=new.code), 303)
    member = tables.member(new, device.known())
    return response if member is None else device.placed(response, new.id, member.seat)
