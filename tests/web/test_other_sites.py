"""Pages of other sites may read an answer that is the same for everybody, if its view says so."""

from __future__ import annotations

import pytest
from flask import Response

from companion.web import other_sites


@other_sites.answers_other_sites
def view() -> Response:
    return other_sites.open_to_all(Response("the score"))


@pytest.mark.parametrize(("method", "text"), [("GET", "the score"), ("OPTIONS", "")])
def test_an_open_answer_and_the_permission_before_it_may_be_read_everywhere(app, method, text):
    with app.test_request_context(method=method):
        answer = view()
    assert answer.get_data(as_text=True) == text
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_an_options_request_permits_the_headers_with_which_a_page_asks_for_changes_only(app):
    with app.test_request_context(method="OPTIONS"):
        answer = view()
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Methods"] == "GET"
    assert answer.headers["Access-Control-Allow-Headers"] == "If-None-Match, Last-Event-ID"


def test_a_browser_that_has_the_text_of_an_answer_gets_304(app):
    with app.test_request_context():
        etag = other_sites.with_etag(Response("the score")).headers["ETag"]
    with app.test_request_context(headers={"If-None-Match": etag}):
        assert other_sites.with_etag(Response("the score")).status_code == 304
        assert other_sites.with_etag(Response("another score")).status_code == 200
