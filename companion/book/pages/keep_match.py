"""The end of a match: keeping it in a book this phone writes in, or in a new one that begins with it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import book, tables
from companion.tables import Match
from companion.web import device
from companion.web.guests import match_of, player_of
from companion.web.language import gettext, sentence_of

bp = Blueprint("keep_match", __name__)


@dataclass(frozen=True, slots=True)
class KeepPage:
    """The books this phone writes in, each by its number with its title; the one the table was opened from first."""

    code: str
    books: tuple[tuple[str, str], ...]
    kept: tuple[tuple[str, str], ...]
    over: bool
    title: str
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
        abort(403, gettext("Only those who play may keep the match in a book."))
    name, chosen = device.name(), request.form.get("book", "")
    mine = {str(found.book.id): found.book for found in book.of_phone(name) if found.writes}
    try:
        if chosen in mine:
            kept = book.keep_table(mine[chosen], shown.match, device=name)
            return redirect(url_for("match_page.show", token=kept.token), 303)
        made = book.grow(request.form.get("title", ""), shown.match, name)
    except ValueError as error:
        return _page(shown.match, sentence_of(error), 422)
    return redirect(url_for("book_page.show", token=made.keep_token), 303)


def _page(match: Match, notice: str = "", status: int = 200) -> Response:
    mine = {found.book.id: found.book.title for found in book.of_phone(device.name()) if found.writes}
    known = book.books_of_table(match)
    first = [one.id for one, _ in known if one.id in mine]
    order = sorted(mine, key=lambda number: number not in first)
    kept = [(one.title, book.match_of(one, number).token) for one, number in known if number and one.id in mine]
    page = KeepPage(
        code=match.code,
        books=tuple((str(number), mine[number]) for number in order),
        kept=tuple(kept),
        over=tables.state(match).line.game.over,
        # NOTE: the title a new book is offered: friends who play cards every week
        title=gettext("Our games"),
        notice=notice,
    )
    return make_response(render_template("book/keep.html", page=page), status)
