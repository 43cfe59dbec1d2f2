"""Show this hand and the one before it as sentences, and whether both sides agree to the result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from flask import Blueprint, abort, make_response, redirect, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response

from companion import tables
from companion.board import agreement, history
from companion.board.history import LogLine
from companion.retelling.standing import match_figures
from companion.retelling.telling import tell_or_leave_out
from companion.tables import State, TableLink, Viewer
from companion.web import device
from companion.web.forms import number
from companion.web.guests import require_member, table_at
from companion.web.language import gettext, sentence_of
from companion.words.people import People, many

bp = Blueprint("hands", __name__)


@dataclass(frozen=True, slots=True)
class LoggedHand:
    """A hand from its first tap on. `score` is the score after it, empty while it is played."""

    title: str
    lines: tuple[LogLine, ...]
    score: str = ""
    words: tuple[agreement.SideAgreement, ...] = ()


@dataclass(frozen=True, slots=True)
class HandsPage:
    """The hand that is played, and the last one that ended.

    `final` is the score of a match that is over. The page then begins with it, and with whether
    each side agrees to it, because the match is to be signed.
    """

    code: str
    many: bool
    hands: tuple[LoggedHand, ...]
    final: str
    words: tuple[agreement.SideAgreement, ...]
    notice: str = ""


@bp.get("/t/<code>/calls")
def show_hands(code: str) -> Response:
    """Show the two hands to everybody at the table."""
    table = table_at(code)
    return _show_page(table, require_member(table).viewer)


@bp.post("/t/<code>/calls")
def agree(code: str) -> Response:
    """Record that a side agrees to the result of the last hand."""
    table = table_at(code)
    viewer = require_member(table).viewer
    side = number(request.form.get("side", ""), table.match.seats)
    if side is None:
        side = -1
    try:
        tables.agree(table.match, device.phone_id(), side)
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        return _show_page(table, viewer, sentence_of(error), 409)
    return redirect(url_for("hands.show_hands", code=code), 303)


def _show_page(table: TableLink, viewer: Viewer, notice: str = "", status: int = 200) -> Response:
    state = tables.state(table.match)
    page = _page(table.address, state, viewer, notice)
    template = "log/_hands.html" if request.htmx else "log/calls.html"
    return make_response(render_template(template, page=page), status)


def _page(code: str, state: State, viewer: Viewer, notice: str) -> HandsPage:
    game = state.log.game
    people = People(state.names, game.rules)
    hands = _hands(state, viewer, people)
    if not game.over:
        return HandsPage(code, many(game.rules), hands, "", (), notice)
    said = agreement.words(state, viewer, people)
    logged = tuple(replace(hand, words=()) for hand in hands if hand.lines)
    final = "–".join(match_figures(game))
    return HandsPage(code, many(game.rules), logged, final, said, notice)


def _hands(state: State, viewer: Viewer, people: People) -> tuple[LoggedHand, ...]:
    last, before = (*islice(tables.hand_ends(state.rows), 2), 0, 0)[:2]
    most = min(state.version - before, history.PAGE)
    lines = tell_or_leave_out(history.lines, state, people, most, instead=())[::-1]
    begun = len(lines) - (state.version - last)
    now = LoggedHand(gettext("This hand"), lines[max(0, begun) :])
    if not last:
        return (now,)
    said = agreement.words(state, viewer, people)
    result = state.rows[last - 1].result
    return (now, LoggedHand(gettext("The hand before"), lines[: max(0, begun)], result, said))
