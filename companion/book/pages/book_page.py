"""Open a new book. Show, change, export and delete the book to which a link leads."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import chain

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    stream_with_context,
    url_for,
)
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion import book
from companion.book import Book, Found
from companion.book.errors import NO_BOOK
from companion.book.pages import book_records, book_view
from companion.pages.limits import check_open_rate
from companion.tables import NotAllowed
from companion.web import device
from companion.web.forms import number
from companion.web.language import gettext
from companion.web.spreadsheet import MARK
from companion.words.wrong import sentence_of

MOST_NAMES = 50  # people with whom a new book begins
LARGEST = 32 * 1024 * 1024  # bytes of a file: a whole book of some twenty thousand matches
# Bytes of any other form: parsing so many takes 0.05 s, in which no other request is answered.
LARGEST_FORM = 512 * 1024
KINDS = {"truc": "text/plain", "csv": "text/csv", "json": "application/json"}

bp = Blueprint("book_page", __name__)


def require_book(token: str, *, writing: bool = False, keeping: bool = False) -> Found:
    """Return the book that the link with this token leads to.

    Aborts with 404 if no book has this link. If `writing` is true, aborts with 403 for a reader's
    link. If `keeping` is true, aborts with 403 for a reader's and for an editor's link.
    """
    found = book.by_token(token)
    if found is None:
        abort(404, gettext(NO_BOOK))
    _check_allowed(found, writing=writing, keeping=keeping)
    return found


def _check_allowed(found: Found, *, writing: bool, keeping: bool) -> None:
    if writing and not found.writes:
        abort(403, gettext("This link is read-only."))
    if keeping and not found.keeps:
        abort(403, gettext("Only a phone with the managing link may do that."))


@bp.post("/books")
def create_book() -> AnyResponse:
    """Open a new book, which this phone manages, and redirect to its page."""
    opened = check_open_rate()
    names = [name for name in request.form.get("names", "").split(",") if name.strip()]
    try:
        made = book.open_book(request.form.get("title", ""), names[:MOST_NAMES])
    except ValueError as error:
        abort(422, sentence_of(error))
    opened()
    name = device.phone_id_or_new()
    book.remember_phone(Found(made, "keep"), name)
    return device.set_phone_cookie(
        redirect(url_for("book_page.show_book", token=made.keep_token), 303), name
    )


@bp.post("/books/back")
def restore_book() -> AnyResponse:
    """Put back a deleted book that this phone managed. Answers 404 if there is no such book."""
    token = request.form.get("token", "")
    if not book.put_back_book(token, device.phone_id()):
        abort(404, gettext(NO_BOOK))
    return redirect(url_for("book_page.show_book", token=token), 303)


@bp.get("/b/<token>")
def show_book(token: str) -> AnyResponse:
    """Show the book, after adding the matches of its tables that are over by now."""
    found = require_book(token)
    name = device.phone_id_or_new()
    if device.phone_id():  # without a cookie, each visit would count as a new phone
        book.remember_phone(found, name)
    if book.keep_what_is_over(found.book):
        found = require_book(token)
    return device.set_phone_cookie(_page(found, name), name)


@bp.post("/b/<token>")
def change_book(token: str) -> AnyResponse:
    """Make the change of the book that the form field `do` names (see `CHANGES`)."""
    found = require_book(token)
    if found.writes:  # only an editor or manager may send a whole book or many records
        has_files = request.mimetype == "multipart/form-data"
        request.max_content_length = LARGEST if has_files else LARGEST_FORM
    try:
        done = request.form.get("do", "")
    except RequestEntityTooLarge:
        abort(413, gettext("That text is too long. A longer one can be sent as a file."))
    _check_allowed(found, writing=done != "forget", keeping=done in KEEPERS)
    work = CHANGES.get(done)
    if work is None:
        abort(400)
    try:
        said = work(found.book, request.form)
    except NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        pasted = request.form.get("records", "")
        return _page(require_book(token), device.phone_id(), sentence_of(error), 422, pasted)
    if said and isinstance(said, str):
        return _page(require_book(token), device.phone_id(), said)
    return redirect(_address_after(done, found), 303)


@bp.get("/b/<token>/<any(truc, csv, json):kind>")
def export_book(token: str, kind: str) -> Response:
    """Send the whole book: as records, as a spreadsheet of its score changes, or as JSON."""
    found = require_book(token).book
    begin = [MARK] if kind == "csv" else []
    pieces = stream_with_context(chain(begin, book.export_book(found, kind)))
    response = Response(pieces, mimetype=KINDS[kind])
    name = f"{re.sub(book_records.NOT_IN_A_NAME, '-', found.title)}.{kind}"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


@bp.get("/b/<token>/delete")
def confirm_deletion(token: str) -> str:
    """Show the page that explains what deleting the book means, with a button that deletes it."""
    found = require_book(token, keeping=True)
    return render_template("book/delete.html", token=token, title=found.book.title)


@bp.post("/b/<token>/delete")
def delete_book(token: str) -> AnyResponse:
    """Delete the book for everybody. Phones that managed it may put it back for some days."""
    book.delete(require_book(token, keeping=True).book)
    return redirect(url_for("home.index"), 303)


def _address_after(done: str, found: Found) -> str:
    """Return the address to which to redirect after the change `done`: usually the book's page."""
    if done == "forget":
        return url_for("home.index")
    if done in ("links-keep", "back"):  # these may have replaced the link that the phone used
        return url_for("book_page.show_book", token=book.token_now(found))
    return url_for("book_page.show_book", token=found.address)


def _page(
    found: Found, phone: str, notice: str = "", status: int = 200, pasted: str = ""
) -> Response:
    page = book_view.build_book_page(found, phone, notice, pasted)
    return make_response(render_template("book/book.html", page=page), status)


def _number(form: Mapping[str, str], name: str = "person") -> int:
    found = number(form.get(name, ""), 100_000)
    if found is None:
        abort(400)
    return found


def _numbers(form: Mapping[str, str]) -> list[int]:
    found = [number(text, 100_000) for text in form.get("numbers", "").split()]
    if None in found:
        abort(400)
    return [one for one in found if one is not None]


def _put_back(found: Book, form: Mapping[str, str]) -> None:
    if form.get("kind") == "merged":
        book.unmerge(found, _number(form, "number"))
    else:
        book.put_back(found, form.get("kind", ""), _number(form, "number"))


# Changes that remove or replace something need the managing link.
KEEPERS = {"remove", "merge", "back", "links-read", "links-write", "links-keep"}
CHANGES: Mapping[str, Callable[[Book, Mapping[str, str]], object]] = {
    "add": lambda found, form: book.add_person(found, form.get("name", "")),
    "rename": lambda found, form: book.rename(found, _number(form), form.get("name", "")),
    "remove": lambda found, form: book.remove_person(found, _number(form)),
    "title": lambda found, form: book.set_title(found, form.get("title", "")),
    "zone": lambda found, form: book.set_zone(found, form["zone"]),
    "mine": lambda found, form: book.say_whose(found, device.phone_id(), _number(form)),
    "merge": lambda found, form: book.merge(found, _number(form), _number(form, "into")),
    "back": _put_back,
    "links-read": lambda found, _: book.replace_links(found, ["read"]),
    "links-write": lambda found, _: book.replace_links(found, ["write"]),
    "links-keep": lambda found, _: book.replace_links(found, ["keep"]),
    "forget": lambda found, _: book.forget(found, device.phone_id()),
    "settle": lambda found, form: book.settle(found, _numbers(form)),
    "records": book_records.put_in,
}
