"""Add a match that is over to a book in which this phone may write, or to a new book."""

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
from companion.book import Book, Unknown
from companion.book.errors import NO_BOOK
from companion.pages.limits import check_open_rate
from companion.tables import Match
from companion.web import device
from companion.web.guests import require_player, table_at
from companion.web.language import gettext, sentence_of
from companion.words.people import glyph

bp = Blueprint("keep_match", __name__)


@dataclass(frozen=True, slots=True)
class NamelessSeat:
    """A seat without a name: the number of the seat, and the symbol and the number of its side."""

    seat: int
    glyph: str
    side: int


@dataclass(frozen=True, slots=True)
class KeepPage:
    """The page that adds a match to a book.

    `books` are the books to which this phone may add the match, each as its id and title. `kept`
    are the books that have the match, each as its title and the token of the match in this book.
    `nameless` are the seats for which the page asks who sat there.
    """

    code: str
    books: tuple[tuple[str, str], ...]
    kept: tuple[tuple[str, str], ...]
    over: bool
    title: str
    nameless: tuple[NamelessSeat, ...] = ()
    notice: str = ""


@bp.get("/t/<code>/keep")
def show_keep_form(code: str) -> Response:
    """Show the books to which this phone may add the match, and those that have it."""
    shown = table_at(code)
    require_player(shown)
    return _page(shown.match)


@bp.post("/t/<code>/keep")
def keep_match(code: str) -> AnyResponse:
    """Add the match to the chosen book. If none was chosen, open a new one with the typed title."""
    shown = table_at(code)
    if not require_player(shown).viewer.may_tap:
        abort(403, gettext("Only players may keep the match in a book."))
    name = device.phone_id()
    chosen = request.form.get("book", "")
    match = shown.match
    mine = {str(found.book.id): found.book for found in book.of_phone(name) if found.writes}
    try:
        _give_names(match)
        if chosen:
            if chosen not in mine:  # the book was deleted, or its link replaced
                raise Unknown(NO_BOOK)
            kept = book.keep_table(mine[chosen], match, device=name)
            return redirect(url_for("match_page.show_match", token=kept.token), 303)
        opened = check_open_rate()
        made = book.open_book_with_match(request.form.get("title", ""), match, name)
        opened()
    except ValueError as error:
        return _page(match, sentence_of(error), 422)
    return redirect(url_for("book_page.show_book", token=made.keep_token), 303)


def label(code: str) -> str:
    """Return the text of the link to the page that keeps the match of this table.

    The table shows this link when its match is over.
    """
    match = tables.by_code(code, sure=False)
    kept = match is not None and book.books_of_table(match)
    if not kept:
        return gettext("Keep this match in a book")
    # NOTE: a quiet link when a match is over; the tick stays
    return gettext("✓ This match is in a book")


def where_kept(code: str) -> dict[str, object]:
    """Return the books of this phone that have the match, for the template of the table's page."""
    return {"code": code, "kept": _with_tokens(_kept(table_at(code).match))}


def _kept(match: Match) -> list[tuple[Book, int]]:
    """Return the books of this phone that have the match, each with the match's number there.

    If the table was opened from one of these books, the match is first added or brought up to date.
    """
    mine = {found.book.id for found in book.of_phone(device.phone_id())}
    for found, _ in book.books_of_table(match):
        if found.id in mine:
            book.keep_what_is_over(found)
    known = book.books_of_table(match)
    return [(found, number) for found, number in known if number and found.id in mine]


def _with_tokens(kept: list[tuple[Book, int]]) -> tuple[tuple[str, str], ...]:
    """Return the title of each book, and the token of the match in it."""
    return tuple((found.title, book.match_of(found, number).token) for found, number in kept)


def _give_names(match: Match) -> None:
    """Give nameless players the names that were typed.

    Raises ValueError if a text cannot be a name.
    """
    for seat, name in enumerate(tables.state(match).names):
        typed = request.form.get(f"name-{seat}", "").strip()
        if typed and not name:
            tables.rename(match, seat, typed)


def _nameless(match: Match) -> tuple[NamelessSeat, ...]:
    state = tables.state(match)
    seats = list[NamelessSeat]()
    for seat in range(match.seats):
        if not state.names[seat]:
            side = state.log.game.rules.account(seat)
            seats.append(NamelessSeat(seat, glyph(side), side))
    return tuple(seats)


def _page(match: Match, notice: str = "", status: int = 200) -> Response:
    kept = _kept(match)
    known = {found.id for found, _ in kept}
    writable = [one.book for one in book.of_phone(device.phone_id()) if one.writes]
    page = KeepPage(
        code=match.code,
        books=tuple((str(one.id), one.title) for one in writable if one.id not in known),
        kept=_with_tokens(kept),
        over=tables.state(match).log.game.over,
        # NOTE: the title a new book is offered: friends who play cards every week
        title=gettext("Our games"),
        nameless=_nameless(match),
        notice=notice,
    )
    return make_response(render_template("book/keep.html", page=page), status)
