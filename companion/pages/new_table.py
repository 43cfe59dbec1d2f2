"""Opening a table: everything is offered ready, anything may be changed, and nothing typed is lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response

from companion import tables, variants
from companion.engine import Impossible, Rules, start
from companion.engine.variant import Variant
from companion.pages import house_rules, joining, partners
from companion.pages.house_rules import Control, Group
from companion.pages.partners import Drawing
from companion.tables import Match
from companion.web import device, guests, owner
from companion.web.forms import number
from companion.web.language import gettext, sentence_of
from companion.words import games
from companion.words.people import People, glyph, many

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
class Beginning:
    """What a side begins with: its players, and what was typed of the points, games and head start it has."""

    side: int
    glyph: str
    name: str
    score: str
    games: str
    handicap: str


@dataclass(frozen=True, slots=True)
class NewPage:
    """The form of a new table; `presets` by their names, each as this page calls it.

    `first` are the house rules that every table asks about, `groups` the rarer ones. `begun` and `changed` say that
    something was typed of the score, or chosen among the rarer rules: then that part of the form is open. `truts`: a
    score is written with a stroke, and needs letters beside the digits.
    """

    game: str
    name: str
    seats: tuple[int, ...]
    chosen_seats: int
    players: tuple[Player, ...]
    many: bool
    table_phone: bool
    first: tuple[Control, ...]
    sides: tuple[Beginning, ...]
    truts: bool
    begun: bool
    presets: tuple[tuple[str, str], ...]
    groups: tuple[Group, ...]
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
    """Open the table and sit down at it; or the form again, with what was typed and what is wrong.

    With `again` everything is as at that table: its people, seats and house rules, and the deal goes on.
    """
    typed = _like(request.form["again"]) if "again" in request.form else request.form
    variant = _variant(typed.get("game", ""))
    if device.no_cookies():
        return _form(variant, typed, gettext(joining.NO_COOKIES), 403)
    opened = not_too_many()
    try:
        match = _opened(variant, typed)
    except ValueError as error:
        return _form(variant, typed, sentence_of(error), 422)
    opened.append(monotonic())
    return _seated(match, number(typed.get("me", "0"), match.seats))


def not_too_many() -> deque[float]:
    """When tables were opened lately: a script must not fill the disk. Counted for all, as a bar has one address."""
    opened: deque[float] = current_app.extensions.setdefault("opened", deque(maxlen=MOST_A_MINUTE))
    if len(opened) == MOST_A_MINUTE and monotonic() - opened[0] < 60:
        abort(429, gettext("Too many tables are being opened at the moment. Try again in a minute."))
    return opened


def _seated(match: Match, seat: int | None) -> Response:
    """The phone is in, in its seat, and shows the others the way; what its owner is called it remembers."""
    name = device.fresh()
    tables.join(match, name, "host", seat)
    response = redirect(url_for("inviting.show", code=match.code), 303)
    return owner.remember(device.keep(response, name), "" if seat is None else tables.state(match).names[seat])


def _opened(variant: Variant, form: Mapping[str, str]) -> Match:
    seats = _seats(variant, form)
    return tables.open_table(
        variant=variant.id,
        seats=seats,
        house=house_rules.chosen(variant, form) | _handicap(variant, form, seats),
        names=[form.get(f"name-{seat}", _own(form, seat)) for seat in range(seats)],
        dealer=_dealer(form.get("dealer", "0")),
        score=_by_side(variant, form, seats, "score"),
        games=_by_side(variant, form, seats, "games"),
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


def _by_side(variant: Variant, form: Mapping[str, str], seats: int, field: str) -> str:
    """What was typed in that field of each side, `4-6`; nothing typed is nothing yet."""
    typed = [form.get(f"{field}-{side}", "").strip() for side in range(variant.sides(seats))]
    return "-".join(number or "0" for number in typed) if any(typed) else ""


def _handicap(variant: Variant, form: Mapping[str, str], seats: int) -> dict[str, str]:
    typed = _by_side(variant, form, seats, "handicap")
    return {"handicap": typed} if typed else {}


def _like(code: str) -> dict[str, str]:
    """The form filled in as that table was opened, with the names it has now; the deal goes on."""
    shown = guests.match_of(code)
    match, viewer, state = shown.match, guests.member_of(shown).viewer, tables.state(shown.match)
    return {
        "game": match.variant,
        "seats": str(match.seats),
        "dealer": str(state.line.game.dealer),
        "me": "" if viewer.seat is None else str(viewer.seat),
        **{f"name-{seat}": name for seat, name in enumerate(state.names)},
        **house_rules.of_table(match),
        **{f"handicap-{side}": str(points) for side, points in enumerate(state.line.game.rules.handicap) if points},
    }


def _with_preset(args: Mapping[str, str]) -> Mapping[str, str]:
    """What was typed so far, with the house rules of the preset that was tapped, if any."""
    chosen = args.get("preset", "")
    if not chosen:
        return args
    presets = {preset.name: preset.house for preset in _variant(args.get("game", "")).presets}
    kept = {key: value for key, value in args.items() if not key.startswith(("house-", "other-"))}
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
    fields = house_rules.controls(variant, said, typed, chosen)
    rarer = house_rules.groups(fields)
    sides = tuple(_beginning(People(names[:chosen], rules), typed, side) for side in range(rules.sides))
    page = NewPage(
        game=variant.id,
        name=said.name(variant.name),
        seats=variant.seats,
        chosen_seats=chosen,
        players=tuple(_player(rules, names[seat], typed, seat) for seat in range(chosen)),
        many=many(rules),
        table_phone=typed.get("me") == "",
        first=tuple(fields[key] for key in house_rules.FIRST if key in fields),
        sides=sides,
        truts=bool(start(rules).truts),
        begun=any(side.score or side.games or side.handicap for side in sides),
        presets=tuple((preset.name, said.preset(preset.name)) for preset in variant.presets),
        groups=rarer,
        changed=any(control.changed for group in rarer for control in group.controls),
        draw=partners.build(variant, rules, typed, names),
        notice=notice,
    )
    template = "home/_opening.html" if request.htmx else "home/new.html"
    return device.kept(make_response(render_template(template, page=page), status))


def _beginning(people: People, typed: Mapping[str, str], side: int) -> Beginning:
    fields = (typed.get(f"{field}-{side}", "") for field in ("score", "games", "handicap"))
    return Beginning(side, glyph(side), people.side(side), *fields)


def _player(rules: Rules, name: str, typed: Mapping[str, str], seat: int) -> Player:
    side = rules.side(seat)
    deals, me = typed.get("dealer", "0") == str(seat), typed.get("me", "0") == str(seat)
    return Player(seat, name, side, glyph(side), deals, me)
