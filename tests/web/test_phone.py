"""The settings of a phone are kept in a cookie. A value that is no choice counts as not set."""

from __future__ import annotations

import pytest
from flask import make_response

from companion.web import phone


def settings_with(app, cookie: str) -> dict[str, str]:
    """Return the settings of a phone with this cookie, without those that were never set."""
    with app.test_request_context(headers={"Cookie": f"phone={cookie}"}):
        return {name: value for name, value in phone.settings().items() if value}


@pytest.mark.parametrize(
    ("cookie", "settings"),
    [
        ("", {}),
        ("theme=dark&lang=fr", {"theme": "dark", "lang": "fr"}),
        ("theme=pink&lang=fr", {"lang": "fr"}),
        ("nonsense=on&buzz=off", {"buzz": "off"}),
        ("%%%", {}),
    ],
)
def test_only_settings_with_a_valid_choice_count(app, cookie, settings):
    assert settings_with(app, cookie) == settings


def test_a_setting_that_is_changed_leaves_the_others_as_they_are(app):
    with app.test_request_context(headers={"Cookie": "phone=theme=dark&buzz=off"}):
        assert phone.setting("theme") == "dark"
        answer = phone.set_settings_cookie(make_response(), {"buzz": "", "text": "huge"})
    sent = answer.headers["Set-Cookie"]
    assert sent.startswith("phone=theme=dark&text=huge;")
    assert {"HttpOnly", f"Max-Age={365 * 24 * 60 * 60}"} <= set(sent.split("; "))


def test_a_phone_remembers_for_a_year_what_it_has_explained(app):
    with app.test_request_context():
        answer = make_response()
        phone.set_taught_cookie(answer, "truc2")
    sent = answer.headers["Set-Cookie"]
    assert sent.startswith("taught=truc2;")
    assert f"Max-Age={365 * 24 * 60 * 60}" in sent
    assert "HttpOnly" not in sent, "the script of the page writes this cookie too"
    with app.test_request_context(headers={"Cookie": "taught=truc2"}):
        assert phone.taught() == "truc2"


def test_a_phone_that_forgets_what_it_has_explained_deletes_the_cookie(app):
    with app.test_request_context():
        answer = make_response()
        phone.set_taught_cookie(answer, "")
    assert "Max-Age=0" in answer.headers["Set-Cookie"]


def test_of_a_cookie_about_explanations_only_the_beginning_is_read(app):
    with app.test_request_context(headers={"Cookie": f"taught={'x' * 300}"}):
        assert phone.taught() == "x" * phone.LONGEST_TAUGHT
