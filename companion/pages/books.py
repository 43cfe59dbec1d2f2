"""A book: its people, its matches, what is owed, who is strong; opened, changed, exported and deleted by its links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import book
from companion.book import Book, Entry, Found
from companion.book.sums import Counts
from companion.pages.new_table import not_too_many
from companion.tables import NotAllowed
from companion.web import device
from companion.web.forms import number
from companion.web.guests import shared_link
from companion.web.language import gettext, sentence_of
from companion.web.qr import Square, square
from companion.words import games, labels
from companion.words.people import isolated

MOST_NAMES = 50  # of a new book
SHOWN = 30  # matches on the page of a book; all of them are one tap away
LARGEST = 2 * 1024 * 1024  # bytes of records sent at once: some two thousand matches
KINDS = {"truc": "text/plain", "csv": "text/csv", "json": "application/json"}

bp = Blueprint("books", __name__)


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person of a book in a line: how strong they are (empty where nobody knows), matches won of those played."""

    number: int
    name: str
    strength: str
    won: int
    played: int


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a line. `sides` are the names of each with its score; `winner` is the side that won it."""

    token: str
    game: str
    at: object
    sides: tuple[tuple[str, str], ...]
    winner: int | None
    stake: str


@dataclass(frozen=True, slots=True)
class Owed:
    """What somebody lost to somebody: how many of what, in which matches."""

    stake: str
    owing: str
    owed: str
    times: int
    numbers: str


@dataclass(frozen=True, slots=True)
class BookPage:
    """The page of a book. `reader` is the link for those who only read, `me` whose phone this is."""

    token: str
    title: str
    writes: bool
    usual: str
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


def somebody() -> str:
    """Stands where a name does that was taken out of a book, or was never in it."""
    # NOTE: stands where else a player's name does, for one whose name is not known any more
    return gettext("somebody")


def named(people: Mapping[int, str], number: int) -> str:
    """A name as it stands in a sentence."""
    return isolated(people.get(number) or somebody())


def together(people: Mapping[int, str], numbers: tuple[int, ...]) -> str:
    """The names of those who play together."""
    return labels.joined(tuple(named(people, number) for number in numbers))


def line(entry: Entry, people: Mapping[int, str]) -> MatchLine:
    """A match as a line."""
    scores = (entry.games if any(figure not in "01-" for figure in entry.games) else entry.score).split("-")
    sides = tuple((together(people, entry.on(side)), score) for side, score in enumerate(scores))
    return MatchLine(entry.token, games.name(entry.variant), entry.played_at, sides, entry.winner, entry.stake)


def _after(done: str, found: Found) -> str:
    """Where a change leads: back to the book, which may have got new links with it."""
    if done == "forget":
        return url_for("home.index")
    if done == "links":
        return url_for("books.show", token=book.replace_links(found.book).write_token)
    return url_for("books.show", token=found.address)


def _page(found: Found, phone: str, notice: str = "", status: int = 200) -> Response:
    whole, people = book.overview(found.book), book.people(found.book)
    wanted = len(whole.entries) if request.args.get("all") else SHOWN
    page = BookPage(
        token=found.address,
        title=found.book.title,
        writes=found.writes,
        usual=games.name(found.book.variant) if found.book.variant else "",
        people=_people(whole, people),
        matches=tuple(line(entry, people) for entry in whole.entries[:wanted]),
        more=max(0, len(whole.entries) - wanted),
        owed=tuple(_owed(debt, people) for debt in book.debts(whole.entries)),
        me=book.whose(found.book, phone) if phone else 0,
        links=_links(found),
        notice=notice,
    )
    return make_response(render_template("books/book.html", page=page), status)


def _people(whole: book.Overview, people: Mapping[int, str]) -> tuple[Somebody, ...]:
    """Those who are as good as certain to be strong before the others, then those of whom nothing is known."""
    ratings = whole.ratings
    order = sorted((n for n in people if people[n]), key=lambda n: (-ratings[n].sure if n in ratings else 99.0, n))
    return tuple(_somebody(whole, ratings, people, number) for number in order)


def _somebody(
    whole: book.Overview, ratings: Mapping[int, book.Rating], people: Mapping[int, str], number: int
) -> Somebody:
    counts, rating = whole.totals.people.get(number, Counts()), ratings.get(number)
    strength = f"{rating.mean:.1f} ± {rating.unsure:.1f}" if rating else ""
    return Somebody(number, people[number], strength, counts["matches.won"], counts["matches"])


def _owed(debt: book.Debt, people: Mapping[int, str]) -> Owed:
    owing, owed = together(people, debt.owing), together(people, debt.owed)
    return Owed(debt.stake, owing, owed, len(debt.numbers), " ".join(map(str, debt.numbers)))


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
