"""A table opened from a book: its people as names, one tap a seat, with last time's seats, game and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import book, tables, variants
from companion.book import Book, Found
from companion.book.pages.book_page import found_at
from companion.book.pages.usual_game import game_of
from companion.engine.variant import Variant
from companion.pages import house_rules
from companion.pages.limits import not_too_many
from companion.tables import Match
from companion.web import device
from companion.web.forms import number
from companion.web.language import N_, gettext, sentence_of
from companion.words import games
from companion.words.people import glyph

bp = Blueprint("book_table", __name__)


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat to be filled: its side, and who is chosen for it (0: somebody who is not in the book)."""

    seat: int
    side: int
    glyph: str
    chosen: int


@dataclass(frozen=True, slots=True)
class BookTableForm:
    """The form: the game, how many play it, the people of the book, and where they sat last time.

    `house` are the house rules in words, `others` the games that are one tap away.
    """

    token: str
    title: str
    game: str
    games: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]
    seats: int
    people: tuple[tuple[int, str], ...]
    places: tuple[SeatChoice, ...]
    house: tuple[str, ...]
    others: tuple[tuple[str, str], ...]
    notice: str = ""


@bp.get("/b/<token>/new")
def new(token: str) -> Response:
    """The form; `game` and `seats` as they were tapped."""
    return _form(found_at(token, writing=True), request.args)


@bp.post("/b/<token>/new")
def create(token: str) -> AnyResponse:
    """The table is open, and the phone that asked sits where its person does."""
    found = found_at(token, writing=True)
    already = _open_already(found.book, request.form)
    if already is not None:
        return _sit_down(found.book, already, _chosen(request.form, already.seats))
    opened = not_too_many()
    variant, seats = game_of(found.book, request.form)
    people, known = book.swapped(_last(found.book, seats), _chosen(request.form, seats)), book.people(found.book)
    try:
        match = tables.open_table(
            variant=variant.id,
            seats=seats,
            house=_house(found.book, variant, seats),
            names=[known.get(person, "") for person in people],
        )
    except ValueError as error:
        return _form(found, request.form, sentence_of(error), 422)
    opened()
    book.opened(found.book, match, people)
    return _sit_down(found.book, match, people)


def _sit_down(found: Book, match: Match, people: list[int]) -> AnyResponse:
    """The phone that asks may do everything at this table, and has the seat of its person."""
    name = device.fresh()
    mine = book.whose(found, name)
    tables.join(match, name, "host", people.index(mine) if mine and mine in people else None)
    return device.keep(redirect(url_for("table.show", code=match.code), 303), name)


def _open_already(found: Book, typed: Mapping[str, str]) -> Match | None:
    """The next match that somebody else, or a second touch, has opened: the same people, and nothing tapped yet."""
    if "next" not in typed:
        return None
    known = book.people(found)
    wanted = tuple(known.get(number(typed[key], 100_000) or 0, "") for key in typed if key.startswith("seat-"))
    return next((one.match for one in book.playing(found) if one.names == wanted and not one.version), None)


def _form(found: Found, typed: Mapping[str, str], notice: str = "", status: int = 200) -> Response:
    variant, seats = game_of(found.book, typed)
    rules = variant.rules(seats)
    chosen = _chosen(typed, seats) if "seat-0" in typed else _last(found.book, seats)
    page = BookTableForm(
        token=found.address,
        title=found.book.title,
        game=variant.id,
        games=tuple((game, games.name(game)) for game in variants.VARIANTS),
        counts=tuple(sorted(variant.seats)),
        seats=seats,
        people=tuple((number, name) for number, name in book.people(found.book).items() if name),
        places=tuple(SeatChoice(at, rules.side(at), glyph(rules.side(at)), chosen[at]) for at in range(seats)),
        house=house_rules.differences(variant, seats, _house(found.book, variant, seats)),
        others=tuple(_others(found, variant, seats)),
        notice=notice,
    )
    return make_response(render_template("book/new.html", page=page), status)


def _house(found: Book, variant: Variant, seats: int) -> dict[str, str]:
    """The usual house rules of the usual game; of another one those of last time, as far as they are not as written."""
    if (found.variant, found.seats) == (variant.id, seats):
        return found.house_rules
    last = next((entry for entry in book.overview(found).entries if entry.variant == variant.id), None)
    if last is None or len(last.people) != seats:
        return {}
    return book.house_of(book.match_of(found, last.number))


def _others(found: Found, variant: Variant, seats: int) -> Iterator[tuple[str, str]]:
    """What else is one tap away, and where: last time's game, the usual one."""
    last = next(iter(book.overview(found.book).entries), None)
    before = (last.variant, len(last.people)) if last else ("", 0)
    ways = ((N_("As last time: %(game)s"), before), (N_("As usual: %(game)s"), (found.book.variant, found.book.seats)))
    for text, (game, count) in ways:
        if game and (game, count) != (variant.id, seats):
            # NOTE: %(game)s: “Put (2)”, a game and by how many it is played
            called = gettext("%(game)s (%(players)s)", game=games.name(game), players=count)
            yield gettext(text, game=called), url_for("book_table.new", token=found.address, game=game, seats=count)


def _chosen(typed: Mapping[str, str], seats: int) -> list[int]:
    return [number(typed.get(f"seat-{seat}", "0"), 100_000) or 0 for seat in range(seats)]


def _last(found: Book, seats: int) -> list[int]:
    """Who sat where last time with so many; else the first of the book, one after the other."""
    last = next((entry for entry in book.overview(found).entries if len(entry.people) == seats), None)
    known = [number for number, name in book.people(found).items() if name]
    people = list(last.people) if last else known[:seats]
    people = [person if person in known else 0 for person in people]
    return people + [0] * (seats - len(people))
