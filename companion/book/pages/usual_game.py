"""Set the usual game of a book: the game and house rules with which its tables begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import book, variants
from companion.book import Book, Found
from companion.book.pages.book_page import require_book
from companion.engine.variant import Variant
from companion.pages import house_rules, tiles
from companion.pages.house_rules import Control, Group
from companion.words import games
from companion.words.wrong import sentence_of

bp = Blueprint("usual_game", __name__)


@dataclass(frozen=True, slots=True)
class UsualPage:
    """The form for the game that the people of a book usually play, with its house rules.

    `kept` says whether the book already has a usual game.
    """

    token: str
    title: str
    game: str
    seats: int
    games: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]
    first: tuple[Control, ...]
    groups: tuple[Group, ...]
    kept: bool
    notice: str = ""


@bp.get("/b/<token>/usual")
def show_usual_game(token: str) -> Response:
    """Show the form for the usual game of the book.

    The query of the address holds the game and the number of players that were tapped.
    """
    return _form(require_book(token, writing=True), request.args)


@bp.post("/b/<token>/usual")
def change_usual_game(token: str) -> AnyResponse:
    """Set the usual game of the book. If `do` is "clear", remove it instead.

    Tables that are opened from a book without a usual game begin with the game that was played
    last.
    """
    found = require_book(token, writing=True)
    if request.form.get("do") == "clear":
        book.set_usual(found.book, variant="")
    else:
        variant, seats = game_of(found.book, request.form)
        try:
            house = house_rules.chosen(variant, request.form)
            book.set_usual(found.book, variant=variant.id, seats=seats, house=house)
        except ValueError as error:
            return _form(found, request.form, sentence_of(error), 422)
    return redirect(url_for("book_page.show_book", token=found.address), 303)


def _form(found: Found, typed: Mapping[str, str], notice: str = "", status: int = 200) -> Response:
    variant, seats = game_of(found.book, typed)
    house = _typed(found, variant, seats, typed)
    fields = house_rules.controls(variant, games.words(variant.id), house, seats)
    page = UsualPage(
        token=found.address,
        title=found.book.title,
        game=variant.id,
        seats=seats,
        games=tuple((game, games.name(game)) for game in variants.VARIANTS),
        counts=tuple(sorted(variant.seats)),
        first=tuple(fields[key] for key in house_rules.FIRST if key in fields),
        groups=house_rules.groups(fields),
        kept=bool(found.book.variant),
        notice=notice,
    )
    return make_response(render_template("book/usual.html", page=page), status)


def _typed(
    found: Found, variant: Variant, seats: int, typed: Mapping[str, str]
) -> Mapping[str, str]:
    """Return the house rules with which the form is filled, as form fields.

    These are the typed ones, if any were typed. Otherwise they are those that the book has stored
    for its usual game. They are none if the form is about another game than that.
    """
    if any(key.startswith("house-") for key in typed):
        return typed
    usual: Mapping[str, str] = {}
    if (found.book.variant, found.book.seats) == (variant.id, seats):
        usual = found.book.house_rules
    written = dict(variant.rules(seats).house)
    return {f"house-{key}": value for key, value in usual.items() if value != written.get(key)}


def game_of(found: Book, typed: Mapping[str, str]) -> tuple[Variant, int]:
    """Return the game that was tapped, and its number of players.

    If no game was tapped, return the first of these that exists:

    * the usual game of the book;
    * the game that was played last;
    * the game of this phone's newest table;
    * the first game for the phone's language.
    """
    last = next(iter(book.overview(found).entries), None)
    last_game = last.variant if last else ""
    last_seats = len(last.people) if last else 0
    known = found.variant or last_game or tiles.own_game().id
    variant = variants.VARIANTS.get(typed.get("game", ""), variants.VARIANTS[known])
    wanted = typed.get("seats", "")
    if not wanted and variant.id == known:
        wanted = str(found.seats or last_seats)
    if wanted in map(str, variant.seats):
        return variant, int(wanted)
    return variant, variant.seats[0]
