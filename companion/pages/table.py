"""Show the page of a table, its panel and its log, record taps, and serve the record."""

from __future__ import annotations

from dataclasses import dataclass
from time import sleep

from flask import Blueprint, Response, abort, g, make_response, redirect, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response as AnyResponse

from companion import tables
from companion.board import history, invitations, panel
from companion.board.invitations import Invitation
from companion.board.logged_hands import LoggedHand, page_of_hands
from companion.board.panel import Panel
from companion.engine import Illegal, Malformed
from companion.pages import later_match
from companion.tables import State, Viewer
from companion.web import device, phone, slots, templates
from companion.web.forms import number
from companion.web.guests import (
    IN_HAND,
    Guest,
    current_guest,
    require_member,
    table_at,
    view_to_return_to,
)
from companion.web.language import clause_of, gettext, sentence_of
from companion.web.templates import tell_or_leave_out
from companion.words import games, sentences
from companion.words.people import People, called, many
from companion.words.widths import brief_name

MINIMAL = "return=minimal"
TOP_BAR_NAME = 7.0  # em of the name of this phone in the top bar

bp = Blueprint("table", __name__)


@dataclass(frozen=True, slots=True)
class TablePage:
    """The page of a table: the `panel`, which changes, and values that stay while the page is open.

    * `me`: whose phone this is, or what it is used for.
    * `me_in_top_bar`: the same text with a short name.
    * `leaves`: whether this phone may leave the page of a television for the table's own page.
    * `invites`: whether this phone may invite others.
    * `invitation`: the invitation that this page shows, None if it shows none.
    """

    game: str
    code: str
    me: str
    me_in_top_bar: str
    many: bool
    panel: Panel
    leaves: bool
    invites: bool
    invitation: Invitation | None


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log of a match, newest rows first.

    * `older`: the number of the row with which the next page begins, 0 if there are no older rows.
    * `begins`: before the first tap of the match, who deals and leads; afterwards "".
    * `view`: the view of the table to which the page links back (see `view_to_return_to`).
    """

    code: str
    view: str | None
    many: bool
    hands: tuple[LoggedHand, ...]
    begins: str
    older: int


@bp.get("/t/<code>", defaults={"view": IN_HAND})
@bp.get("/t/<code>/<any(flat, tv):view>")
def show_table(code: str, view: str) -> AnyResponse:
    """Show the table in one view: for a phone that somebody holds, a flat phone or a television.

    Redirects a phone that has not joined to the page where it can join.
    """
    table = table_at(code, sure=False)
    state = tables.state(table.match)
    guest = current_guest(table, view, state)
    if guest.viewer.role == "stranger":
        return redirect(url_for("joining.show_by_code", code=table.match.code), 303)
    if guest.viewer.role == "tv" and view != "tv":
        return redirect(url_for("table.show_table", code=code, view="tv"), 303)
    require_member(table, view, state)
    address = tables.address_for(state.match, guest.viewer.role).address
    if code != address:
        return redirect(url_for("table.show_table", code=address, view=view), 303)
    if view == "tv" and state.match.rematch_id is not None:  # nobody taps “next” on a television
        newest = later_match.address_of_newest(state.match, guest)
        if newest is not None:
            return redirect(url_for("table.show_table", code=newest.address, view=view), 303)
    tables.mark_seen(state.match, device.phone_id(), "" if guest.viewer.invited else table.kind)
    return answer_page(state, guest, later_match.notice())


@bp.post("/t/<code>/taps", defaults={"view": IN_HAND})
@bp.post("/t/<code>/<any(flat, tv):view>/taps")
def record_taps(code: str, view: str) -> AnyResponse:
    """Record the taps that a button sent, and answer with the table after them.

    * If a tap is refused, a sentence says why.
    * If another phone recorded the same tap first, a sentence says so. If a script has sent the
      tap, the header `X-Already` has the number of the row that the other phone recorded.
    * A script whose stream brings the panel can ask for a short answer (`Prefer: return=minimal`,
      RFC 7240). It gets 204 with the stamp only.
    """
    table = table_at(code, sure=False)
    sender = device.phone_id()
    seen = request.form.get("seen", -1, type=int)  # no table has version -1
    try:
        receipt = tables.record_taps(table.match, sender, request.form, seen=seen)
    except tables.NotAllowed as refusal:
        abort(403, sentence_of(refusal))
    except (tables.Stale, tables.MovedOn, tables.Full, Malformed, Illegal) as refusal:
        state = tables.state(table.match)
        guest = require_member(table, view, state)
        status = 409 if isinstance(refusal, tables.Stale) else 422
        return _answer(state, guest, _explain(refusal, state), status)
    if receipt.twin is None and _needs_stamp_only(receipt.state, sender):
        tables.note_phone(table.match, sender)
        stamp = {"X-Panel": receipt.state.stamp, "Cache-Control": "no-store"}
        return Response(status=204, headers=stamp)
    # Let the streams run that the tap has woken, so that other phones get it before this answer.
    sleep(0)
    guest = require_member(table, view, receipt.state)
    if receipt.twin is not None:
        notice = sentences.already(receipt.twin, _people(receipt.state))
        answer = _answer(receipt.state, guest, notice)
        if request.htmx:
            answer.headers["X-Already"] = str(receipt.twin.seq)
        return answer
    if request.htmx:
        return answer_panel(receipt.state, guest)
    return redirect(url_for("table.show_table", code=receipt.state.match.code, view=view), 303)


def _answer(state: State, guest: Guest, notice: str, status: int = 200) -> Response:
    """Answer a script with the panel, any other request with the whole page. Both show `notice`."""
    if request.htmx:
        return answer_panel(state, guest, notice, status)
    return answer_page(state, guest, notice, status)


def _explain(refusal: Exception, state: State) -> str:
    """Return a sentence that says why a tap was not recorded."""
    if isinstance(refusal, tables.Stale):
        return sentences.stale(refusal, _people(state))
    if isinstance(refusal, Illegal):
        return sentences.illegal(refusal, _people(state), state.log.game.hand.question)
    if isinstance(refusal, Malformed):
        # NOTE: %(why)s is a clause:
        # “That is not possible: enter a number in the field beside it.”
        return gettext("That is not possible: %(why)s.", why=clause_of(refusal))
    return sentence_of(refusal)


def _needs_stamp_only(state: State, phone: str) -> bool:
    """Return whether this phone's script asks for no panel, because its stream brings the panel."""
    is_minimal = bool(request.htmx) and request.headers.get("Prefer") == MINIMAL
    return is_minimal and tables.streams().is_listening(state.match.id, phone)


@bp.get("/t/<code>/panel", defaults={"view": IN_HAND})
@bp.get("/t/<code>/<any(flat, tv):view>/panel")
def show_panel(code: str, view: str) -> AnyResponse:
    """Send the panel to a phone that has no stream. Answer 204 if the phone shows it already."""
    table = table_at(code, sure=False)
    state = tables.state(table.match)
    guest = require_member(table, view, state)
    if guest.viewer.is_host:
        tables.mark_seen(state.match, device.phone_id())
    if request.args.get("seen") in (state.stamp, str(state.version)):
        return Response(status=204)
    return answer_panel(state, guest)


@bp.get("/t/<code>/log")
def show_log(code: str) -> str:
    """Show history.PAGE rows of the log, newest first.

    The first of them is the row with the number `?before=`. Without a valid number, it is the
    newest row.
    """
    table = table_at(code)
    require_member(table)
    state = tables.state(table.match)
    people = _people(state)
    end = number(request.args.get("before", ""), state.version + 1)
    if end is None:
        end = state.version
    hands = tell_or_leave_out(page_of_hands, state, people, history.PAGE, end, instead=())
    begins = history.beginning(state, people)
    page = LogPage(
        code=table.address,
        view=view_to_return_to(),
        many=many(people.rules),
        hands=hands,
        begins=begins,
        older=max(0, end - history.PAGE),
    )
    template = "log/_lines.html" if request.htmx else "log/lines.html"
    return render_template(template, page=page)


@bp.get("/t/<code>/record")
def serve_record(code: str) -> Response:
    """Serve the match in table notation, for `companion replay`."""
    table = table_at(code)
    require_member(table)
    response = Response(tables.to_record(table.match), mimetype="text/plain")
    response.headers["Content-Disposition"] = f'inline; filename="{table.address}.truc"'
    return response


def answer_panel(state: State, guest: Guest, notice: str = "", status: int = 200) -> Response:
    """Answer with the panel of the table, without the rest of the page."""
    shown = panel.build_panel(state, guest, notice, is_refusal=status != 200)
    response = make_response(templates.draw_panel(guest.view, shown), status)
    response.headers["X-Panel"] = state.stamp
    response.headers["Cache-Control"] = "no-store"
    return response


def table_page(
    state: State, guest: Guest, notice: str = "", *, is_refusal: bool = False
) -> TablePage:
    """Return everything that the page of a table shows on this phone.

    `notice` is a sentence for this phone. `is_refusal` is true if it says why the phone's last tap
    was not recorded.
    """
    match = state.match
    # If the seats keep their names, as in a tournament, the players are known: nobody is invited.
    are_players_known = slots.keeps_names(match.code)
    return TablePage(
        game=games.name(match.variant),
        code=tables.address_for(match, guest.viewer.role).shown_code,
        me=_me(guest.viewer, state.names),
        me_in_top_bar=brief_name(_me(guest.viewer, state.names), TOP_BAR_NAME),
        many=many(state.log.game.rules),
        panel=panel.full_page(state, guest, notice, is_refusal=is_refusal),
        leaves=guest.viewer.role != "tv",
        invites=invitations.may_invite(match, guest) and not are_players_known,
        invitation=invitations.shown_to(guest, match),
    )


def answer_page(state: State, guest: Guest, notice: str = "", status: int = 200) -> Response:
    """Answer with the whole page of the table.

    A newcomer's phone also gets the counts of the explanations it has shown, as a cookie.
    """
    values = table_page(state, guest, notice, is_refusal=status != 200)
    # The address of the table, for `this_phone.here`: this page may answer a form.
    g.address = url_for("table.show_table", code=values.panel.facts.code, view=guest.view)
    text = render_template(f"tables/{guest.view}.html", page=values, panel=values.panel)
    answer = make_response(text, status)
    if values.panel.taught is not None:
        phone.set_taught_cookie(answer, values.panel.taught.counted)
    return answer


def _me(viewer: Viewer, names: tuple[str, ...]) -> str:
    if viewer.seat is not None:
        return called(viewer.seat, names[viewer.seat])
    # NOTE: at the top of the page, beside the sign for people: what this phone is.
    # At most 12 letters
    return gettext("Host") if viewer.is_host else gettext("Watching")


def _people(state: State) -> People:
    return People(state.names, state.log.game.rules)
