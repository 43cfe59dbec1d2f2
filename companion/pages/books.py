"""A book: its people, its matches, what is owed, who is strong; opened, changed, exported and deleted by its links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import book, variants
from companion.book import Book, Found
from companion.pages import book_lines, house_rules
from companion.pages.book_lines import MatchLine, Owed, Somebody
from companion.pages.limits import not_too_many
from companion.tables import NotAllowed
from companion.web import device
from companion.web.forms import number
from companion.web.guests import shared_link
from companion.web.language import gettext, sentence_of
from companion.web.qr import Square, square
from companion.words import games

MOST_NAMES = 50  # of a new book
SHOWN = 30  # matches on the page of a book; all of them are one tap away
LARGEST = 2 * 1024 * 1024  # bytes of records sent at once: some two thousand matches
KINDS = {"truc": "text/plain", "csv": "text/csv", "json": "application/json"}

bp = Blueprint("books", __name__)


@dataclass(frozen=True, slots=True)
class BookPage:
    """The page of a book. `usual` is the game tables begin with, `me` whose phone this is."""

    token: str
    title: str
    writes: bool
    usual: str
    house: tuple[str, ...]
    people: tuple[Somebody, ...]
    matches: tuple[MatchLine, ...]
    more: int
    owed: tuple[Owed, ...]
    me: int
    links: tuple[tuple[str, str, Square], ...]
    notice: str = ""


def found_at(token: str, *, writing: bool = False) -> Found:
    """The book a link leads to; 404 where there is none, 403 for a change by the link to read."""
    found = book.by_token(token)
    if found is None:
        abort(404, gettext("There is no such book. Perhaps it was deleted, or its link was replaced."))
    if writing and not found.writes:
        abort(403, gettext("This link only reads the book."))
    return found


@bp.post("/books")
def create() -> AnyResponse:
    """A new book, for this phone."""
    lately = not_too_many()
    names = [name for name in request.form.get("names", "").split(",") if name.strip()]
    try:
        made = book.open_book(request.form.get("title", ""), names[:MOST_NAMES])
    except ValueError as error:
        abort(422, sentence_of(error))
    lately.append(monotonic())
    name = device.fresh()
    book.touch(Found(made, "write"), name)
    return device.keep(redirect(url_for("books.show", token=made.write_token), 303), name)


@bp.get("/b/<token>")
def show(token: str) -> AnyResponse:
    """The book; matches of tables opened from it that are over by now are put in first."""
    found = found_at(token)
    name = device.fresh()
    book.touch(found, name)
    if book.keep_what_is_over(found.book):
        found = found_at(token)
    return device.keep(_page(found, name), name)


@bp.post("/b/<token>")
def change(token: str) -> AnyResponse:
    """One change, named by `do`."""
    request.max_content_length = LARGEST
    found = found_at(token, writing=request.form.get("do") != "forget")
    work = CHANGES.get(request.form.get("do", ""))
    if work is None:
        abort(400)
    try:
        work(found.book, request.form)
    except NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        return _page(found_at(token), device.known(), sentence_of(error), 422)
    return redirect(_after(request.form["do"], found), 303)


@bp.get("/b/<token>/<any(truc, csv, json):kind>")
def export(token: str, kind: str) -> Response:
    """All of it, as records, as a list of hands, or as JSON."""
    found = found_at(token).book
    kept, people = book.matches(found), book.people(found)
    texts: Mapping[str, Callable[[], str]] = {
        "truc": lambda: book.records_of(kept, people),
        "csv": lambda: book.hands_csv(kept, people),
        "json": lambda: book.as_json(found, kept, people),
    }
    response = Response(texts[kind](), mimetype=KINDS[kind])
    response.headers["Content-Disposition"] = f'attachment; filename="book.{kind}"'
    return response


@bp.get("/b/<token>/delete")
def ask(token: str) -> str:
    """What would be gone, for whoever thinks of it to think twice."""
    found = found_at(token, writing=True)
    return render_template("books/delete.html", token=token, title=found.book.title)


@bp.post("/b/<token>/delete")
def delete(token: str) -> AnyResponse:
    """The book is gone, for everybody and at once."""
    book.delete(found_at(token, writing=True).book)
    return redirect(url_for("home.index"), 303)


def _after(done: str, found: Found) -> str:
    """Where a change leads: back to the book, which may have got new links with it."""
    if done == "forget":
        return url_for("home.index")
    if done == "links":
        return url_for("books.show", token=book.replace_links(found.book).write_token)
    return url_for("books.show", token=found.address)


def _page(found: Found, phone: str, notice: str = "", status: int = 200) -> Response:
    whole, names = book.overview(found.book), book.people(found.book)
    wanted = len(whole.entries) if request.args.get("all") else SHOWN
    page = BookPage(
        token=found.address,
        title=found.book.title,
        writes=found.writes,
        usual=_usual(found.book),
        house=_house(found.book),
        people=book_lines.people(whole, names),
        matches=tuple(book_lines.match(entry, names) for entry in whole.entries[:wanted]),
        more=max(0, len(whole.entries) - wanted),
        owed=tuple(book_lines.owed(debt, names) for debt in book.debts(whole.entries)),
        me=book.whose(found.book, phone) if phone else 0,
        links=_links(found),
        notice=notice,
    )
    return make_response(render_template("books/book.html", page=page), status)


def _usual(found: Book) -> str:
    """The usual game and by how many it is played; empty where there is none."""
    if not found.variant:
        return ""
    return gettext("%(game)s (%(players)s)", game=games.name(found.variant), players=found.seats)


def _house(found: Book) -> tuple[str, ...]:
    if not found.variant:
        return ()
    return house_rules.told(variants.get(found.variant), found.seats, found.house_rules)


def _links(found: Found) -> tuple[tuple[str, str, Square], ...]:
    """The links to show to others: who writes may pass on both."""
    tokens = {gettext("To read and write"): found.book.write_token} if found.writes else {}
    tokens |= {gettext("To read"): found.book.read_token}
    addresses = {label: shared_link("books.show", token=token) for label, token in tokens.items()}
    return tuple((label, address, square(address)) for label, address in addresses.items())


def _records(found: Book, form: Mapping[str, str]) -> None:
    sent = request.files.get("file")
    text = sent.read().decode("utf-8", "replace") if sent else ""
    book.keep_records(found, text.strip() or form.get("records", ""), "record")


def _number(form: Mapping[str, str], name: str = "person") -> int:
    found = number(form.get(name, ""), 100_000)
    if found is None:
        abort(400)
    return found


CHANGES: Mapping[str, Callable[[Book, Mapping[str, str]], object]] = {
    "add": lambda found, form: book.add_person(found, form.get("name", "")),
    "rename": lambda found, form: book.rename(found, _number(form), form.get("name", "")),
    "remove": lambda found, form: book.remove_person(found, _number(form)),
    "title": lambda found, form: book.set_title(found, form.get("title", "")),
    "mine": lambda found, form: book.say_whose(found, device.known(), _number(form)),
    "links": lambda *_: None,  # once it is sure that they may be replaced: _after
    "forget": lambda found, _: book.forget(found, device.known()),
    "settle": lambda found, form: book.settle(found, [int(n) for n in form.get("numbers", "").split() if n.isdigit()]),
    "records": _records,
}
