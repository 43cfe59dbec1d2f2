"""GET /phone and POST /phone.

The page has all settings of a phone, and each is changed in one tap. The POST stores the setting in
a cookie.
"""

from __future__ import annotations

import json
import re

import pytest

from companion.pages.this_phone import SETTINGS
from companion.web import phone as settings
from tests.plain_phones import words


def current(page: str) -> dict[str, str]:
    return dict(re.findall(r'<button name="(\w+)" value="(\w*)"[^>]*aria-current="true"', page))


def test_the_phone_page_shows_the_settings_of_the_phone(client):
    page = client.get("/phone").text
    assert set(SETTINGS) == set(settings.CHOICES) - {"lang"}
    assert current(page) == dict.fromkeys(SETTINGS, "") | {"lang": "en"}
    assert "Changes apply at once" in words(page)


@pytest.mark.parametrize("name", SETTINGS)
def test_one_tap_stores_a_setting_of_a_phone_and_marks_it_as_chosen(client, name):
    page = client.get("/phone?back=/t/AAAAA").text
    back = re.search(rf'id="{name}".*?name="back" value="([^"]+)"', page, re.DOTALL)
    for value in settings.CHOICES[name]:
        assert f'<button name="{name}" value="{value}"' in page
        answer = client.post("/phone", data={name: value, "back": back[1]})
        assert answer.status_code == 303
        assert answer.headers["Location"] == f"/phone?back=/t/AAAAA#{name}"
        page = client.get("/phone?back=/t/AAAAA").text
        assert current(page)[name] == value
        assert page.count('aria-current="true"') == len(settings.CHOICES)
        assert 'class="button bold wide" href="/t/AAAAA"' in page


def test_changing_a_setting_of_a_phone_replaces_only_its_line_and_applies_the_new_look(client):
    headers = {"HX-Request": "true", "HX-Target": "theme"}
    form = {"theme": "dark", "back": "/phone?back=/t/AAAAA#theme"}
    answer = client.post("/phone", data=form, headers=headers, follow_redirects=True)
    assert current(answer.text) == {"theme": "dark"}
    assert "<html" not in answer.text
    assert json.loads(answer.headers["HX-Trigger"]) == {
        "look": {"theme": "dark", "contrast": "", "text": ""}
    }


def test_changing_one_setting_of_a_phone_keeps_the_others(client):
    for setting in ({"theme": "oled"}, {"hand": "left"}, {"text": "huge"}, {"contrast": "more"}):
        client.post("/phone", data=setting)
    page = client.get("/").text
    for attribute in (
        'data-theme="oled"',
        'data-hand="left"',
        'data-text="huge"',
        'data-contrast="more"',
    ):
        assert attribute in page
    assert '<meta name="theme-color" content="#000000">' in page


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere", ""]
)
def test_the_phone_page_leads_back_to_our_own_pages_only(client, back):
    page = client.get("/phone", query_string={"back": back}).text
    assert page.count('class="button bold wide" href="/"') == 1
    assert client.post("/phone", data={"theme": "dark", "back": back}).headers["Location"] == "/"


def test_changing_the_language_keeps_what_was_typed_on_the_page_before(client):
    typed = {"game": "catalan", "name-0": "Núria & Cia", "house-target": "24", "me": ""}
    answer = client.post("/phone?back=/new%3Fgame%3Dcatalan", data=typed | {"lang": "ca"})
    page = client.get(answer.headers["Location"]).text
    assert answer.headers["Location"].startswith("/new?")
    assert '<html lang="ca"' in page
    assert 'value="Núria &amp; Cia"' in page
    assert re.search(r'name="house-target" value="24" checked', page)


def test_the_phone_page_ignores_unknown_settings(client):
    client.post("/phone", data={"theme": "pink", "text": "<b>", "mood": "good"})
    assert "data-theme" not in client.get("/").text


def test_every_page_leads_to_the_phone_page_and_back(anna):
    assert f'href="/phone?back={anna.home}"' in anna.page()
    refused = anna.tap("won@9").text
    assert f'href="/phone?back={anna.home}"' in refused


@pytest.mark.parametrize("choice", [{"watch": "1"}, {"seat": "2"}])
def test_the_phone_page_leads_back_to_the_table_after_joining_with_script(client, match, choice):
    page = client.post(f"/j/{match.join_token}", data={**choice, "at_once": "1"}).text
    assert f'href="/phone?back=/t/{match.code}"' in page
    assert f'action="/phone?back=/t/{match.code}"' in page


@pytest.mark.parametrize(
    ("referrer", "back"),
    [
        ("http://localhost/new?game=put", "/new?game%3Dput"),
        ("http://localhost//elsewhere.example", "/"),
        ("http://elsewhere.example/new", "/"),
        ("http://[", "/"),
        ("", "/"),
    ],
)
def test_the_phone_page_leads_back_to_the_page_whose_form_was_refused(client, referrer, back):
    page = client.post(
        "/tables", data={"game": "put", "score-0": "many"}, headers={"Referer": referrer}
    )
    assert page.status_code == 422
    assert f'href="/phone?back={back}"' in page.text
