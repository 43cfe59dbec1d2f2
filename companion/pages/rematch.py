"""Playing again, or on with other house rules: one tap for the same people; the old table shows everybody the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import tables, variants
from companion.board import summary
from companion.pages import house_rules
from companion.pages.house_rules import Control, Group
from companion.retelling.telling import tell_or_leave_out
from companion.tables import AddressedMatch, Match
from companion.web import device
from companion.web.guests import IN_HAND, Guest, match_of, member_of, onlooker_of
from companion.web.language import gettext
from companion.words import games
from companion.words.people import many
from companion.words.wrong import sentence_of

VIEWS = ("flat", "tv")

bp = Blueprint("rematch", __name__)


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The house rules of a table as a form; `over` says that the match is, and that a new one begins with them."""

    code: str
    name: str
    score: str
    over: bool
    handicap: str
    first: tuple[Control, ...]
    groups: tuple[Group, ...]
    many: bool
    notice: str = ""


@bp.post("/t/<code>/rematch")
def create(code: str) -> Response:
    """Redirect to the rematch, which the first phone opens; with `partners` everybody gets another one."""
    table = match_of(code)
    guest = member_of(table)
    try:
        new = tables.rematch(table.match, device.name(), turned="partners" in request.form)
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        abort(409, sentence_of(error))
    return _to(new, guest)


@bp.get("/t/<code>/rematch")
def show(code: str) -> Response:
    """Redirect a phone of the old table to the rematch; back to the old one while there is none."""
    table = match_of(code)
    guest = onlooker_of(table)
    new = tables.rematch_of(table.match)
    return redirect(url_for("table.show", code=code), 303) if new is None else _to(new, guest)


@bp.get("/t/<code>/rules")
def rules(code: str) -> Response:
    """The house rules of this table, to be changed by those who play."""
    table = match_of(code)
    _player(table)
    return _form(table, house_rules.of_table(table.match))


@bp.post("/t/<code>/rules")
def play_on(code: str) -> Response:
    """Open a table where the same people play on, at this score, by the rules chosen, and redirect there."""
    table = match_of(code)
    guest = _player(table)
    try:
        house = house_rules.chosen(variants.get(table.match.variant), request.form)
        new = tables.rematch(table.match, device.name(), house=house)
    except ValueError as error:
        return _form(table, request.form, sentence_of(error), 422)
    return _to(new, guest)


def _player(table: AddressedMatch) -> Guest:
    guest = member_of(table)
    if not guest.viewer.tap:
        abort(403, gettext("Only players may change the house rules."))
    return guest


def _form(table: AddressedMatch, typed: Mapping[str, str], notice: str = "", status: int = 200) -> Response:
    match, state = table.match, tables.state(table.match)
    variant = variants.get(match.variant)
    fields = house_rules.controls(variant, games.words(variant.id), typed, match.seats)
    page = RulesPage(
        code=table.address,
        name=games.name(variant.id),
        score=tell_or_leave_out(summary.short, state, instead=""),
        over=state.line.game.over,
        handicap=typed.get("house-handicap", ""),
        first=tuple(fields[key] for key in house_rules.FIRST if key in fields),
        groups=house_rules.groups(fields),
        many=many(state.line.game.rules),
        notice=notice,
    )
    return make_response(render_template("home/rules.html", page=page), status)


def _to(new: Match, guest: Guest) -> Response:
    """Redirect there, by the address for the phone's role: one that only looks on is told no code there either."""
    view = request.args.get("view", "")
    address = tables.address_for(new, guest.viewer.role).address
    return redirect(url_for("table.show", code=address, view=view if view in VIEWS else IN_HAND), 303)
