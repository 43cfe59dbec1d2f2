"""Open a table by a form in which everything is filled in and anything may be changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, make_response, redirect, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response

from companion import tables, variants
from companion.engine import Impossible
from companion.engine.variant import Variant
from companion.pages import house_rules, joining, partners, table_form
from companion.pages.limits import check_open_rate
from companion.tables import Match
from companion.web import device, guests, player_name
from companion.web.forms import number
from companion.web.language import gettext
from companion.words.wrong import sentence_of

bp = Blueprint("new_table", __name__)


@bp.get("/new")
def show_new_table() -> Response:
    """Show the form, filled in so that the table can be opened as it is."""
    typed = _typed(request.args)
    variant = variant_of(typed.get("game", ""))
    try:
        return _form(variant, _seat_by_draw(variant, typed))
    except ValueError as error:
        undrawn = {key: value for key, value in typed.items() if key != "draw"}
        return _form(variant, undrawn, sentence_of(error), 422)


@bp.post("/tables")
def create_table() -> Response:
    """Open the table and let this phone in, or show the form again with what is wrong.

    If the form has `again`, the code of an earlier table, the new table has the names, seats, house
    rules and stake of the earlier table. The present dealer of the earlier table deals first. If
    the form has `preset`, the house rules are those of this preset.
    """
    typed = _typed(request.form)
    variant = variant_of(typed.get("game", ""))
    if device.keeps_no_cookies():
        return _form(variant, typed, gettext(joining.NO_COOKIES), 403)
    try:
        match = open_from_form(typed)
    except ValueError as error:
        return _form(variant, typed, sentence_of(error), 422)
    return seat_opener(match, number(typed.get("me", "0"), match.seats))


def _typed(asked: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values for the form of a new table.

    If `asked` has `again`, the code of an earlier table, return the values that open this table
    again. Otherwise return the values typed so far. If a preset was tapped, its house rules replace
    those that were typed.
    """
    if "again" in asked:
        return _form_of_table(asked["again"])
    return with_preset(asked)


def seat_opener(match: Match, seat: int | None, *, follows: bool = False) -> Response:
    """Let in the phone that opened a table, and redirect it to the page that invites others.

    The phone becomes host. If `seat` is not None, the phone gets this seat and remembers the name
    of the seat's player. If `follows` is true, the hosts of the earlier match become hosts of this
    match when they join (see `tables.join`).
    """
    name = device.phone_id_or_new()
    tables.join(match, name, "host", seat, follows=follows)
    response = redirect(url_for("inviting.show_invitation", code=match.code), 303)
    device.set_phone_cookie(response, name)
    if seat is None:
        return response
    return player_name.set_name_cookie(response, tables.state(match).names[seat])


def open_from_form(typed: Mapping[str, str]) -> Match:
    """Open the table that the form asks for. Answers 429 if too many were opened lately.

    Raises ValueError with a message for the user if no match can be played as the form says.
    """
    opened = check_open_rate()
    form = with_preset(typed)
    asked = read_form(form)
    match = tables.open_table(
        variant=asked.variant.id,
        seats=asked.seats,
        house=asked.house,
        names=[table_form.name(form, seat) for seat in range(asked.seats)],
        dealer=asked.dealer,
        score=asked.score,
        games=asked.games,
        stake=form.get("stake", ""),
    )
    opened()
    return match


@dataclass(frozen=True, slots=True)
class AskedGame:
    """The game that a form asks for, without the names of the people and their stake."""

    variant: Variant
    seats: int
    house: dict[str, str]
    dealer: int
    score: str
    games: str


def read_form(form: Mapping[str, str]) -> AskedGame:
    """Return the game that a form asks for.

    Raises ValueError with a message for the user if the number of players or the dealer is not a
    number.
    """
    variant = variant_of(form.get("game", ""))
    seats = _seats(variant, form)
    return AskedGame(
        variant=variant,
        seats=seats,
        house=house_rules.chosen(variant, form) | _handicap(variant, form, seats),
        dealer=_dealer(form.get("dealer", "0")),
        score=_by_side(variant, form, seats, "score"),
        games=_by_side(variant, form, seats, "games"),
    )


def variant_of(name: str) -> Variant:
    """Return the game whose id is `name`, or the first game if `name` is "".

    Answers 404 with a sentence if no game has that id.
    """
    try:
        return variants.get(name or next(iter(variants.VARIANTS)))
    except variants.UnknownVariant as error:
        abort(404, sentence_of(error))


def _seats(variant: Variant, form: Mapping[str, str]) -> int:
    seats = form.get("seats", str(variant.seats[0]))
    count = number(seats, 100)
    if count is None:
        raise Impossible("The number of players must be a number, not “%(text)s”", text=seats[:20])
    return count


def _dealer(text: str) -> int:
    seat = number(text, 100)
    if seat is None:
        raise Impossible("The dealer must be a number, not “%(text)s”", text=text[:20])
    return seat


def _by_side(variant: Variant, form: Mapping[str, str], seats: int, field: str) -> str:
    """Return what was typed in this field for all sides, joined by hyphens: `4-6`.

    An empty field counts as 0. Return "" if all fields are empty.
    """
    typed = [form.get(f"{field}-{side}", "").strip() for side in range(variant.accounts(seats))]
    if not any(typed):
        return ""
    return "-".join(text or "0" for text in typed)


def _handicap(variant: Variant, form: Mapping[str, str], seats: int) -> dict[str, str]:
    typed = _by_side(variant, form, seats, "handicap")
    if not typed:
        return {}
    return {"handicap": typed}


def _form_of_table(code: str) -> dict[str, str]:
    """Return the form values that open this table again, with its present names and dealer."""
    table = guests.table_at(code)
    match = table.match
    viewer = guests.require_member(table).viewer
    state = tables.state(match)
    return {
        "game": match.variant,
        "seats": str(match.seats),
        "dealer": str(state.log.game.dealer),
        "stake": match.stake,
        "me": "" if viewer.seat is None else str(viewer.seat),
        **{f"name-{seat}": name for seat, name in enumerate(state.names)},
        **house_rules.of_table(match),
    }


def with_preset(args: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values typed so far.

    If a preset was tapped, its house rules replace those that were typed.
    """
    chosen = args.get("preset", "")
    if not chosen:
        return args
    presets = {preset.name: preset.house for preset in variant_of(args.get("game", "")).presets}
    others = {key: value for key, value in args.items() if not key.startswith(("house-", "other-"))}
    return others | {f"house-{key}": value for key, value in presets.get(chosen, ())}


def _seat_by_draw(variant: Variant, typed: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values typed so far. If `draw` was tapped, everybody is moved to their drawn seat.

    Raises Impossible if the drawn cards do not decide who sits where.
    """
    if "draw" not in typed or variant.draw is None:
        return typed
    seats = table_form.seats(variant, typed)
    names = table_form.names(variant, typed)
    return partners.seat_by_draw(variant.draw, seats, names, typed)


def _form(
    variant: Variant, typed: Mapping[str, str], notice: str = "", status: int = 200
) -> Response:
    template = "home/_opening.html" if request.htmx else "home/new.html"
    page = table_form.form_page(variant, typed, notice)
    return device.ensure_phone_cookie(make_response(render_template(template, page=page), status))
