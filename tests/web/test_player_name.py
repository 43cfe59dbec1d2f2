"""A phone remembers the name of its owner in a cookie."""

from __future__ import annotations

import pytest
from flask import Response, request

from companion.web import player_name


@pytest.mark.parametrize(
    ("cookie", "name"),
    [
        ("", ""),
        ("name=Anna", "Anna"),
        ("name=%C3%80ngels", "Àngels"),
        ("name=%00", ""),
        (f"name={'a' * 5000}", ""),
    ],
)
def test_a_cookie_that_is_no_valid_name_is_read_as_no_name(app, cookie, name):
    with app.test_request_context(headers={"Cookie": cookie}):
        assert player_name.remembered() == name


@pytest.mark.parametrize("name", ["Àngels", "Maria del Mar; secure", "名前"])
def test_a_remembered_name_is_read_as_it_was_typed(app, name):
    with app.test_request_context():
        cookie = player_name.set_name_cookie(Response(), name).headers["Set-Cookie"]
    assert {"HttpOnly", f"Max-Age={365 * 24 * 60 * 60}"} <= set(cookie.split("; "))
    with app.test_request_context(headers={"Cookie": cookie.partition(";")[0]}):
        assert "name" in request.cookies
        assert player_name.remembered() == name


def test_no_name_leaves_the_cookie_as_it_is(app):
    with app.test_request_context():
        assert "Set-Cookie" not in player_name.set_name_cookie(Response(), "").headers


@pytest.mark.parametrize(("typed", "name"), [("  ", ""), (" Anna ", "Anna")])
def test_an_empty_field_for_a_name_is_no_name(typed, name):
    assert player_name.clean_optional(typed) == name
