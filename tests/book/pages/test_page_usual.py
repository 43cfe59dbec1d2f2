"""Test that the usual game of a book can be set, and that its tables begin with it."""

from __future__ import annotations

import re

import pytest

from tests.book.pages.conftest import tap
from tests.plain_phones import words


@pytest.fixture
def made(client) -> str:
    return client.post("/books", data={"title": "Divendres", "names": "Anna, Biel"}).headers[
        "Location"
    ]


def opened(client, made: str) -> str:
    form = client.get(f"{made}/new").text
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    return client.get(client.post(f"{made}/new", data=hidden).headers["Location"]).text


def test_a_table_of_a_book_begins_with_its_usual_game_and_house_rules(client, made):
    usual = {"game": "catalan", "seats": "2", "house-target": "24"}
    assert client.post(f"{made}/usual", data=usual).headers["Location"] == made
    assert "Usual game Catalan truc (2)" in words(client.get(made).text)
    assert ": 24" in words(client.get(made).text)
    assert 'name="house-target" value="24" checked' in client.get(f"{made}/new").text
    table = opened(client, made)
    assert "to <b>24</b>" in table
    assert 'class="ring seats-2"' in table


@pytest.mark.parametrize(
    ("speaks", "game"), [("ca", "catalan"), ("es-AR", "argentine"), ("pt-BR", "mineiro")]
)
def test_a_new_book_suggests_the_first_game_for_the_language_of_the_phone(
    client, made, speaks: str, game: str
):
    page = client.get(f"{made}/new", headers={"Accept-Language": speaks}).text
    assert f'value="{game}" selected' in page


def test_a_new_book_suggests_the_game_of_the_newest_table_of_this_phone(client, made):
    client.post("/tables", data={"game": "trut"})
    assert (
        'value="trut" selected'
        in client.get(f"{made}/new", headers={"Accept-Language": "pt-BR"}).text
    )


def test_the_usual_game_has_priority_over_the_last_game(client, made):
    table = client.post(f"{made}/new", data={"game": "put", "seats": "2"}).headers["Location"]
    tap(client, table, "resign@0")
    client.get(made)
    assert 'value="put" selected' in client.get(f"{made}/new").text
    client.post(f"{made}/usual", data={"game": "trut", "seats": "2"})
    page = client.get(f"{made}/new").text
    assert 'value="trut" selected' in page
    last = rf'href="{made}/new\?game=put&amp;seats=2">\s*As last time: Put \(2\)'
    assert re.search(last, page)
    back = client.get(f"{made}/new?game=put&seats=2").text
    assert 'value="put" selected' in back
    assert "As usual: Trut (2)" in back


def test_the_form_of_the_usual_game_shows_what_was_set_and_can_clear_it(client, made):
    client.post(f"{made}/usual", data={"game": "catalan", "seats": "2", "house-target": "24"})
    page = client.get(f"{made}/usual").text
    assert re.search(r'name="house-target"\s+value="24" checked', page)
    assert 'value="24" checked' not in client.get(f"{made}/usual?game=put").text
    client.post(f"{made}/usual", data={"do": "clear"})
    assert "none: a new table starts as the last one did" in words(client.get(made).text)
    assert 'value="clear"' not in client.get(f"{made}/usual").text


def test_a_usual_game_with_an_invalid_house_rule_is_refused(client, made):
    answer = client.post(
        f"{made}/usual", data={"game": "catalan", "seats": "2", "other-target": "0"}
    )
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "none: a new table starts as the last one did" in words(client.get(made).text)


def test_a_reader_of_a_book_sees_its_usual_game_and_cannot_change_it(client, made):
    client.post(f"{made}/usual", data={"game": "put", "seats": "2"})
    reader = re.findall(r'<p class="link"><a href="([^"]*)"', client.get(made).text)[-1]
    page = client.get(reader).text
    assert "Put (2)" in page
    assert "/usual" not in page
