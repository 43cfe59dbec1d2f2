"""What goes wrong, in plain sentences: as a page, or for htmx as a line above the table."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, Response, current_app, make_response, render_template
from htmx_flask import request
from werkzeug.exceptions import BadRequest, HTTPException, InternalServerError

from companion.tables import BrokenLog

SENTENCES = {
    400: "The request could not be understood.",
    403: "This phone may not do that here.",
    404: "There is nothing at this address.",
    405: "This address is not made for that: go back and use the buttons.",
    413: "That is far too much text.",
    500: "Something broke on our side. Nothing you tapped before is lost: load the table again.",
}
TITLES = {403: "Not allowed", 404: "Not found", 500: "Something broke"}


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """The title and the sentence; `code` is offered again where somebody looked for a table."""

    title: str
    sentence: str
    code: str = ""


class NoTable(HTTPException):
    """No table has that code."""

    code = 404

    def __init__(self, wanted: str) -> None:
        super().__init__(f"No table has the code {wanted.upper()[:12]}. Codes have five letters and digits.")
        self.wanted = wanted[:12]


def register(app: Flask) -> None:
    """Say it for every error there is."""
    app.register_error_handler(HTTPException, told)
    app.register_error_handler(BrokenLog, broken)


def told(error: HTTPException) -> Response:
    """The page of an error."""
    status = error.code or 500
    own = error.description if error.description != type(error).description else None
    sentence = own or SENTENCES.get(status, "That did not work.")
    page = ErrorPage(TITLES.get(status, "That did not work"), sentence, getattr(error, "wanted", ""))
    nowhere = isinstance(request.routing_exception, BadRequest)  # a host name so odd that no link can be made of it
    template = "errors/_line.html" if request.htmx or nowhere else "errors/error.html"
    response = make_response(render_template(template, page=page), status)
    response.headers.extend(dict(error.get_response().headers) if status == 405 else {})
    response.headers["Content-Type"] = "text/html; charset=utf-8"
    return response


def broken(error: BrokenLog) -> Response:
    """A table whose log a newer release refuses: told, and written down for whoever runs the server."""
    current_app.logger.error("broken log: %s", error)
    return told(InternalServerError("This table was recorded under other rules and cannot be shown any more."))
