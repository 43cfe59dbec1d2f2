"""Playing again: one tap for the same people, seats and house rules; the old table shows everybody the way."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion import tables
from companion.tables import Match
from companion.web import device
from companion.web.guests import Guest, match_of, member_of
from companion.web.language import sentence_of

bp = Blueprint("rematch", __name__)


@bp.post("/t/<code>/rematch")
def create(code: str) -> Response:
    """To the rematch, which the first phone that asks opens; with `partners` everybody gets another one."""
    shown = match_of(code)
    guest = member_of(shown)
    try:
        new = tables.rematch(shown.match, device.known(), turned="partners" in request.form)
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        abort(409, sentence_of(error))
    return _to(new, guest)


@bp.get("/t/<code>/rematch")
def show(code: str) -> Response:
    """To the rematch, for a phone of the old table; back to the old one while there is none."""
    shown = match_of(code)
    guest = member_of(shown)
    new = tables.rematch_of(shown.match)
    return redirect(url_for("table.show", code=code), 303) if new is None else _to(new, guest)


def _to(new: Match, guest: Guest) -> Response:
    """There, by the address of its kind: a phone that only looks on is told no code there either."""
    return redirect(url_for("table.show", code=tables.shown(new, guest.viewer.role).address), 303)
