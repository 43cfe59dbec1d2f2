"""The end of a match: keeping it in a book this phone writes in, or in a new one that begins with it."""

from __future__ import annotations

from dataclasses import dataclass

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

from companion import book, tables
from companion.book import Book
from companion.tables import Match
from companion.web import device
from companion.web.guests import match_of, player_of
from companion.web.language import gettext, sentence_of
from companion.words.people import glyph

bp = Blueprint("keep_match", __name__)


@dataclass(frozen=True, slots=True)
class NamelessSeat:
    """A seat that has no name yet: its number, the sign and the number of its side."""

    seat: int
    glyph: str
    side: int


@dataclass(frozen=True, slots=True)
class KeepPage:
    """The books this phone may keep it in, each by its number with its title; `kept`: those it is in, with its page.

    `nameless` are the players of whom the page asks who they were.
    """

    code: str
    books: tuple[tuple[str, str], ...]
    kept: tuple[tuple[str, str], ...]
    over: bool
    title: str
    nameless: tuple[NamelessSeat, ...] = ()
    notice: str = ""


@bp.get("/t/<code>/keep")
def show(code: str) -> Response:
    """Where it may be kept, and where it is."""
    shown = match_of(code)
    player_of(shown)
    return _page(shown.match)


@bp.post("/t/<code>/keep")
def create(code: str) -> AnyResponse:
    """Keep it: in the `book` that was tapped, else in a new one with this `title`."""
    shown = match_of(code)
    if not player_of(shown).viewer.tap:
        abort(403, gettext("Only players may keep the match in a book."))
    name, chosen = device.name(), request.form.get("book", "")
    match = shown.match
    mine = {str(found.book.id): found.book for found in book.of_phone(name) if found.writes}
    try:
        _give_names(match)
        if chosen in mine:
            kept = book.keep_table(mine[chosen], match, device=name)
            return redirect(url_for("match_page.show", token=kept.token), 303)
        made = book.grow(request.form.get("title", ""), match, name)
    except ValueError as error:
        return _page(match, sentence_of(error), 422)
    return redirect(url_for("book_page.show", token=made.keep_token), 303)


def label(code: str) -> str:
    """What the way here is called at the end of the match at that table."""
    match = tables.by_code(code, sure=False)
    kept = match is not None and book.books_of_table(match)
    return gettext("This match is in a book") if kept else gettext("Keep this match in a book")


def where_kept(code: str) -> dict[str, object]:
    """Of a table with that address: the books of this phone its match is in, by title, with its page there."""
    kept = _kept(match_of(code).match)
    return {
        "code": code,
        "kept": tuple((found.title, book.match_of(found, number).token) for found, number in kept),
    }


def _kept(match: Match) -> list[tuple[Book, int]]:
    """The books of this phone that the match is in: kept now, as it is now, where its table was opened from one."""
    mine = {found.book.id for found in book.of_phone(device.name())}
    for found, _ in book.books_of_table(match):
        if found.id in mine:
            book.keep_what_is_over(found)
    return [
        (found, number)
        for found, number in book.books_of_table(match)
        if number and found.id in mine
    ]


def _give_names(match: Match) -> None:
    """Call the players without a name what was typed for them; ValueError for what is no name."""
    for seat, name in enumerate(tables.state(match).names):
        typed = request.form.get(f"name-{seat}", "").strip()
        if typed and not name:
            tables.rename(match, seat, typed)


def _nameless(match: Match) -> tuple[NamelessSeat, ...]:
    state = tables.state(match)
    sides = enumerate(map(state.line.game.rules.side, range(match.seats)))
    return tuple(
        NamelessSeat(seat, glyph(side), side) for seat, side in sides if not state.names[seat]
    )


def _page(match: Match, notice: str = "", status: int = 200) -> Response:
    kept = _kept(match)
    known = {found.id for found, _ in kept}
    mine = [
        one.book for one in book.of_phone(device.name()) if one.writes and one.book.id not in known
    ]
    page = KeepPage(
        code=match.code,
        books=tuple((str(one.id), one.title) for one in mine),
        kept=tuple((found.title, book.match_of(found, number).token) for found, number in kept),
        over=tables.state(match).line.game.over,
        # NOTE: the title a new book is offered: friends who play cards every week
        title=gettext("Our games"),
        nameless=_nameless(match),
        notice=notice,
    )
    return make_response(render_template("book/keep.html", page=page), status)
