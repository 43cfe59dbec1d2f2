"""Replay a match of a book tap by tap, on a page that looks like that of a table."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, url_for

from companion import book
from companion.book.pages.match_page import require_match
from companion.book.pages.person_names import somebody
from companion.pages import replay

PACE = 1500  # milliseconds between two taps of a match that plays itself

bp = Blueprint("match_replay", __name__)


@bp.get("/m/<token>/replay")
def show_replay(token: str) -> Response:
    """Show the table as it was after the tap whose number is in the address."""
    found, kept = require_match(token)
    played = book.replay_of(kept)
    close = url_for("match_page.show_match", token=token)
    if played is None:
        return make_response(render_template("retelling/unplayable.html", close=close), 410)
    names = book.names_of(kept, book.people(found), somebody())
    return replay.show_replay(played, names, close=close, pace=PACE)
