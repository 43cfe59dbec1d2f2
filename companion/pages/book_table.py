"""A table opened from a book: its people as names, one tap a seat, with last time's seats, game and rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import book, tables, variants
from companion.book import Book, Found
from companion.engine.variant import Variant
from companion.pages.books import found_at
from companion.pages.limits import not_too_many
from companion.web import device
from companion.web.forms import number
from companion.web.language import sentence_of
from companion.words import games
from companion.words.people import glyph

FIRST = "catalan"  # where nothing was played yet

bp = Blueprint("book_table", __name__)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat to be filled: its side, and who is chosen for it (0: somebody who is not in the book)."""

    seat: int
    side: int
    glyph: str
    chosen: int


@dataclass(frozen=True, slots=True)
class TablePage:
    """The form: the game, how many play it, the people of the book, and where they sat last time."""

    token: str
    title: str
    game: str
    games: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]
    people: tuple[tuple[int, str], ...]
    places: tuple[Place, ...]
    house: str
    me: int
    notice: str = ""


@bp.get("/b/<token>/new")
def new(token: str) -> Response:
    """The form; `game` and `seats` as they were tapped."""
    return _form(found_at(token, writing=True), request.args)


@bp.post("/b/<token>/new")
def create(token: str) -> AnyResponse:
    """The table is open, and the phone that asked sits where its person does."""
    found = found_at(token, writing=True)
    lately = not_too_many()
    variant, seats = _game(found.book, request.form)
    people, known = _chosen(request.form, seats), book.people(found.book)
    try:
        match = tables.open_table(
            variant=variant.id,
            seats=seats,
            house=_house(found.book, variant, seats),
            names=[known.get(person, "") for person in people],
        )
    except ValueError as error:
        return _form(found, request.form, sentence_of(error), 422)
    lately.append(monotonic())
    book.opened(found.book, match, people)
    name = device.fresh()
    mine = book.whose(found.book, name)
    tables.join(match, name, "host", people.index(mine) if mine and mine in people else None)
    return device.keep(redirect(url_for("table.show", code=match.code), 303), name)


def _form(found: Found, typed: Mapping[str, str], notice: str = "", status: int = 200) -> Response:
    variant, seats = _game(found.book, typed)
    rules = variant.rules(seats)
    chosen = _chosen(typed, seats) if "seat-0" in typed else _last(found.book, seats)
    house = _house(found.book, variant, seats)
    page = TablePage(
        token=found.address,
        title=found.book.title,
        game=variant.id,
        games=tuple((game, games.name(game)) for game in variants.VARIANTS),
        counts=variant.seats,
        people=tuple((number, name) for number, name in book.people(found.book).items() if name),
        places=tuple(Place(at, rules.side(at), glyph(rules.side(at)), chosen[at]) for at in range(seats)),
        house=" ".join(f"{key}={value}" for key, value in house.items()),
        me=book.whose(found.book, device.known()),
        notice=notice,
    )
    return make_response(render_template("books/new.html", page=page), status)


def _game(found: Book, typed: Mapping[str, str]) -> tuple[Variant, int]:
    """The game and how many play it: as typed, else as last time, else as usual."""
    last = next(iter(book.overview(found).entries), None)
    usual = (last.variant if last else "") or found.variant or FIRST
    variant = variants.VARIANTS.get(typed.get("game", ""), variants.VARIANTS[usual])
    wanted = typed.get("seats") or str(len(last.people) if last and last.variant == variant.id else found.seats)
    return variant, int(wanted) if wanted in map(str, variant.seats) else variant.seats[0]


def _house(found: Book, variant: Variant, seats: int) -> dict[str, str]:
    """Last time's house rules of this game, as far as they are not as written."""
    last = next((entry for entry in book.overview(found).entries if entry.variant == variant.id), None)
    if last is not None and len(last.people) == seats:
        return book.house_of(book.match_of(found, last.number))
    usual = dict(variant.rules(seats).house)
    mine = found.house_rules if (found.variant, found.seats) == (variant.id, seats) else {}
    return {key: value for key, value in mine.items() if usual.get(key) != value}


def _chosen(typed: Mapping[str, str], seats: int) -> list[int]:
    return [number(typed.get(f"seat-{seat}", "0"), 100_000) or 0 for seat in range(seats)]


def _last(found: Book, seats: int) -> list[int]:
    """Who sat where last time with so many; else the first of the book, one after the other."""
    last = next((entry for entry in book.overview(found).entries if len(entry.people) == seats), None)
    known = [number for number, name in book.people(found).items() if name]
    people = list(last.people) if last else known[:seats]
    people = [person if person in known else 0 for person in people]
    return people + [0] * (seats - len(people))
