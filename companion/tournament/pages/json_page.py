"""Standings for other programs: JSON with CORS and an ETag, and CSV."""

from __future__ import annotations

import json

from flask import Blueprint, Response, request

from companion.tournament import exporting, results
from companion.tournament.pages import asked

bp = Blueprint("tournament_json", __name__)


@bp.get("/k/<token>/tournament.json")
def show_json(token: str) -> Response:
    """Answer the whole tournament as JSON, to any page on any site, without cookies."""
    found = asked.require(token)
    text = json.dumps(exporting.as_json(results.follow(found.tournament)), ensure_ascii=False)
    return open_to_all(Response(text, mimetype="application/json"))


def open_to_all(response: Response) -> Response:
    """Let pages of other sites read this answer, and answer 304 if they have it already."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@bp.get("/k/<token>/tournament.csv")
def show_csv(token: str) -> Response:
    """Answer the matches as CSV."""
    found = asked.require(token)
    text = exporting.as_csv(results.follow(found.tournament))
    response = Response(text, mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="tournament.csv"'
    return response
