"""A match carried in a code: whoever has the picture plays on, on any server. It is sent here only by a tap."""

from __future__ import annotations

from time import monotonic

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import book, tables
from companion.pages.limits import not_too_many
from companion.web import device
from companion.web.language import gettext, sentence_of

LONGEST = 250_000  # characters of a record that is pasted

bp = Blueprint("resume", __name__)


@bp.get("/resume")
def page() -> str:
    """What is behind # in the address stays on the phone until its owner taps."""
    return render_template("books/resume.html", notice="", typed="")


@bp.post("/resume")
def create() -> AnyResponse:
    """A table with the whole match, as far as it was played."""
    lately = not_too_many()
    request.max_content_length = 4 * LONGEST
    typed = request.form.get("match", "").strip()[:LONGEST]
    try:
        text = typed if typed.startswith("[") else book.unpack(typed.rpartition("#")[2])
        (match,) = tables.from_records(book.single(text), gettext("match"))
    except ValueError as error:
        return _again(sentence_of(error), typed)
    lately.append(monotonic())
    name = device.fresh()
    tables.join(match, name, "host")
    return device.keep(redirect(url_for("table.show", code=match.code), 303), name)


def _again(notice: str, typed: str) -> Response:
    return make_response(render_template("books/resume.html", notice=notice, typed=typed), 422)
