"""Show the points of the match as people write them with a pencil: one column for each side."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template

from companion import tables
from companion.board import ending, paper
from companion.board.paper import Paper
from companion.web.guests import require_member, table_at, view_to_return_to
from companion.web.templates import tell_or_leave_out
from companion.words import games, labels
from companion.words.people import People, many

bp = Blueprint("paper", __name__)


@dataclass(frozen=True, slots=True)
class PaperPage:
    """The page that shows the score as people write it on paper (`paper`).

    * `lasted`: the time from the first tap to the last, in words.
    * `series`: how many matches of the series each side has won so far, for example `2–1`. It is ""
      if no match of the series is over.
    * `view`: the view of the table to which the page links back (see `view_to_return_to`).
    """

    code: str
    view: str | None
    game: str
    target: int
    many: bool
    lasted: str
    series: str
    paper: Paper


@bp.get("/t/<code>/paper")
def show_paper(code: str) -> str:
    """Show the score on paper to everybody at the table."""
    table = table_at(code)
    require_member(table)
    state = tables.state(table.match)
    rules = state.log.game.rules
    sheet = tell_or_leave_out(
        paper.score_on_paper, state, People(state.names, rules), instead=Paper((), ())
    )
    page = PaperPage(
        table.address,
        view_to_return_to(),
        games.name(table.match.variant),
        rules.tally.target,
        many(rules),
        labels.duration(tables.minutes_between(state.rows)),
        ending.series(state),
        sheet,
    )
    return render_template("log/paper.html", page=page)
