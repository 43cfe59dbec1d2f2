"""GET /games: all games by land, and one that is looked for."""

from __future__ import annotations

import re

import pytest

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


def test_the_country_of_the_readers_language_comes_first_among_the_games(client):
    page = client.get("/games", headers={"Accept-Language": "fr"}).text
    assert re.findall(r"<h2>(.*?)</h2>", page)[0] == "France"


@pytest.mark.parametrize(
    ("find", "games"),
    [
        ("truka", ["french", "french-free"]),
        ("Tru ", None),
        ("MATARRATA", ["espaseta"]),
        ("valencia", ["valencian"]),
        ("deux sevres", ["trut-deux-sevres"]),
        ("bridge", []),
        ("valenciano", ["valencian"]),
        ("envite", ["menorcan", "valencian"]),
        ("balear", ["menorcan"]),
        ("Mallorca", ["menorcan"]),
        ("truco murciano", ["arriba-o-abajo"]),
        ("Arriba", ["arriba-o-abajo"]),
        ("truquiflor", ["truc-y-flou"]),
        ("Truc y Flou", ["truc-y-flou"]),
        ("gaucho", ["amostra", "gauderio"]),
        ("gauderio", ["amostra", "gauderio"]),
        ("truco cego", ["gauderio"]),
        ("rio grande", ["amostra", "gauderio"]),
        ("de amostra", ["amostra"]),
        ("muestra", ["uruguayan"]),
        ("Roussillon", ["north-catalan"]),
        ("carancho", ["argentine", "uruguayan", "venezuelan", "gauderio"]),
        ("trucks", ["catalan", "french", "french-free"]),
        ("uruguay", ["argentine", "uruguayan"]),
        ("argentina", ["argentine", "uruguayan"]),
        ("brazil", ["mineiro", "paulista"]),
        (
            "retruc",
            [
                *("catalan", "espaseta", "menorcan", "valencian", "arriba-o-abajo"),
                *("truc-y-flou", "argentine", "uruguayan", "venezuelan", "amostra", "gauderio"),
            ],
        ),
        ("vale nueve", ["venezuelan"]),
        ("mon reste", ["french", "french-free"]),
        ("brazil today", ["mineiro", "paulista"]),
        ("england", ["put", "put-many", "put-pass", "put-original"]),
    ],
)
def test_a_game_is_found_by_any_of_its_names(client, find, games):
    page = client.get("/games", query_string={"find": find}).text
    assert games is None or listed(page) == games
    assert ("No game of that name." in words(page)) == (games == [])


def test_truque_is_explained_beside_the_games_it_may_mean(client):
    page = client.get("/games?find=truque").text
    assert {"catalan", "espaseta", "french"} <= set(listed(page))
    assert "<em>truque</em>" in page


def test_htmx_gets_the_found_games_without_the_rest_of_the_page(client):
    page = client.get("/games?find=put", headers={"HX-Request": "true"}).text
    assert "<html" not in page
    assert listed(page) == ["put", "put-many", "put-pass", "put-original"]


def test_a_game_is_found_by_the_name_of_its_country_in_the_language_of_the_page(client):
    page = client.get("/games?find=brasil", headers={"Accept-Language": "es"}).text
    assert listed(page) == ["mineiro", "paulista"]
