"""Open a table from a book: people are tapped in the order of play.

The table begins with the usual game of the book and its house rules. If the book has no usual game,
it begins with the game and the house rules of the last match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion import book, tables, variants
from companion.book import Book, Found, Overview
from companion.book.pages import evening_lines
from companion.book.pages.book_page import require_book
from companion.book.pages.evening_lines import NextKey
from companion.book.pages.usual_game import game_of
from companion.engine import Impossible, Rules
from companion.engine.variant import Variant
from companion.pages import house_rules
from companion.pages.house_rules import Control
from companion.pages.limits import check_open_rate
from companion.tables import Match
from companion.web import device
from companion.web.forms import number
from companion.web.language import N_, gettext
from companion.words import games
from companion.words.people import glyph
from companion.words.wrong import sentence_of

RECENT = 20  # the number of latest matches whose people are listed first
NOT_PLAYING = 0  # the number of the person whose phone this is, if it only keeps the score

bp = Blueprint("book_table", __name__)


@dataclass(frozen=True, slots=True)
class NameKey:
    """The button that gives a person of the book a seat, with their number and name.

    `place` is 1 for the person who was tapped first, 2 for the next in the order of play, and 0 for
    a person who was not tapped. `side` is the side of their seat.
    """

    number: int
    name: str
    place: int
    side: int


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat of the new table, its side, and the number and name of the person tapped for it.

    `filled` says whether the seat was given to somebody. Until then, the number is 0 and the name
    is empty.
    """

    seat: int
    side: int
    glyph: str
    number: int
    name: str
    filled: bool


@dataclass(frozen=True, slots=True)
class FormQuestion:
    """A question of the form about the people who were tapped, such as who deals first.

    `name` is the form field. Each of `answers` has the value that is sent and the text of its
    button. `answer` is the value of the chosen answer.
    """

    name: str
    label: str
    answers: tuple[tuple[int, str], ...]
    answer: int


@dataclass(frozen=True, slots=True)
class BookTableForm:
    """The form that opens a table from a book: the game, the number of players, and who plays.

    * `counts`: the numbers of players to choose from.
    * `people`: the people of the book, to be chosen for a seat by a tap.
    * `places`: the seats, with the people chosen for them.
    * `questions`: the questions who uses this phone, and who deals first.
    * `first`: the fields for the target and the number of games.
    * `house`: the other house rules in words.
    * `others`: links to the forms for other games.
    * `next`: the match that is suggested.
    * `stake`: what people play for.
    """

    token: str
    title: str
    game: str
    games: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]
    seats: int
    people: tuple[NameKey, ...]
    places: tuple[SeatChoice, ...]
    questions: tuple[FormQuestion, ...]
    first: tuple[Control, ...]
    house: tuple[str, ...]
    others: tuple[tuple[str, str], ...]
    next: NextKey | None
    stake: str
    notice: str = ""

    @property
    def full(self) -> bool:
        """Return whether a person was chosen for every seat."""
        return all(place.filled for place in self.places)


@bp.get("/b/<token>/new")
def show_table_form(token: str) -> Response:
    """Show the form that opens a table. The query of the address holds what was tapped so far."""
    found = require_book(token, writing=True)
    seats = game_of(found.book, request.args)[1]
    return _form(found, request.args, _tapped(request.args, seats))


@bp.post("/b/<token>/new")
def open_book_table(token: str) -> AnyResponse:
    """Open the table, and seat this phone: it gets the seat of the person who uses it.

    If the form field `do` is "add", do not open the table. Instead add a new person to the book,
    and show the form again with this person chosen.
    """
    found = require_book(token, writing=True)
    typed = request.form
    variant, seats = game_of(found.book, typed)
    people = _tapped(typed, seats)
    try:
        if typed.get("do") == "add":
            new = book.add_person(found.book, typed.get("name", ""))
            if new not in people:
                return _form(found, typed, [*people, new][:seats])
            return _form(found, typed, people)
        already = _open_already(found.book, typed)
        if already is not None:
            return _sit_down(found.book, already, people, "player")
        return _opened(found.book, variant, people + [0] * (seats - len(people)))
    except ValueError as error:
        return _form(found, typed, people, sentence_of(error), 422)


def _opened(found: Book, variant: Variant, people: list[int]) -> AnyResponse:
    opened = check_open_rate()
    known = book.people(found)
    typed = request.form
    real = [person for person in people if person]
    if len(set(real)) < len(real):
        raise Impossible("One person cannot sit in two seats.")
    match = tables.open_table(
        variant=variant.id,
        seats=len(people),
        house=_house(found, variant, len(people), typed),
        names=[known.get(person, "") for person in people],
        dealer=number(typed.get("dealer", ""), len(people)) or 0,
        stake=typed.get("stake", ""),
    )
    opened()
    book.note_table(found, match, people)
    return _sit_down(found, match, people, "host")


def _sit_down(found: Book, match: Match, people: list[int], role: tables.Joined) -> AnyResponse:
    """Let this phone join with this role, and give it the seat of the person whose phone it is.

    If another phone has the seat already, redirect to the page for joining, where this phone can
    ask for the seat. Otherwise redirect to the table.
    """
    name = device.phone_id_or_new()
    mine = number(request.form.get("me", ""), 100_000)
    if mine is None:
        mine = book.whose(found, name)
    elif mine in people and mine:
        book.say_whose(found, name, mine)
    seat = people.index(mine) if mine and mine in people else None
    page = "table.show_table"
    try:
        tables.join(match, name, role, seat, follows=role == "host")
    except tables.SeatTaken:
        page = "joining.show_by_code"
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    return device.set_phone_cookie(redirect(url_for(page, code=match.code), 303), name)


def _open_already(found: Book, typed: Mapping[str, str]) -> Match | None:
    """Return the table of the suggested match if a phone has opened this table already.

    The table has the same people, and nothing was tapped there yet. Return None if there is no such
    table, or if the form does not open the suggested match.
    """
    if "next" not in typed:
        return None
    known = book.people(found)
    people = [number(typed[key], 100_000) or 0 for key in typed if key.startswith("seat-")]
    wanted = tuple(known.get(person, "") for person in people)
    for state in book.playing(found):
        if state.names == wanted and not state.version:
            return state.match
    return None


def _form(
    found: Found, typed: Mapping[str, str], chosen: list[int], notice: str = "", status: int = 200
) -> Response:
    variant, seats = game_of(found.book, typed)
    whole = book.overview(found.book)
    names = book.people(found.book)
    house = _house(found.book, variant, seats, typed)
    other_rules = {key: value for key, value in house.items() if key not in house_rules.FIRST}
    places = tuple(_places(names, chosen, variant.rules(seats)))
    dealer = number(typed.get("dealer", ""), seats) or 0
    page = BookTableForm(
        token=found.address,
        title=found.book.title,
        game=variant.id,
        games=tuple((game, games.name(game)) for game in variants.VARIANTS),
        counts=tuple(sorted(variant.seats)),
        seats=seats,
        people=tuple(_keys(whole, book.people_to_choose(found.book), chosen, variant.rules(seats))),
        places=places,
        questions=tuple(_questions(places, _me(found, typed), dealer)),
        first=_first(variant, seats, house),
        house=house_rules.differences(variant, seats, other_rules),
        others=tuple(_others(found, variant, seats)),
        next=None if chosen else evening_lines.build_evening(found, whole, names).next,
        stake=typed.get("stake", ""),
        notice=notice,
    )
    return make_response(render_template("book/new.html", page=page), status)


def _me(found: Found, typed: Mapping[str, str]) -> int:
    """Return the number of the person at this phone, as chosen in the form.

    If nobody was chosen, return the number of the person whose phone this is, 0 if nobody has said
    whose it is.
    """
    me = number(typed.get("me", ""), 100_000)
    if me is None and device.phone_id():
        return book.whose(found.book, device.phone_id())
    return me or 0


def _keys(
    whole: Overview, names: Mapping[int, str], chosen: list[int], rules: Rules
) -> Iterator[NameKey]:
    """Yield a button for everybody whose name is in the book.

    People who have played lately come first.
    """
    recent = chain.from_iterable(entry.people for entry in whole.entries[:RECENT])
    for person in dict.fromkeys([*recent, *names]):
        if not names.get(person):
            continue
        if person in chosen:
            seat = chosen.index(person)
            yield NameKey(person, names[person], seat + 1, rules.account(seat))
        else:
            yield NameKey(person, names[person], 0, 0)


def _places(names: Mapping[int, str], chosen: list[int], rules: Rules) -> Iterator[SeatChoice]:
    for seat in range(rules.seats):
        side = rules.account(seat)
        filled = seat < len(chosen)
        person = chosen[seat] if filled else 0
        name = names.get(person, "")
        if filled and not name:
            name = gettext("somebody else")
        yield SeatChoice(seat, side, glyph(side), person, name, filled)


def _questions(places: Iterable[SeatChoice], me: int, dealer: int) -> Iterator[FormQuestion]:
    """Yield the questions of the form: who is at this phone, and who deals first.

    Yield no question before somebody was tapped. Yield the first question only if a person of the
    book was tapped.
    """
    tapped = [place for place in places if place.filled]
    known = [(place.number, place.name) for place in tapped if place.number]
    if known:
        answer = me if me in dict(known) else NOT_PLAYING
        only_writes = (NOT_PLAYING, gettext("not playing: I keep the score"))
        yield FormQuestion("me", gettext("I am"), (*known, only_writes), answer)
    if tapped:
        dealers = [(place.seat, place.name) for place in tapped]
        yield FormQuestion("dealer", gettext("Deals first"), tuple(dealers), dealer)


def _first(variant: Variant, seats: int, house: Mapping[str, str]) -> tuple[Control, ...]:
    written = dict(variant.rules(seats).house)
    form = {f"house-{key}": value for key, value in house.items() if value != written.get(key)}
    fields = house_rules.controls(variant, games.words(variant.id), form, seats)
    return tuple(fields[key] for key in house_rules.FIRST if key in fields)


def _house(found: Book, variant: Variant, seats: int, typed: Mapping[str, str]) -> dict[str, str]:
    """Return the house rules of the new table.

    These are the usual house rules of the book, or those of its last match of this game. The target
    and the number of games are those chosen in the form.
    """
    house = dict(_known_house(found, variant, seats))
    for key in house_rules.FIRST:
        if f"house-{key}" in typed or typed.get(f"other-{key}"):
            house.pop(key, None)
            value = house_rules.value(typed, key)
            if value:
                house[key] = value
    return house


def _known_house(found: Book, variant: Variant, seats: int) -> Mapping[str, str]:
    """Return the house rules that the book knows for this game and number of players.

    If the book has this game and number as its usual game, return the house rules that were set for
    it. Otherwise, return the house rules of the last match of this game. Return {} if there was no
    such match, or if that match had another number of players.
    """
    if (found.variant, found.seats) == (variant.id, seats):
        return found.house_rules
    entries = book.overview(found).entries
    last = next((entry for entry in entries if entry.variant == variant.id), None)
    if last is None or len(last.people) != seats:
        return {}
    return book.house_of(book.match_of(found, last.number))


def _others(found: Found, variant: Variant, seats: int) -> Iterator[tuple[str, str]]:
    """Yield links to other games, each as a text such as "As last time: Put (2)" and its address.

    They lead to the game that was played last and to the usual game of the book. A game that the
    form shows already is left out.
    """
    last = next(iter(book.overview(found.book).entries), None)
    before = (last.variant, len(last.people)) if last else ("", 0)
    ways = (
        (N_("As last time: %(game)s"), before),
        (N_("As usual: %(game)s"), (found.book.variant, found.book.seats)),
    )
    for text, (game, count) in ways:
        if game and (game, count) != (variant.id, seats):
            # NOTE: %(game)s: “Put (2)”, a game and by how many it is played
            called = gettext("%(game)s (%(players)s)", game=games.name(game), players=count)
            address = url_for(
                "book_table.show_table_form", token=found.address, game=game, seats=count
            )
            yield gettext(text, game=called), address


def _tapped(typed: Mapping[str, str], seats: int) -> list[int]:
    """Return the numbers of people who were tapped, in the order of play; 0 for nobody of the book.

    A person who was tapped again is removed.
    """
    fields = [typed[f"seat-{seat}"] for seat in range(seats) if f"seat-{seat}" in typed]
    people = [number(text, 100_000) or 0 for text in fields]
    tapped = number(typed.get("tap", ""), 100_000)
    if tapped and tapped in people:
        people.remove(tapped)
    elif tapped is not None and len(people) < seats:
        people.append(tapped)
    return people
