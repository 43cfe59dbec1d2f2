"""Show the line over the table of a tournament: the round, the table's number, and the clock."""

from __future__ import annotations

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from companion.retelling.telling import tell_or_leave_out
from companion.tournament import clock
from companion.tournament.clock import Clock
from companion.tournament.pages import setup_page
from companion.tournament.seating import AtMatch, match_of_table
from companion.tournament.terms import terms_from_json
from companion.web.guests import require_member, table_at

bp = Blueprint("tournament_line", __name__)


@bp.get("/t/<code>/line")
def show_line(code: str) -> str | Response:
    """Show the line to everybody at the table. Answers 204 if it is in no tournament."""
    table = table_at(code)
    require_member(table)
    section = at_table(code)
    if section is None:
        return Response(status=204)
    return render_template("tournament/_line.html", section=section, code=code)


def at_table(code: str) -> tuple[AtMatch, Clock | None, str] | None:
    """Return the match that is played at this table, its clock, and what happens at the time's end.

    Return None if the table is in no tournament.
    """
    return tell_or_leave_out(_match_and_clock, code, instead=None)


def _match_and_clock(code: str) -> tuple[AtMatch, Clock | None, str] | None:
    found = match_of_table(code)
    if found is None:
        return None
    rule = setup_page.short_rule_at_time(terms_from_json(found.tournament.terms))
    return found, clock.clock(found.tournament, found.row.more_minutes), rule
