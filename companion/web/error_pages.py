"""Say in plain sentences what went wrong: on an error page, or in one line for htmx."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Flask, Response, current_app, make_response, render_template
from htmx_flask import request
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    InternalServerError,
    NotFound,
    ServiceUnavailable,
)

from companion.tables import BrokenLog, Unavailable
from companion.web import language
from companion.web.language import N_, gettext

SENTENCES = {
    400: N_("The request could not be understood."),
    403: N_("This phone may not do that here."),
    404: N_("There is no page at this address."),
    405: N_("This page cannot be opened that way: go back and use the buttons."),
    413: N_("That text is too long."),
    500: N_(
        "Something went wrong on the server. Nothing you tapped before is lost: reload the table."
    ),
}
OTHER_TITLE = N_("That did not work")
OTHER_SENTENCE = N_("That did not work.")
TITLES = {
    403: N_("Not allowed"),
    404: N_("Not found"),
    500: N_("Something went wrong"),
    503: N_("One moment"),
}


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """The content of an error page: its title and its sentence.

    * `code`: what somebody typed to find a table, or "". The page lets them correct it.
    * `back` and `back_label`: the address of a page where they can go on, and the text of the link
      to that page.
    """

    title: str
    sentence: str
    code: str = ""
    back: str = ""
    back_label: str = ""


class NoTable(HTTPException):
    """Raised if no table has the code that was asked for."""

    code = 404

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted[:20]
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        if not self.wanted:
            return gettext("Type a code.")
        return gettext(
            "No table has the code %(code)s. A code is twelve letters and digits.",
            code=self.wanted.upper(),
        )


class NothingHere(NotFound):
    """Raised if a page has nothing to show. The error page has a link to the address `back`."""

    def __init__(self, sentence: str, back: str, back_label: str) -> None:
        self.back = back
        self.back_label = back_label
        super().__init__(sentence)


def register(app: Flask) -> None:
    """Register the handlers that show a page for each error."""
    app.register_error_handler(HTTPException, error_page)
    app.register_error_handler(BrokenLog, broken_log)
    app.register_error_handler(Unavailable, unavailable)


def error_page(error: HTTPException) -> Response:
    """Show an error page. If htmx asks, answer only a line with the sentence of the error."""
    status = error.code or 500
    sentence = error.description
    if not sentence or sentence == type(error).description:
        sentence = gettext(SENTENCES.get(status, OTHER_SENTENCE))
    title = gettext(TITLES.get(status, OTHER_TITLE))
    page = ErrorPage(title, sentence, getattr(error, "wanted", ""))
    if isinstance(error, NothingHere):
        page = replace(page, back=error.back, back_label=error.back_label)
    # If the host name is not valid, no link can be made, so the page has none.
    nowhere = isinstance(request.routing_exception, BadRequest)
    template = "errors/_line.html" if request.htmx or nowhere else "errors/error.html"
    response = make_response(render_template(template, page=page), status)
    if request.htmx:  # at the top, whatever part of the page the answer was meant to replace
        response.headers.extend({"HX-Retarget": "#main", "HX-Reswap": "afterbegin"})
    for name, value in error.get_headers():
        # Content-Type would be that of werkzeug's own page, which is not shown. Allow is kept.
        if name != "Content-Type":
            response.headers[name] = value
    return response


def broken_log(error: BrokenLog) -> Response:
    """Show the error page for a table whose log cannot be read, and log the error."""
    current_app.logger.error("broken log: %s", error)
    sentence = gettext("This table was recorded under older rules and can no longer be shown.")
    return error_page(InternalServerError(sentence))


def unavailable(error: Unavailable) -> Response:
    """Show the error page for a database that cannot be used. The phone may try again."""
    response = error_page(ServiceUnavailable(language.sentence_of(error)))
    response.headers["Retry-After"] = "3"
    return response
