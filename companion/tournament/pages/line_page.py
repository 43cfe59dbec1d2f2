"""Show a line about the tournament on the page of a table, and call the referee from the table."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.tournament import clock, seating, showing
from companion.tournament.clock import Clock
from companion.tournament.pages import asked, setup_page
from companion.tournament.seating import match_of_table
from companion.tournament.terms import terms_from_json
from companion.web import device
from companion.web.guests import require_onlooker, require_player, table_at
from companion.web.language import gettext
from companion.words.wrong import sentence_of

bp = Blueprint("tournament_line", __name__)


@dataclass(frozen=True, slots=True)
class LineOverTable:
    """The line about the tournament on the page of a table.

    * `says` is the beginning of the line. It says that the referee is called, or else what the
      organiser decided, or else the round and the table.
    * `clock` is None if an organiser has decided the result, or rounds have no time limit.
    * `rule` says what happens when the time is over.
    """

    title: str
    round_and_table: str
    says: str
    is_decided: bool
    clock: Clock | None
    rule: str


@bp.get("/t/<code>/line")
def show_line(code: str) -> str | Response:
    """Serve the line about the tournament that the page of a table shows.

    Any phone of the table gets it, and so do televisions. Answers 204 if the table is in no
    tournament.
    """
    table = table_at(code)
    require_onlooker(table)
    section = over_table(code)
    if section is None:
        return Response(status=204)
    return render_template("tournament/_line.html", section=section, code=code)


@bp.post("/t/<code>/referee")
def call_referee(code: str) -> Response:
    """Call an organiser to the table. Any phone that may play at the table may call.

    Does nothing if the match of the table is not in the present round of a tournament.
    """
    table = table_at(code)
    require_player(table)
    found = match_of_table(code)
    if found is not None and found.is_in_present_round:
        try:
            seating.call_referee(found.tournament, found.row.number, device.phone_id())
        except ValueError as error:
            abort(422, sentence_of(error))
    return redirect(url_for("table.show_table", code=code), 303)


def over_table(code: str) -> LineOverTable | None:
    """Return what a line on the page of a table says about its tournament.

    Return None if the table is in no tournament. `code` is the code of the table, or the token of a
    link to watch it.
    """
    return asked.tell_at_table(_line, code, instead=None)


def _line(code: str) -> LineOverTable | None:
    found = asked.match_in_sight(code)
    if found is None:
        return None
    row = found.row
    round_and_table = gettext(
        "Round %(number)s · table %(table)s", number=row.round, table=row.table or "–"
    )
    decided = showing.what_was_decided(found.tournament, row)
    says = decided or round_and_table
    if row.called_at is not None:
        says = gettext("The referee is called")
    shown_clock = None
    if not decided:
        shown_clock = clock.clock(found.tournament, row.more_minutes)
    return LineOverTable(
        title=found.tournament.title,
        round_and_table=round_and_table,
        says=says,
        is_decided=bool(decided),
        clock=shown_clock,
        rule=setup_page.short_rule_at_time(terms_from_json(found.tournament.terms)),
    )
