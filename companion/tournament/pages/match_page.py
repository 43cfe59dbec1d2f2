"""One match of a tournament: what its table says, and what an organiser may decide about it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from flask import Blueprint, abort, make_response, render_template
from werkzeug.wrappers import Response

from companion.tournament import results, showing, tournaments
from companion.tournament.entries import How, Result
from companion.tournament.models import TournamentChange
from companion.tournament.pages import asked, changes_told
from companion.tournament.rounds import Seen, result_from_text
from companion.tournament.showing import FixtureTile

bp = Blueprint("tournament_match", __name__)


@dataclass(frozen=True, slots=True)
class FixturePage:
    """A match: its tile, what the table says beside the result, and its trace."""

    token: str
    title: str
    number: int
    round: int
    tile: FixtureTile
    organises: bool
    says: tuple[str, str]
    by_hand: bool
    why: str
    games: tuple[int, int]
    points: tuple[int, int]
    trace: tuple[tuple[str, str], ...]
    is_current: bool
    has_table: bool


@bp.get("/k/<token>/match/<int:number>")
def show_match(token: str, number: int) -> Response:
    """Show a match of a published round."""
    found = asked.require(token)
    seen = results.follow(found.tournament)
    if not 1 <= number <= len(seen.matches):
        abort(404)
    page = _page(seen, token, number, organises=found.organises)
    return make_response(render_template("tournament/match.html", page=page))


def _page(seen: Seen, token: str, number: int, *, organises: bool) -> FixturePage:
    row = seen.matches[number - 1]
    said = results.at_table(row)
    result = result_from_text(row.result)
    about = list[TournamentChange]()
    for change in tournaments.changes(seen.tournament, 500):
        if change.about == number and change.what in changes_told.OF_MATCH:
            about.append(change)
    why = ""
    for change in about:
        why = why or str(json.loads(change.details).get("why", ""))
    shown = result
    if shown is None and said is not None:
        shown = said.result(How.CONFIRMED)
    shown = shown or Result((0, 0), (0, 0), How.BY_HAND)
    return FixturePage(
        token=token,
        title=seen.tournament.title,
        number=number,
        round=row.round,
        tile=showing.tile(seen, row),
        organises=organises,
        says=_says(said),
        by_hand=result is not None and result.how not in {How.SIGNED, How.BYE},
        why=why,
        games=shown.games,
        points=shown.points,
        trace=tuple(changes_told.told(seen, change) for change in about[:20]),
        is_current=row.round == seen.round,
        has_table=said is not None,
    )


def _says(said: results.AtTable | None) -> tuple[str, str]:
    """Return the games and the points that the table says, as they are written."""
    if said is None:
        return "", ""
    return "–".join(map(str, said.games)), "–".join(map(str, said.points))
