"""Show a table on a television.

The television shows four digits and a QR code. A phone at the table uses one of them to show the
table there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from urllib.parse import urlsplit

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import tables
from companion.board import invitations, summary
from companion.pages import limits
from companion.tables import TableLink, digits
from companion.web import device, qr
from companion.web.guests import require_member, shared_link, table_at
from companion.web.language import gettext, sentence_of
from companion.web.qr import Square
from companion.web.templates import tell_or_leave_out
from companion.words import games, labels
from companion.words.people import People

LOOK_SECONDS = 5  # until a television that waits looks again
# The first time it looks sooner: until then another television may get its number (`digits`).
FIRST_LOOK_SECONDS = 2
TABLES = 4  # how many of its newest tables a phone may show

bp = Blueprint("television", __name__)


@dataclass(frozen=True, slots=True)
class WaitPage:
    """The page of a television that waits for a table: its number, and a QR code with the number.

    `token` is the secret in the page's address, by which the server recognizes the television.
    """

    number: str
    square: Square
    token: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table that this phone may show on a television. `who` are the names of its players."""

    address: str
    game: str
    score: str
    who: str


@dataclass(frozen=True, slots=True)
class AskPage:
    """The page that asks for the number on the television, and then which table to show there.

    `where` is the address to open in the television's browser.
    """

    where: str
    number: str
    tables: tuple[ShownTable, ...]
    notice: str = ""


@bp.get("/tv")
def begin_waiting() -> Response:
    """Let a television wait for a table: redirect it to the page of its own number."""
    token = digits.register_tv(limits.network_hash())
    if not token:
        abort(429, gettext("Too many televisions are waiting already. Try again in a few minutes."))
    return redirect(url_for("television.show_number", token=token), 303)


@bp.get("/tv/<token>")
def show_number(token: str) -> Response:
    """Show the number of a waiting television.

    Redirects to the table that a phone has chosen for this television. If the number has expired or
    that table was deleted, redirects to a page with a new number.
    """
    found = digits.find_waiting_tv(token)
    if found is None or (found.link and tables.by_watch_token(found.link) is None):
        return redirect(url_for("television.begin_waiting"), 303)
    if found.link:
        return redirect(url_for("joining.watch", token=found.link, view="tv"), 303)
    digits.note_look(found)
    square = qr.square(shared_link("television.ask_number", number=found.number))
    page = WaitPage(digits.format_number(found.number), square, token)
    response = make_response(render_template("television/wait.html", page=page))
    # Browsers of any age know this header, and it needs no script.
    again = LOOK_SECONDS if digits.has_come_back(found) else FIRST_LOOK_SECONDS
    response.headers["Refresh"] = again
    return response


@bp.get("/on")
def ask_number() -> Response:
    """Ask for the number on the television. If a television has it, ask which table to show."""
    number = digits.parse_number(request.args.get("number", ""))
    own = _own_tables()
    if not own or "number" not in request.args:
        return _show_page(own)
    if not _found(digits.tv_is_waiting, number):
        return _nobody(own)
    return _show_page(own, number)


@bp.post("/on")
def show_on_television() -> Response:
    """Show the chosen table on the television whose number was typed. Then redirect to the table.

    The television gets the link for televisions if this phone may give it, else the link to watch.
    """
    table = table_at(request.form.get("table", ""))
    viewer = require_member(table).viewer
    by_tv = "tv" in invitations.allowed_kinds(viewer)
    link = table.match.tv_token if by_tv else table.match.watch_token
    number = digits.parse_number(request.form.get("number", ""))
    if not _found(digits.pair_tv, number, link):
        return _nobody(_own_tables())
    code = tables.address_for(table.match, viewer.role).address
    return redirect(url_for("table.show_table", code=code), 303)


def _found(look: Callable[..., bool], number: str, *how: str) -> bool:
    """Return whether a television waits with this number.

    `look` is the function that finds this out. It is called with the number and the arguments
    `how`. Answers 429 if too many wrong numbers were tried.
    """
    try:
        return bool(number) and look(number, *how, limits.network_hash())
    except digits.TooManyTries as error:
        abort(429, sentence_of(error))


def _nobody(own: tuple[ShownTable, ...]) -> Response:
    sentence = gettext(
        "No television is waiting with this number. Type the four digits it shows now."
    )
    return _show_page(own, notice=sentence, status=404)


def _show_page(
    own: tuple[ShownTable, ...], number: str = "", notice: str = "", status: int = 200
) -> Response:
    where = urlsplit(shared_link("television.begin_waiting"))
    page = AskPage(f"{where.netloc}{where.path}", digits.format_number(number), own, notice)
    text = render_template("television/ask.html", page=page)
    return device.ensure_phone_cookie(make_response(text, status))


def _own_tables() -> tuple[ShownTable, ...]:
    """Return the newest tables of this phone, except those at which it is a television."""
    found = [table for table in tables.by_device(device.phone_id(), TABLES) if table.kind != "tv"]
    return tuple(chain.from_iterable(_shown(table) for table in found))


def _shown(table: TableLink) -> Iterator[ShownTable]:
    """Yield the table with its score and names, or nothing if its log cannot be read."""
    with suppress(tables.BrokenLog, tables.Gone):
        state = tables.state(table.match)
        people = People(state.names, state.log.game.rules)
        named = tuple(people.seat(seat) for seat, name in enumerate(state.names) if name)
        who = labels.joined(named)
        score = tell_or_leave_out(summary.short, state, instead="")
        yield ShownTable(table.address, games.name(table.match.variant), score, who)
