"""Let the people of a table play again, go on with other rules, or play another game.

All phones of the table go on to the match that follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, make_response, redirect, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response

from companion import tables, variants
from companion.board import summary
from companion.engine import Impossible
from companion.engine.variant import Variant
from companion.pages import all_games, house_rules, later_match, new_table, table_form, tiles
from companion.pages.limits import check_open_rate
from companion.pages.table_form import PlayingOn
from companion.pages.tiles import Tile
from companion.tables import Match, NextGame, State, TableLink
from companion.web import device, language
from companion.web.forms import number
from companion.web.guests import (
    IN_HAND,
    Guest,
    require_member,
    require_onlooker,
    table_at,
    view_to_return_to,
)
from companion.web.language import gettext
from companion.web.templates import tell_or_leave_out
from companion.words import games as words_games
from companion.words.people import called
from companion.words.wrong import sentence_of

bp = Blueprint("rematch", __name__)


@dataclass(frozen=True, slots=True)
class NextGamesPage:
    """The page of the games that the people of a table may play next.

    * `same`: games for as many people as sit here. One tap on a game opens a table for it.
    * `others`: games for another number of players. Somebody must choose first who plays.
    * `may_choose`: whether this phone may choose who plays.
    * `unfinished`: the score of the present match if it is not over, else "". The next game would
      leave the match unfinished.
    * `view`: the view in which this phone shows the table: "flat", "tv", or None for neither.
    """

    code: str
    game: str
    seats: int
    same: tuple[Tile, ...]
    others: tuple[Tile, ...]
    may_choose: bool
    unfinished: str
    view: str | None


@bp.post("/t/<code>/rematch")
def play_again(code: str) -> Response:
    """Redirect to the rematch. If no phone has opened it yet, open it.

    If the form has `partners`, everybody gets another partner.
    """
    table = table_at(code)
    guest = require_member(table)
    opened = _check_rate(table.match)
    try:
        tables.rematch(table.match, device.phone_id(), swap_partners="partners" in request.form)
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        abort(409, sentence_of(error))
    opened()
    return _to_the_newest(table, guest)


@bp.get("/t/<code>/rematch")
def follow_rematch(code: str) -> Response:
    """Redirect a phone of the old table to the rematch, or back to the table if there is none."""
    table = table_at(code)
    return _to_the_newest(table, require_onlooker(table))


@bp.get("/t/<code>/another")
def show_next_games(code: str) -> Response:
    """Show the games that may be played next. If a next match has been opened, redirect to it."""
    table = table_at(code)
    guest = _player(table)
    match = table.match
    if tables.rematch_of(match) is not None:
        return _to_the_newest(table, guest)
    state = tables.state(match)
    same, others = _games_by_seats(match)
    page = NextGamesPage(
        code=table.address,
        game=words_games.name(match.variant),
        seats=match.seats,
        same=same,
        others=others,
        may_choose=tables.may_choose_people(match, device.phone_id()),
        unfinished=_unfinished(state),
        view=view_to_return_to(),
    )
    return make_response(render_template("home/another.html", page=page))


def _unfinished(state: State) -> str:
    """Return the score of the match, as `4–6`, or "" if the match is over."""
    if state.log.game.over:
        return ""
    return tell_or_leave_out(summary.short, state, instead="")


@bp.get("/t/<code>/rules")
def show_rules(code: str) -> Response:
    """Show the form of the next match, which any player may change and send.

    At first the form has the game and the house rules of this table. If the address has `?game=`,
    the form has this other game, under the house rules that are offered first. With `?filled`, the
    form has the values that were chosen so far.
    """
    table = table_at(code)
    _player(table)
    state = tables.state(table.match)
    if "filled" in request.args:
        return _form(state, new_table.with_preset(request.args))
    return _form(state, _first_offer(state, request.args))


@bp.post("/t/<code>/rules")
def play_on(code: str) -> Response:
    """Open the table of the next match as the form says, and redirect there.

    If the form has `quick`, the next match is of the game `game` under the house rules that its
    form shows before anything is chosen (see `_first_offer`). If the form asks for an impossible
    match, the form is shown again with a sentence that says why.
    """
    table = table_at(code)
    guest = _player(table)
    state = tables.state(table.match)
    opened = _check_rate(table.match)
    typed: Mapping[str, str] = request.form
    if "quick" in typed:
        typed = _first_offer(state, typed)
    typed = {"game": state.match.variant, "seats": str(_seats(state, typed)), **typed}
    try:
        variant = new_table.variant_of(typed["game"])
        if tables.would_continue(state, variant.id, _seats(state, typed)):
            house = new_table.read_form(typed).house
            new = tables.rematch(table.match, device.phone_id(), house=house)
        else:
            new = tables.rematch(table.match, device.phone_id(), another=_next_game(state, typed))
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        return _form(state, typed, sentence_of(error), 422)
    opened()
    was_quicker = (new.variant, new.seats) != (typed["game"], _seats(state, typed))
    return _to_the_newest(table, guest, quicker=was_quicker)


def _check_rate(match: Match) -> Callable[[], None]:
    """Answer 429 if this phone would open the next match, and too many tables were opened lately.

    Otherwise return a function that counts the opening (see `check_open_rate`). If another phone
    has opened the next match already, this phone only follows: nothing is limited or counted.
    """
    if tables.rematch_of(match) is not None:
        return lambda: None
    return check_open_rate()


def _player(table: TableLink) -> Guest:
    guest = require_member(table)
    if not guest.viewer.may_tap:
        abort(403, gettext("Only players may change the house rules."))
    return guest


def _games_by_seats(match: Match) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Return the games for as many people as sit here, and the games for other numbers of people.

    The present game is in neither tuple. Both begin with the games of the present game's land.
    """
    same: list[Tile] = []
    others: list[Tile] = []
    for land in all_games.lands(variants.get(match.variant).land):
        for found in land.tiles:
            if found.id == match.variant:
                continue
            game = variants.get(found.id)
            if match.seats in game.seats:
                same.append(tiles.usual(game))
            else:
                others.append(tiles.usual(game))
    return tuple(same), tuple(others)


def _first_offer(state: State, asked: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values that the form of the next match has before anything is chosen.

    Usually they are the values of this match. If the address names another `game` or another number
    of `seats`, the form has the house rules that are offered first for that game.
    """
    match = state.match
    variant = new_table.variant_of(asked.get("game", match.variant))
    seats = _seats(state, asked)
    form = {"game": variant.id, "seats": str(seats), "stake": match.stake}
    if (variant.id, seats) == (match.variant, match.seats):
        return form | house_rules.of_table(match)
    return new_table.with_preset(form | {"preset": variant.first_preset(language.reader()).name})


def _seats(state: State, typed: Mapping[str, str]) -> int:
    """Return the number of players: the chosen number if the game can be played by so many.

    Otherwise return the present number of players. If the game cannot be played by so many either,
    return the game's usual number.
    """
    variant = new_table.variant_of(typed.get("game", state.match.variant))
    asked = number(typed.get("seats", ""), 100)
    if asked in variant.seats:
        return asked
    if state.match.seats in variant.seats:
        return state.match.seats
    return variant.seats[0]


def _next_game(state: State, typed: Mapping[str, str]) -> NextGame:
    asked = new_table.read_form(typed)
    people = _people(state, asked.variant, asked.seats, typed)
    dealer = asked.dealer
    if "dealer" not in typed:
        dealer = tables.default_dealer(state, people)
    return NextGame(
        variant=asked.variant.id,
        house=asked.house,
        people=people,
        dealer=dealer,
        score=asked.score,
        games=asked.games,
        stake=typed.get("stake"),
    )


def _people(
    state: State, variant: Variant, seats: int, typed: Mapping[str, str]
) -> tuple[int | None, ...]:
    """Return for each seat the person chosen for it, as an index in `tables.people_of`, or None.

    If the form was filled in for another number of seats, ignore its choices, and return who sits
    where if nobody chooses (`tables.default_people`).
    """
    fields = [key for key in typed if key.startswith("person-")]
    if len(fields) != seats:
        return tables.default_people(state, variant.id, seats)
    return tuple(_person(typed.get(f"person-{seat}", "")) for seat in range(seats))


def _person(text: str) -> int | None:
    if text == "":
        return None
    person = number(text, 100)
    if person is None:
        raise Impossible("Choose among the people at this table.")
    return person


def _form(state: State, typed: Mapping[str, str], notice: str = "", status: int = 200) -> Response:
    match = state.match
    variant = new_table.variant_of(typed.get("game", match.variant))
    seats = _seats(state, typed)
    may_choose = tables.may_choose_people(match, device.phone_id())
    if seats != match.seats and not may_choose:
        abort(403, gettext(tables.HOST_CHOOSES))
    goes_on = tables.would_continue(state, variant.id, seats)
    counts: tuple[int, ...] = (seats,)
    if may_choose and not goes_on:
        counts = variant.seats
    on = PlayingOn(
        code=tables.address_for(match, "player").address,
        score=tell_or_leave_out(summary.short, state, instead=""),
        over=state.log.game.over,
        goes_on=goes_on,
        people=_names(state),
        counts=counts,
        view=view_to_return_to(),
    )
    page = table_form.form_page(variant, _with_people(state, variant, seats, typed), notice, on)
    template = "home/_opening.html" if request.htmx else "home/rules.html"
    return make_response(render_template(template, page=page), status)


def _names(state: State) -> tuple[str, ...]:
    """Return the names of the people who can be given a seat in the rematch."""
    people = tables.people_of(state)
    return tuple(called(at, person.name) for at, person in enumerate(people))


def _with_people(
    state: State, variant: Variant, seats: int, typed: Mapping[str, str]
) -> dict[str, str]:
    """Return the form's values, completed with the dealer, a person and a name for each seat."""
    try:
        people = _people(state, variant, seats, typed)
    except Impossible:  # the sentence is on the page already
        people = tables.default_people(state, variant.id, seats)
    there = tables.people_of(state)
    filled = {"dealer": str(tables.default_dealer(state, people)), **typed, "seats": str(seats)}
    for seat, person in enumerate(people):
        filled[f"person-{seat}"] = ""
        filled[f"name-{seat}"] = ""
        if person is not None and person < len(there):
            filled[f"person-{seat}"] = str(person)
            filled[f"name-{seat}"] = there[person].name
    return filled


def _to_the_newest(table: TableLink, guest: Guest, *, quicker: bool = False) -> Response:
    """Redirect to the newest match, or back to this table if no match has followed.

    Answers 403 if the phone may not open the newest match. If `quicker` is true, the page says that
    another phone chose first, and chose something else.
    """
    newest = later_match.address_of_newest(table.match, guest)
    if newest is None and tables.rematch_of(table.match) is not None:
        abort(403, gettext("Joining is closed at the next table: ask its host."))
    address = url_for(
        "table.show_table",
        code=table.address if newest is None else newest.address,
        view=view_to_return_to() or IN_HAND,
        quicker=1 if quicker else None,
    )
    return redirect(address, 303)
