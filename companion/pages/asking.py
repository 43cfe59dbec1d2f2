"""Handle the forms by which a phone sends a request to other phones, or answers a request.

With another form, a host makes another phone a host, or makes another host an ordinary player. The
module `tables.requests` decides the requests.
"""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion import tables
from companion.engine import Impossible
from companion.pages import table
from companion.tables import Match
from companion.web import device
from companion.web.forms import number
from companion.web.guests import IN_HAND, require_member, table_at
from companion.web.language import sentence_of

bp = Blueprint("asking", __name__)

REQUEST_NUMBERS = 10**9  # more requests than a table ever has; a larger number is never looked up


@bp.post("/t/<code>/requests", defaults={"view": IN_HAND})
@bp.post("/t/<code>/<any(flat):view>/requests")
def ask_or_answer(code: str, view: str) -> Response:
    """Do what this phone's form asks for, then show the table.

    * A phone asks to become host, agrees to a request or refuses it.
    * A host makes another phone a host, or makes another host an ordinary player.
    """
    address = table_at(code)
    require_member(address, view)
    notice = ""
    status = 200
    try:
        _act(address.match, device.phone_id())
    except tables.NotAllowed as error:
        notice = sentence_of(error)
        status = 403
    except ValueError as error:
        notice = sentence_of(error)
        status = 422
    state = tables.state(address.match)
    guest = require_member(address, view, state)
    if "HX-Request" in request.headers:
        return table.answer_panel(state, guest, notice, status)
    if notice:
        return table.answer_page(state, guest, notice, status)
    return redirect(url_for("table.show_table", code=address.address, view=view), 303)


def _act(match: Match, phone: str) -> None:
    """Do what the tapped button says. The name of the field that was sent tells which button."""
    if "ask" in request.form:
        tables.ask_to_host(match, phone)
    elif "agree" in request.form:
        tables.agree_to(match, phone, _request_number("agree"))
    elif "refuse" in request.form:
        tables.refuse(match, phone, _request_number("refuse"))
    elif "make" in request.form:
        tables.make_host(match, _phone(match, "make"), by=phone)
    elif "unmake" in request.form:
        tables.unmake_host(match, _phone(match, "unmake"), by=phone)
    else:
        raise Impossible("That is not possible here.")


def _request_number(field: str) -> int:
    """Return the number of a request, which was sent in this field of the form.

    Raises Impossible if the field does not contain a number.
    """
    found = number(request.form[field], REQUEST_NUMBERS)
    if found is None:
        raise Impossible("That request is no longer open.")
    return found


def _phone(match: Match, field: str) -> str:
    """Return the full id of the phone whose public id was sent in this field of the form.

    Raises Impossible if that phone is no longer at the table.
    """
    for member in tables.members(match):
        if device.public_phone_id(member.device) == request.form[field]:
            return member.device
    raise Impossible("That phone is no longer at this table.")
