"""Serve a tournament to other programs, as JSON that other sites may read, and as CSV (JSON.md).

Programs ask again and again, so the responses use a shared snapshot that may be a second old.
"""

from __future__ import annotations

import json

from flask import Blueprint, Response

from companion.tournament import exporting
from companion.tournament.lately import follow_lately
from companion.tournament.pages import asked
from companion.web.other_sites import READING, answers_other_sites, open_to_all, with_etag
from companion.web.spreadsheet import MARK

bp = Blueprint("tournament_json", __name__)


@bp.route("/k/<token>/tournament.json", methods=READING)
@answers_other_sites
def show_json(token: str) -> Response:
    """Serve the whole tournament as JSON."""
    found = asked.require(token)
    return _json(exporting.as_json(follow_lately(found.tournament)))


@bp.route("/k/<token>/standings.json", methods=READING)
@answers_other_sites
def show_standings(token: str) -> Response:
    """Serve the standings of a tournament as JSON, with a list of the teams."""
    found = asked.require(token)
    return _json(exporting.standings_alone(follow_lately(found.tournament)))


def _json(value: dict[str, object]) -> Response:
    text = json.dumps(value, ensure_ascii=False)
    return with_etag(open_to_all(Response(text, mimetype="application/json")))


@bp.get("/k/<token>/<any(tournament, standings):what>.csv")
def show_csv(token: str, what: str) -> Response:
    """Serve the matches ("tournament") or the standings as CSV."""
    found = asked.require(token)
    snapshot = follow_lately(found.tournament)
    text = exporting.as_csv(snapshot)
    if what == "standings":
        text = exporting.standings_csv(snapshot)
    response = Response(f"{MARK}{text}", mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{what}.csv"'
    return response
