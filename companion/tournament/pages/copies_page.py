"""Serve matches from their copies, which stay when the tables are deleted."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template, url_for

from companion.engine import records
from companion.pages import replay
from companion.retelling.replay import Replay
from companion.tournament import results
from companion.tournament.pages import asked
from companion.tournament.rounds import take_snapshot
from companion.web.language import gettext

PACE = 1500  # milliseconds between two taps of a match that plays itself

bp = Blueprint("tournament_copies", __name__)


@bp.get("/k/<token>/match/<int:number>/record")
def serve_record(token: str, number: int) -> Response:
    """Serve the copy of a match in table notation, which `companion replay` reads."""
    response = Response(_copy(token, number), mimetype="text/plain")
    response.headers["Content-Disposition"] = f'inline; filename="match-{number}.truc"'
    return response


@bp.get("/k/<token>/match/<int:number>/replay")
def show_replay(token: str, number: int) -> Response:
    """Replay a match from its copy. Answers 410 if the rules cannot play it any more."""
    text = _copy(token, number)
    close = url_for("tournament_match.show_match", token=token, number=number)
    try:
        played = Replay.from_text(text)
    except ValueError:
        return make_response(render_template("retelling/unplayable.html", close=close), 410)
    names = records.read(text)[0].header("Players").split(", ")
    return replay.show_replay(played, tuple(names), close=close, pace=PACE)


def _copy(token: str, number: int) -> str:
    """Return the copy of a match as text. Answers 404 if the match has no copy."""
    found = asked.require(token)
    snapshot = take_snapshot(found.tournament)
    text = ""
    if 1 <= number <= len(snapshot.matches):
        text = results.record_of(found.tournament, number)
    if not text:
        abort(404, gettext("This match has no copy: it counts without its table."))
    return text
