"""GET /: go on where one was, play with the same people again, find a game."""

from __future__ import annotations

import re

import pytest

from companion import tables, variants
from companion.pages import home
from tests.plain_phones import words


def listed(page: str) -> list[str]:
    """The games that can be opened from the list, in its order."""
    return re.findall(r'href="/new\?game=([\w-]+)"', page.partition('id="found"')[2])


def test_every_game_is_listed_once_by_its_land(client):
    page = client.get("/").text
    assert sorted(listed(page)) == sorted(variants.VARIANTS)
    assert (
        words(page).index("Catalonia, Valencia, Balearic Islands")
        < words(page).index("France")
        < words(page).index("Brazil")
    )
    assert "Elsewhere" not in words(page)


def tiles(page: str) -> list[str]:
    """The games that stand before the list."""
    return re.findall(r'class="tile"\s+href="/new\?game=([\w-]+)"', page.partition('id="found"')[0])


@pytest.mark.parametrize(
    ("speaks", "game", "land"),
    [
        ("en", "catalan", "Catalonia"),
        ("ca", "catalan", "Catalunya"),
        ("ca-ES-valencia", "valencian", "Catalunya"),
        ("es-AR", "argentine", "Argentina"),
        ("es-ES", "argentine", "Argentina"),
        ("fr-FR", "french", "France"),
        ("pt-BR", "mineiro", "Brasil"),
    ],
)
def test_the_game_of_the_own_language_comes_first_and_opens_at_once(client, speaks: str, game: str, land: str):
    page = client.get("/", headers={"Accept-Language": speaks}).text
    assert tiles(page)[0] == game
    assert len(set(tiles(page))) == home.FEW
    assert f'name="game" value="{game}"' in page
    assert re.findall(r"<h3>(.*?)</h3>", page)[0].startswith(land)


def test_the_game_of_the_newest_own_table_comes_before_it(client):
    client.post("/tables", data={"game": "trut"})
    page = client.get("/", headers={"Accept-Language": "pt-BR"}).text
    assert tiles(page)[:2] == ["trut", "catalan"]
    assert re.findall(r"<h3>(.*?)</h3>", page)[0] == "França"


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
        ("trucks", ["catalan", "french", "french-free"]),
        ("uruguay", ["uruguayan"]),
        ("argentina", ["argentine", "uruguayan", "venezuelan"]),
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
    page = client.get("/", query_string={"find": find}).text
    assert games is None or listed(page) == games
    assert ("No game of that name." in words(page)) == (games == [])


def test_truque_is_told_beside_the_games_it_means(client):
    page = client.get("/?find=truque").text
    assert {"catalan", "espaseta", "french"} <= set(listed(page))
    assert "<em>truque</em>" in page


def test_for_htmx_the_games_alone(client):
    page = client.get("/?find=put", headers={"HX-Request": "true"}).text
    assert "<html" not in page
    assert listed(page) == ["put", "put-many", "put-pass", "put-original"]


def test_a_new_phone_is_offered_a_table_and_nothing_to_continue(client):
    text = words(client.get("/").text)
    assert "Open a table now" in text
    assert "Continue" not in text


def test_a_match_from_elsewhere_is_brought_here(client):
    assert 'href="/resume">Bring a match here</a>' in client.get("/").text


def test_a_phone_that_was_here_goes_on_where_it_was(phone):
    anna = phone(0)
    anna.play("truc@1 no@2")
    text = words(anna.client.get("/").text)
    assert "Continue 0–1 Catalan truc with Biel, Carme & Pep" in text
    assert "The same people again Catalan truc with Biel, Carme & Pep" in text


def test_when_it_is_over_the_same_people_are_one_tap_away(phone, match):
    anna = phone(0)
    anna.play("fix@0=10 truc@1 yes@2 hand@0")
    page = anna.client.get("/").text
    assert "Continue" not in words(page)
    assert f'name="again" value="{match.code}"' in page
    where = anna.client.post("/tables", data={"again": match.code}).headers["Location"]
    again = tables.by_code(where.split("/")[2])
    assert tables.state(again).names == ("Anna", "Biel", "Carme", "Pep")


def test_a_phone_that_only_watches_opens_no_table_for_them(watcher):
    watcher.page()
    page = watcher.client.get("/").text
    assert 'name="again"' not in page
    assert "Continue 0–0" in words(page)


def test_a_game_is_found_by_the_name_of_its_land_in_the_language_of_the_page(client):
    page = client.get("/?find=brasil", headers={"Accept-Language": "es"}).text
    assert listed(page) == ["mineiro", "paulista"]
