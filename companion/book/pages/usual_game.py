"""The usual game of a book, with its house rules: what a table opened from it begins with; and the form for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import book, variants
from companion.book import Book, Found
from companion.book.pages.book_page import found_at
from companion.engine.variant import Variant
from companion.pages import house_rules, tiles
from companion.pages.house_rules import Control, Group
from companion.words import games
from companion.words.wrong import sentence_of

bp = Blueprint("usual_game", __name__)


@dataclass(frozen=True, slots=True)
class UsualPage:
    """The form: the game, how many play it, its house rules. `kept`: the book has a usual game already."""

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
def ask(token: str) -> Response:
    """The form; `game` and `seats` as they were tapped."""
    return _form(found_at(token, writing=True), request.args)


@bp.post("/b/<token>/usual")
def change(token: str) -> AnyResponse:
    """From now on tables of this book begin so; or, with `do=clear`, as last time."""
    found = found_at(token, writing=True)
    if request.form.get("do") == "clear":
        book.set_usual(found.book, variant="")
    else:
        variant, seats = game_of(found.book, request.form)
        try:
            book.set_usual(
                found.book,
                variant=variant.id,
                seats=seats,
                house=house_rules.chosen(variant, request.form),
            )
        except ValueError as error:
            return _form(found, request.form, sentence_of(error), 422)
    return redirect(url_for("book_page.show", token=found.address), 303)


def _form(found: Found, typed: Mapping[str, str], notice: str = "", status: int = 200) -> Response:
    variant, seats = game_of(found.book, typed)
    fields = house_rules.controls(
        variant, games.words(variant.id), _typed(found, variant, seats, typed), seats
    )
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
    """The house rules as typed; before anything is, those the book has for this game."""
    usual = (
        found.book.house_rules
        if (found.book.variant, found.book.seats) == (variant.id, seats)
        else {}
    )
    if any(key.startswith("house-") for key in typed):
        return typed
    written = dict(variant.rules(seats).house)
    return {f"house-{key}": value for key, value in usual.items() if value != written.get(key)}


def game_of(found: Book, typed: Mapping[str, str]) -> tuple[Variant, int]:
    """The game and how many play it: as typed, else as usual, else as last time, else the own game of this phone."""
    last = next(iter(book.overview(found).entries), None)
    known = found.variant or (last.variant if last else "") or tiles.own_game().id
    variant = variants.VARIANTS.get(typed.get("game", ""), variants.VARIANTS[known])
    wanted = typed.get("seats", "")
    if not wanted and variant.id == known:
        wanted = str(found.seats or (len(last.people) if last else 0))
    return variant, int(wanted) if wanted in map(str, variant.seats) else variant.seats[0]
