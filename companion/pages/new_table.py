"""Opening a table: everything is offered ready, anything may be changed, and nothing typed is lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import tables, variants
from companion.cheatsheets.prose import Prose
from companion.engine import Impossible, Rules
from companion.engine.variant import Option, Variant
from companion.pages import joining, partners
from companion.pages.partners import Drawing
from companion.tables import Match
from companion.web import device, guests, owner
from companion.web.forms import number
from companion.web.language import gettext, sentence_of
from companion.words import games
from companion.words.people import glyph, many

MOST_A_MINUTE = 600

bp = Blueprint("opening", __name__)


@dataclass(frozen=True, slots=True)
class Player:
    """A line of the form: a seat, the name offered or typed, whether it deals first, whether it is this phone's."""

    seat: int
    name: str
    side: int
    glyph: str
    deals: bool
    me: bool


@dataclass(frozen=True, slots=True)
class Control:
    """A house rule as a field: its values with what each means, or any number in a range; `value` is the chosen one.

    `example` shows how one number a side is written, where the rule is that.
    """

    key: str
    label: str
    value: str
    usual: str
    choices: tuple[tuple[str, str], ...]
    numbers: tuple[int, int] | None
    example: str = ""


@dataclass(frozen=True, slots=True)
class NewPage:
    """The form of a new table; `presets` by their names, each as this page calls it."""

    game: str
    name: str
    seats: tuple[int, ...]
    chosen_seats: int
    players: tuple[Player, ...]
    many: bool
    table_phone: bool
    scores: tuple[tuple[str, str], ...]
    presets: tuple[tuple[str, str], ...]
    controls: tuple[Control, ...]
    changed: bool
    draw: Drawing | None
    notice: str = ""


@bp.get("/new")
def new() -> Response:
    """The form, everything ready to be opened as it is."""
    typed = _like(request.args["again"]) if "again" in request.args else _with_preset(request.args)
    variant = _variant(typed.get("game", ""))
    try:
        return _form(variant, _by_draw(variant, typed))
    except ValueError as error:
        return _form(variant, {key: value for key, value in typed.items() if key != "draw"}, sentence_of(error), 422)


@bp.post("/tables")
def create() -> Response:
    """Open the table and sit down at it; or the form again, with what was typed and what is wrong."""
    variant = _variant(request.form.get("game", ""))
    if device.no_cookies():
        return _form(variant, request.form, gettext(joining.NO_COOKIES), 403)
    opened = _not_too_many()
    try:
        match = _opened(variant, request.form)
    except ValueError as error:
        return _form(variant, request.form, sentence_of(error), 422)
    opened.append(monotonic())
    return _seated(match, number(request.form.get("me", "0"), match.seats))


def _not_too_many() -> deque[float]:
    """When tables were opened lately: a script must not fill the disk. Counted for all, as a bar has one address."""
    opened: deque[float] = current_app.extensions.setdefault("opened", deque(maxlen=MOST_A_MINUTE))
    if len(opened) == MOST_A_MINUTE and monotonic() - opened[0] < 60:
        abort(429, gettext("Too many tables are being opened at the moment. Try again in a minute."))
    return opened


def _seated(match: Match, seat: int | None) -> Response:
    """This phone is in, in its seat, and shows the others the way; what its owner is called it remembers."""
    name = device.fresh()
    tables.join(match, name, "host", seat)
    response = redirect(url_for("inviting.show", code=match.code), 303)
    return owner.remember(device.keep(response, name), "" if seat is None else tables.state(match).names[seat])


def _opened(variant: Variant, form: Mapping[str, str]) -> Match:
    seats = _seats(variant, form)
    return tables.open_table(
        variant=variant.id,
        seats=seats,
        house=_house(variant, form),
        names=[form.get(f"name-{seat}", _own(form, seat)) for seat in range(seats)],
        dealer=_dealer(form.get("dealer", "0")),
        score=_score(variant, form, seats),
    )


def _own(form: Mapping[str, str], seat: int) -> str:
    """The name offered for a seat: in one's own that which the phone remembers."""
    return owner.name() if form.get("me", "0") == str(seat) else ""


def _variant(name: str) -> Variant:
    try:
        return variants.get(name or next(iter(variants.VARIANTS)))
    except variants.UnknownVariant as error:
        abort(404, sentence_of(error))


def _seats(variant: Variant, form: Mapping[str, str]) -> int:
    seats = form.get("seats", str(variant.seats[0]))
    found = number(seats, 100)
    if found is None:
        raise Impossible("The number of players must be a number, not %(text)r", text=seats[:20])
    return found


def _dealer(text: str) -> int:
    found = number(text, 100)
    if found is None:
        raise Impossible("The dealer must be a number, not %(text)r", text=text[:20])
    return found


def _house(variant: Variant, form: Mapping[str, str]) -> dict[str, str]:
    """The house rules that were chosen; those left as usual depend on the others."""
    given = {option.key: form.get(f"house-{option.key}", "").strip() for option in variant.options}
    return {key: value for key, value in given.items() if value}


def _score(variant: Variant, form: Mapping[str, str], seats: int) -> str:
    """The score to pick up from, `4-6`; nothing typed is nothing yet."""
    sides = variant.rules(seats).sides
    typed = [form.get(f"score-{side}", "").strip() for side in range(sides)]
    return "-".join(points or "0" for points in typed) if any(typed) else ""


def _like(code: str) -> dict[str, str]:
    """The form filled in as that table was opened, with the names it has now; the deal goes on."""
    shown = guests.match_of(code)
    match, viewer, state = shown.match, guests.member_of(shown).viewer, tables.state(shown.match)
    written = dict(variants.get(match.variant).rules(match.seats).house)
    return {
        "game": match.variant,
        "seats": str(match.seats),
        "dealer": str(state.line.game.dealer),
        "me": "" if viewer.seat is None else str(viewer.seat),
        **{f"name-{seat}": name for seat, name in enumerate(state.names)},
        **{f"house-{key}": value for key, value in match.house_rules.items() if value != written[key]},
    }


def _with_preset(args: Mapping[str, str]) -> Mapping[str, str]:
    """What was typed so far, with the house rules of the preset that was tapped, if any."""
    chosen = args.get("preset", "")
    if not chosen:
        return args
    presets = {preset.name: preset.house for preset in _variant(args.get("game", "")).presets}
    kept = {key: value for key, value in args.items() if not key.startswith("house-")}
    return kept | {f"house-{key}": value for key, value in presets.get(chosen, ())}


def _by_draw(variant: Variant, typed: Mapping[str, str]) -> Mapping[str, str]:
    """What was typed so far, everybody seated by the cards they drew if that was tapped."""
    if "draw" not in typed or variant.draw is None:
        return typed
    return partners.seated(variant.draw, _chosen_seats(variant, typed), _names(variant, typed), typed)


def _chosen_seats(variant: Variant, typed: Mapping[str, str]) -> int:
    seats = typed.get("seats", "")
    return int(seats) if seats in map(str, variant.seats) else variant.seats[0]


def _names(variant: Variant, typed: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(typed.get(f"name-{seat}", _own(typed, seat)) for seat in range(max(variant.seats)))


def _form(variant: Variant, typed: Mapping[str, str], notice: str = "", status: int = 200) -> Response:
    chosen = _chosen_seats(variant, typed)
    rules, names = variant.rules(chosen), _names(variant, typed)
    said = games.words(variant.id)
    controls = tuple(_control(said, option, typed, rules.sides) for option in variant.options)
    page = NewPage(
        game=variant.id,
        name=said.name(variant.name),
        seats=variant.seats,
        chosen_seats=chosen,
        players=tuple(_player(rules, names[seat], typed, seat) for seat in range(max(variant.seats))),
        many=many(rules),
        table_phone=typed.get("me") == "",
        scores=tuple((f"score-{side}", typed.get(f"score-{side}", "")) for side in range(rules.sides)),
        presets=tuple((preset.name, said.preset(preset.name)) for preset in variant.presets),
        controls=controls,
        changed=any(control.value for control in controls),
        draw=partners.build(variant, rules, typed, names),
        notice=notice,
    )
    return device.kept(make_response(render_template("home/new.html", page=page), status))


def _player(rules: Rules, name: str, typed: Mapping[str, str], seat: int) -> Player:
    side = rules.side(seat)
    deals, me = typed.get("dealer", "0") == str(seat), typed.get("me", "0") == str(seat)
    return Player(seat, name, side, glyph(side), deals, me)


def _control(said: Prose, option: Option, typed: Mapping[str, str], sides: int) -> Control:
    label, usual = said.house(option.key, option.default)
    choices = () if option.numbers else tuple((value, said.house(option.key, value)[1]) for value in option.values)
    example = "-".join(map(str, range(sides))) if option.by_side else ""
    return Control(option.key, label, typed.get(f"house-{option.key}", ""), usual, choices, option.numbers, example)
