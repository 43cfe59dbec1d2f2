"""Show a tournament that plays itself in two minutes, or step by step."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from companion.tournament import demonstration, showing
from companion.tournament.demonstration import SECONDS, STEPS
from companion.tournament.showing import FixtureTile, ShownBracket, StandingsTable, TeamLabel
from companion.web.forms import number
from companion.web.language import gettext

bp = Blueprint("tournament_demonstration", __name__)


@dataclass(frozen=True, slots=True)
class DemonstrationPage:
    """A step of the demonstration, as the page shows it.

    * `at` is the number of the step, from 1 to `last`.
    * `plays` is whether the page shows the next step automatically after `seconds`.
    * `mine` is the team that the standings highlight: in the demonstration always 0, no team.
    """

    at: int
    last: int
    plays: bool
    seconds: int
    sentence: str
    view: str
    teams: tuple[TeamLabel, ...]
    tiles: tuple[FixtureTile, ...]
    standings: tuple[StandingsTable, ...]
    brackets: tuple[ShownBracket, ...]
    ranks: tuple[tuple[int, TeamLabel], ...]
    mine: int = 0


@bp.get("/tournament/try")
def show_demonstration() -> Response:
    """Show the step whose number is `at` in the query string.

    With `still` in the query string, the next step is not shown automatically.
    """
    at = min(number(request.args.get("at", ""), 99) or 1, len(STEPS))
    step = STEPS[at - 1]
    snapshot = demonstration.snapshot_at(step.teams, step.rounds, step.over)
    has_rounds = step.rounds > 0
    ranks = tuple[tuple[int, TeamLabel], ...]()
    if step.view == "end":
        ranks = tuple(showing.final_ranks(snapshot)[0])
    page = DemonstrationPage(
        at=at,
        last=len(STEPS),
        plays="still" not in request.args and at < len(STEPS),
        seconds=SECONDS,
        sentence=gettext(step.sentence),
        view=step.view,
        teams=tuple(showing.label(snapshot, team.number) for team in snapshot.teams),
        tiles=demonstration.tiles_at(step) if has_rounds else (),
        standings=tuple(showing.standings_tables(snapshot)) if has_rounds else (),
        brackets=tuple(showing.shown_brackets(snapshot)),
        ranks=ranks,
    )
    return make_response(render_template("tournament/demonstration.html", page=page))
