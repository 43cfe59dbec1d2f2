"""Keeping a match at its end: who was nameless is asked, a table of a book says that it is kept."""

from __future__ import annotations

import re

import pytest

from tests.plain_phones import words

OVER = "fix@0=10 truc@1 yes@2 hand@0"


@pytest.fixture
def over(open_match, phone):
    """A phone at a match that is over, two of whose players have no name."""
    anna = phone(0, at=open_match(names=("Anna", "", "Carme", "")))
    anna.play(OVER)
    return anna


def test_who_has_no_name_is_asked_for_it(over):
    page = over.client.get(f"{over.home}/keep").text
    assert "Who were you?" in words(page)
    assert re.findall(r'name="name-(\d)"', page) == ["1", "3"]
    answer = over.client.post(f"{over.home}/keep", data={"title": "Penya", "name-1": "Biel", "name-3": "Pep"})
    said = words(over.client.get(answer.headers["Location"]).text)
    assert "Anna & Carme 12" in said
    assert "Biel & Pep 0" in said
    assert "Who were you?" not in words(over.client.get(f"{over.home}/keep").text)


def test_a_name_that_is_none_is_told(over):
    answer = over.client.post(f"{over.home}/keep", data={"title": "Penya", "name-1": "x" * 100})
    assert answer.status_code == 422


def test_a_name_that_is_there_is_not_changed_here(over):
    over.client.post(f"{over.home}/keep", data={"title": "Penya", "name-0": "Quim"})
    assert "Anna" in over.page()


def result(client, table):
    return client.get(re.search(r'href="(/r/[^"]+)"', client.get(table).text)[1]).text


def test_a_table_of_a_book_says_that_it_is_kept(client, made, played):
    page = result(client, played)
    assert "It is in Divendres." in words(page)
    assert client.get(re.search(r'href="(/m/[^"]+)"', page)[1]).status_code == 200


def test_another_offers_to_keep_it(over, client):
    shown = re.search(r'href="(/r/[^"]+)"', over.page())[1]
    assert f'href="{over.home}/keep"' in over.client.get(shown).text
    assert "/keep" not in client.get(shown).text
