"""Show the present hand and the last hand that ended, and which sides agree to the last result."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from flask import Blueprint, abort, make_response, redirect, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response

from companion import tables
from companion.board import agreement, history
from companion.board.logged_hands import LoggedHand, page_of_hands
from companion.retelling.standing import match_figures
from companion.tables import State, TableLink, Viewer
from companion.tables.match_state import MOST_TAPS
from companion.web import device
from companion.web.forms import number
from companion.web.guests import require_member, table_at, view_to_return_to
from companion.web.language import gettext, sentence_of
from companion.web.templates import tell_or_leave_out
from companion.words.people import People, many

bp = Blueprint("hands", __name__)


@dataclass(frozen=True, slots=True)
class HandsPage:
    """The page of two hands: the present hand, if it has begun, and the last hand that ended.

    * `agreements`: for each side, whether it agrees to the last result.
    * `ended`: the number of the row that ended the last hand, 0 if no hand has ended.
    * `final`: the final score if the match is over, else "". The page begins with this score, and
      says whether each side agrees to it.
    * `begins`: before the first tap of the match, who deals and leads; afterwards "".
    * `view`: the view of the table to which the page links back (see `view_to_return_to`).
    """

    code: str
    view: str | None
    many: bool
    hands: tuple[LoggedHand, ...]
    agreements: tuple[agreement.SideAgreement, ...]
    ended: int
    final: str
    begins: str
    notice: str = ""

    @property
    def question(self) -> str:
        """Return the title above the final score: "Everybody agrees" if every side has agreed.

        Otherwise the title is "Is this right?".
        """
        if all(side.given for side in self.agreements):
            return gettext("Everybody agrees")
        return gettext("Is this right?")


@bp.get("/t/<code>/calls")
def show_hands(code: str) -> Response:
    """Show the present hand and the last hand that ended to everybody at the table."""
    table = table_at(code)
    return _show_page(table, require_member(table).viewer)


@bp.post("/t/<code>/calls")
def agree(code: str) -> Response:
    """Record that the side named in the form agrees to the result of the last hand.

    If another hand has ended since the page was made, say so and show its result.
    """
    table = table_at(code)
    viewer = require_member(table).viewer
    side = number(request.form.get("side", ""), table.match.seats)
    if side is None:
        side = -1
    try:
        ended = number(request.form.get("ended", ""), MOST_TAPS + 1)
        tables.agree(table.match, device.phone_id(), side, seq=ended)
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        return _show_page(table, viewer, sentence_of(error), 409)
    address = url_for("hands.show_hands", code=code, view=view_to_return_to())
    return redirect(address, 303)


def _show_page(table: TableLink, viewer: Viewer, notice: str = "", status: int = 200) -> Response:
    state = tables.state(table.match)
    page = _page(table.address, state, viewer, notice)
    template = "log/_hands.html" if request.htmx else "log/calls.html"
    return make_response(render_template(template, page=page), status)


def _page(code: str, state: State, viewer: Viewer, notice: str) -> HandsPage:
    game = state.log.game
    people = People(state.names, game.rules)
    return HandsPage(
        code,
        view_to_return_to(),
        many(game.rules),
        _last_hands(state, people),
        agreement.side_agreements(state, viewer, people),
        ended=next(tables.hand_ends(state.rows), 0),
        final="–".join(match_figures(game)) if game.over else "",
        begins=history.beginning(state, people),
        notice=notice,
    )


def _last_hands(state: State, people: People) -> tuple[LoggedHand, ...]:
    """Return the present hand, if it has begun, and the last hand that ended.

    Return () if the hands cannot be told in words.
    """
    newest_ends = [*islice(tables.hand_ends(state.rows), 2)]
    before_both = newest_ends[1] if len(newest_ends) == 2 else 0
    most = min(state.version - before_both, history.PAGE)
    return tell_or_leave_out(page_of_hands, state, people, most, state.version, instead=())
