"""Continue a match at a new table, from a QR code that contains the match.

Anyone who has scanned the code can continue the match.
"""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import tables
from companion.engine import Impossible, records
from companion.pages.joining import NO_COOKIES
from companion.pages.limits import check_open_rate, limit_imports
from companion.retelling import packing
from companion.web import device
from companion.web.language import gettext
from companion.words.wrong import sentence_of

LONGEST = 250_000  # characters of a record that is pasted

bp = Blueprint("resume", __name__)


@bp.get("/resume")
def show_resume() -> Response:
    """Show the form to continue a scanned match.

    The match is in the fragment of the URL, so the server sees it only when the form is sent.
    """
    page = render_template("resume/resume.html", notice="", typed="")
    return device.ensure_phone_cookie(make_response(page))


@bp.post("/resume")
def resume_match() -> Response:
    """Open a table that continues the scanned match with all its taps. This phone becomes host.

    If the text in the form is not exactly one match, show the form again with what is wrong.
    """
    opened = check_open_rate()
    request.max_content_length = 4 * LONGEST
    with limit_imports() as meanwhile:  # already needed here: reading a long form takes a while
        typed = request.form.get("match", "").strip()
        if device.keeps_no_cookies():
            return _again(gettext(NO_COOKIES), typed, 403)
        try:
            (match,) = tables.from_records(_record(typed), gettext("match"), meanwhile)
        except ValueError as error:
            return _again(sentence_of(error), typed)
    opened()
    name = device.phone_id_or_new()
    tables.join(match, name, "host")
    return device.set_phone_cookie(
        redirect(url_for("table.show_table", code=match.code), 303), name
    )


def _record(typed: str) -> str:
    """Return the record that was typed, or that the typed link contains.

    Raises ValueError with a message for the user if the text is too long or not exactly one record.
    """
    if len(typed) > LONGEST:
        raise Impossible("That text is too long.")
    text = typed
    if not typed.startswith("["):
        text = packing.unpack(typed.rpartition("#")[2])
    if text.count(records.BEGINS) != 1:
        raise Impossible("This code does not contain a match.")
    return text


def _again(notice: str, typed: str, status: int = 422) -> Response:
    page = render_template("resume/resume.html", notice=notice, typed=typed)
    return make_response(page, status)
