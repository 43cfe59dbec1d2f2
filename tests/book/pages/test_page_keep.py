"""Test that a finished match can be kept in a book, and that missing names are asked for."""

from __future__ import annotations

import re

import pytest

from tests.book.pages.conftest import tap
from tests.plain_phones import NAMES, words

OVER = "fix@0=10 truc@1 yes@2 hand@0"


@pytest.fixture
def over(open_match, phone):
    """Return a phone at a match that is over; two of its players have no name."""
    anna = phone(0, at=open_match(names=("Anna", "", "Carme", "")))
    anna.play(OVER)
    return anna


def test_keeping_a_match_asks_for_the_names_of_players_without_a_name(over):
    page = over.read("/keep")
    assert "Who played?" in words(page)
    assert re.findall(r'name="name-(\d)"', page) == ["1", "3"]
    answer = over.post("/keep", data={"title": "Penya", "name-1": "Biel", "name-3": "Pep"})
    said = words(over.client.get(answer.headers["Location"]).text)
    assert "Anna & Carme 12" in said
    assert "Biel & Pep 0" in said
    assert "Who played?" not in words(over.read("/keep"))


def test_keeping_a_match_does_not_change_names_at_its_table(over):
    over.post("/keep", data={"title": "Penya", "name-0": "Quim"})
    assert "Anna" in over.page()


def result(client, table):
    return client.get(re.search(r'href="(/r/[^"]+)"', client.get(table).text)[1]).text


def test_after_its_match_a_table_opened_from_a_book_says_that_the_match_is_kept(
    client, made, played
):
    page = result(client, played)
    assert "This match is in Divendres." in words(page)
    assert client.get(re.search(r'href="(/m/[^"]+)"', page)[1]).status_code == 200


def test_a_rematch_of_a_table_opened_from_a_book_says_that_the_match_is_kept(client, made, played):
    again = client.post(f"{played}/rematch").headers["Location"]
    tap(client, again, "resign@0")
    end = client.get(again).text
    assert "This match is in a book" in words(end)
    assert "Keep it in" not in words(client.get(f"{again}/keep").text)
    assert "This match is in Divendres." in words(result(client, again))


def test_a_match_that_is_in_no_book_can_be_kept(over, client):
    shown = re.search(r'href="(/r/[^"]+)"', over.page())[1]
    assert f'href="{over.home}/keep"' in over.client.get(shown).text
    assert "/keep" not in client.get(shown).text


def test_the_stake_of_a_match_becomes_a_debt_in_the_book_that_keeps_it(client):
    form = {
        "game": "catalan",
        "stake": " the  coffees ",
        **{f"name-{n}": name for n, name in enumerate(NAMES)},
    }
    table = client.post("/tables", data=form).headers["Location"].removesuffix("/invite")
    tap(client, table, OVER)
    assert "pay: the coffees" in words(client.get(table).text)
    made = client.post(f"{table}/keep", data={"title": "Penya"}).headers["Location"]
    assert "Who owes what the coffees Biel owes Anna" in words(client.get(made).text)
    again = client.post(f"{table}/rematch").headers["Location"]
    assert (
        'name="stake" value="the coffees"'
        in client.get(f"/new?again={again.rpartition('/')[2]}").text
    )


def test_a_match_removed_from_a_book_can_be_kept_in_it_again(client, made, played, kept_match):
    client.post(kept_match, data={"do": "remove"})
    assert "This match is in a book" not in client.get(played).text
    page = client.get(f"{played}/keep").text
    book_id = re.search(r'name="book" value="(\d+)"', page)[1]
    answer = client.post(f"{played}/keep", data={"book": book_id})
    assert answer.headers["Location"] == kept_match


def test_choosing_a_book_that_this_phone_no_longer_has_opens_no_other_book(over):
    answer = over.post("/keep", data={"book": "12345", "title": "Our games"})
    assert answer.status_code == 422
    assert "This book does not exist." in answer.text
    assert "Our games" not in over.client.get("/").text


def test_a_phone_cannot_open_books_without_end_from_one_match(over):
    answers = [over.post("/keep", data={"title": "Penya"}).status_code for _ in range(21)]
    assert set(answers[:15]) == {303}
    assert answers[-1] == 429
