"""A phone has an id in a signed cookie. Others see a hash of the id, and nobody can make one up."""

from __future__ import annotations

import re

import pytest
from flask import make_response
from itsdangerous import URLSafeSerializer

from companion.web import device


def cookie_of(app, name: str, **request: object) -> str:
    """Return the header that sets the cookie of the phone with the id `name`."""
    with app.test_request_context(**request):
        app.preprocess_request()
        return device.set_phone_cookie(make_response(), name).headers["Set-Cookie"]


def id_with(app, cookie: str, **request: object) -> str:
    """Return the id of a phone that sends this cookie."""
    with app.test_request_context(headers={"Cookie": cookie}, **request):
        return device.phone_id()


def test_a_phone_has_the_id_that_its_cookie_says(app):
    sent = cookie_of(app, "a phone").partition(";")[0]
    assert id_with(app, sent) == "a phone"


@pytest.mark.parametrize("key", ["", "a key of somebody else", "None"])
def test_a_cookie_that_was_signed_with_another_key_gives_no_id(app, key):
    forged = URLSafeSerializer(key, salt=device.COOKIE).dumps("a phone")
    assert id_with(app, f"device={forged}") == ""


@pytest.mark.parametrize("text", ["", "nonsense", "x" * 5000, "null.x"])
def test_a_cookie_without_a_valid_signature_gives_no_id(app, text):
    assert id_with(app, f"device={text}") == ""


def test_a_signed_cookie_that_holds_no_text_gives_no_id(app):
    signed = URLSafeSerializer(app.secret_key, salt=device.COOKIE).dumps(["a phone"])
    assert id_with(app, f"device={signed}") == ""


def test_a_phone_without_an_id_gets_a_new_one_of_22_characters(app):
    with app.test_request_context():
        new = device.phone_id_or_new()
        other = device.phone_id_or_new()
    assert re.fullmatch(r"[\w-]{22}", new)
    assert new != other
    sent = cookie_of(app, "a phone").partition(";")[0]
    with app.test_request_context(headers={"Cookie": sent}):
        assert device.phone_id_or_new() == "a phone"


def test_others_see_twelve_digits_that_depend_on_the_id_only():
    public = device.public_phone_id("a phone")
    assert re.fullmatch("[0-9a-f]{12}", public)
    assert public == device.public_phone_id("a phone")
    assert public != device.public_phone_id("another phone")


def test_a_cookie_is_valid_for_a_year_and_names_no_date(app):
    sent = cookie_of(app, "a phone")
    assert f"Max-Age={365 * 24 * 60 * 60}" in sent
    assert "Expires" not in sent


@pytest.mark.parametrize(
    ("request_to", "name", "path"),
    [
        ({}, "device", "/"),
        ({"base_url": "https://localhost"}, "__Host-device", "/"),
        ({"base_url": "https://localhost/truc"}, "device", "/truc/"),
        ({"base_url": "http://localhost/truc"}, "device", "/truc/"),
    ],
)
def test_only_a_cookie_for_a_whole_https_host_has_the_prefix(app, request_to, name, path):
    sent = cookie_of(app, "a phone", **request_to)
    assert sent.startswith(f"{name}=")
    assert f"Path={path};" in sent


@pytest.mark.parametrize("base_url", ["http://localhost", "https://localhost"])
def test_a_phone_gets_a_cookie_if_it_has_none_and_keeps_the_one_it_has(app, base_url):
    with app.test_request_context(base_url=base_url):
        first = device.ensure_phone_cookie(make_response(), "a phone").headers["Set-Cookie"]
    sent = first.partition(";")[0]
    assert id_with(app, sent, base_url=base_url) == "a phone"
    with app.test_request_context(base_url=base_url, headers={"Cookie": sent}):
        assert "Set-Cookie" not in device.ensure_phone_cookie(make_response()).headers
    with app.test_request_context(base_url=base_url, headers={"Cookie": "device=forged"}):
        assert "Set-Cookie" in device.ensure_phone_cookie(make_response()).headers


@pytest.mark.parametrize(
    ("form", "has_cookie", "refuses"),
    [
        ({"cookie_set": "1"}, False, True),
        ({"cookie_set": "1"}, True, False),
        ({}, False, False),
    ],
)
def test_a_browser_refuses_cookies_if_it_sends_a_form_without_the_one_it_got(
    app, form, has_cookie, refuses
):
    headers = {"Cookie": cookie_of(app, "a phone").partition(";")[0]} if has_cookie else {}
    with app.test_request_context(method="POST", data=form, headers=headers):
        assert device.keeps_no_cookies() is refuses
