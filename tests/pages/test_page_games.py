"""GET /games: all games by country, and the search for a game."""

from __future__ import annotations

import re
from pathlib import Path

from companion import variants
from tests.plain_phones import words


def listed(page: str) -> list[str]:
    return re.findall(r'href="/new\?game=([\w-]+)"', page.partition('id="found"')[2])


def test_every_game_is_listed_once_under_its_country(client):
    page = client.get("/games").text
    assert sorted(listed(page)) == sorted(variants.VARIANTS)
    assert (
        words(page).index("Catalonia, Valencia, Balearic Islands")
        < words(page).index("France")
        < words(page).index("Brazil")
    )
    assert "Elsewhere" not in words(page), "a game has no `land`: see LANDS in pages/all_games.py"


def test_every_country_is_listed_with_its_games_and_linked_from_the_first_page(client):
    lands = re.findall(r'<section id="([\w-]+)">', client.get("/games").text)
    assert lands == re.findall(r'href="/games#([\w-]+)"', client.get("/").text)
    assert {game.land for game in variants.VARIANTS.values()} == set(lands)


def test_games_from_the_country_of_the_readers_language_are_listed_first(client):
    page = client.get("/games", headers={"Accept-Language": "fr"}).text
    assert re.findall(r"<h2>(.*?)</h2>", page)[0] == "France"


def test_a_game_is_found_by_any_of_its_names(client):
    lines = Path(__file__).with_name("found.txt").read_text("utf-8").splitlines()
    expected = dict(line.split(" | ") for line in lines if "|" in line)
    found = {}
    for find in expected:
        page = client.get("/games", query_string={"find": find}).text
        found[find] = " ".join(listed(page)) or "none"
        assert ("No game of that name." in words(page)) == (found[find] == "none")
    assert found == expected


def test_a_search_for_truque_explains_which_games_have_this_name(client):
    page = client.get("/games?find=truque").text
    assert {"catalan", "espaseta", "french"} <= set(listed(page))
    assert "<em>truque</em>" in page


def test_a_search_by_htmx_is_answered_with_the_found_games_only(client):
    page = client.get("/games?find=put", headers={"HX-Request": "true"}).text
    assert "<html" not in page
    assert listed(page) == ["put", "put-many", "put-pass", "put-original"]


def test_a_game_is_found_by_the_name_of_its_country_in_the_language_of_the_page(client):
    page = client.get("/games?find=brasil", headers={"Accept-Language": "es"}).text
    assert listed(page) == ["mineiro", "paulista"]
