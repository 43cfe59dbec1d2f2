"""Let hosts choose whether the card of a place leads to their match."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion import places, tables
from companion.places import CardOfMatch
from companion.web.forms import number
from companion.web.guests import require_host_in_charge, table_at

bp = Blueprint("card_switch", __name__)

PLACE_IDS = 2**63  # ids are lower; a database refuses to compare with a larger number


def cards(code: str) -> tuple[CardOfMatch, ...]:
    """Return the places whose card opened this match, or an earlier match of its series.

    Return () if the match has a rematch, or if no match has this code.
    """
    match = tables.by_code(code)
    return () if match is None else places.cards_of(match)


@bp.post("/t/<code>/card")
def switch_card(code: str) -> Response:
    """Choose, as the form says, whether the card of a place leads to this table.

    `place` is the id of the place. If `leads` is "1", its card leads to this table from now on. If
    `leads` is "0", its card no longer leads to this table.
    """
    table = table_at(code)
    require_host_in_charge(table)
    place_id = number(request.form.get("place", ""), PLACE_IDS)
    leads = request.form.get("leads", "")
    if place_id is None or leads not in ("0", "1"):
        abort(400)
    places.let_card_lead(table.match, place_id, leads=leads == "1")
    return redirect(url_for("seats.show_host_page", code=table.match.code), 303)
