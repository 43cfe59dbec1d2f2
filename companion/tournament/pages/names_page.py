"""Remove the name of a person from a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.tournament import names
from companion.tournament.pages import asked
from companion.tournament.tournaments import FoundTournament
from companion.words.wrong import sentence_of

bp = Blueprint("tournament_names", __name__)


@dataclass(frozen=True, slots=True)
class NamesPage:
    """All names of players, each with the number of its team."""

    token: str
    title: str
    names: tuple[tuple[int, str], ...]
    notice: str


@bp.get("/k/<token>/names")
def show_names(token: str) -> Response:
    """Show all names that can be removed."""
    return _show(asked.require_owner(token), token)


@bp.post("/k/<token>/names")
def remove_name(token: str) -> Response:
    """Remove a player's name from the tournament. The form sends `team` and `name`."""
    found = asked.require_owner(token)
    team = asked.small_number("team") or 0
    try:
        names.remove_name(found.tournament, team, request.form.get("name", ""), asked.phone())
    except ValueError as error:
        return _show(found, token, sentence_of(error), 422)
    return redirect(url_for("tournament_names.show_names", token=token), 303)


def _show(found: FoundTournament, token: str, notice: str = "", status: int = 200) -> Response:
    known = tuple(names.known_names(found.tournament))
    page = NamesPage(token, found.tournament.title, known, notice)
    return make_response(render_template("tournament/names.html", page=page), status)
