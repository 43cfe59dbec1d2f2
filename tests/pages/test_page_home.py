"""GET /: return to a table, play with the same people again, or find a game."""

from __future__ import annotations

import re

import pytest

from companion import tables, variants
from tests.plain_phones import words


def own(page: str) -> str:
    return str(re.search(r'name="game" value="([\w-]+)"', page)[1])


def live(page: str) -> str:
    return str(re.search(r'role="img" aria-label="([^"]+)"', page)[1])


@pytest.mark.parametrize(
    ("speaks", "game", "land", "told"),
    [
        ("en", "catalan", "Catalonia", "Truc, called by Biel. Carme must answer."),
        ("ca", "catalan", "Catalunya", "Biel ha cantat truc."),
        ("ca-ES-valencia", "valencian", "Catalunya", "Batiste ha trucat."),
        ("es-AR", "argentine", "Argentina", "Nico cantó truco."),
        ("es-UY", "uruguayan", "Argentina", "Martín cantó truco."),
        ("es-ES", "valencian", "Cataluña", "Batiste ha cantado truc."),
        ("fr-FR", "french", "France", "Paul demande deux de plus."),
        ("pt-BR", "mineiro", "Brasil", "Truco de Beto."),
    ],
)
def test_the_first_page_offers_and_shows_the_game_of_the_readers_language(
    client, speaks, game, land, told
):
    page = client.get("/", headers={"Accept-Language": speaks}).text
    assert own(page) == game
    assert live(page).startswith(told)
    assert re.findall(r'href="/games#[\w-]+">\s*(\w+)', page)[0].startswith(land)


def test_the_first_page_prefers_the_game_of_the_phones_newest_table(client):
    client.post("/tables", data={"game": "trut"})
    page = client.get("/", headers={"Accept-Language": "pt-BR"}).text
    assert own(page) == "trut"
    assert 'href="/games#france"' in page.partition("<li>")[2].partition("</li>")[0]


BRAZIL = {"ladder": "2-4-6-10-12", "truco_scope": "hand"}
URUGUAY = {"envido_callers": "anyone", "target": "40"}
ARGENTINA = {"envido_callers": "anyone", "target": "30"}


@pytest.mark.parametrize(
    ("speaks", "offered", "rules"),
    [
        ("pt-BR", "Truco mineiro (Mão inteira, vale 2), até 12", BRAZIL),
        ("es-UY, es;q=0.8", "Truco uruguayo (Uruguay hoy, a 40), a 40", URUGUAY),
        ("es-AR, es-UY;q=0.8", "Truco argentino (Argentina y Uruguay hoy), a 30", ARGENTINA),
    ],
)
def test_the_first_page_offers_the_house_rules_of_the_readers_country(
    client, speaks, offered, rules
):
    page = client.get("/", headers={"Accept-Language": speaks}).text
    assert offered in words(page)
    fields = dict(re.findall(r'name="(game|preset)" value="([^"]+)"', page))
    where = client.post("/tables", data=fields).headers["Location"]
    house = tables.by_code(where.split("/")[2]).house_rules
    assert rules.items() <= house.items()


def test_the_first_page_says_that_playing_is_free_and_how_many_games_there_are(client):
    text = words(client.get("/").text)
    assert (
        f"Free, no account. Your own wifi is enough, no internet needed. {len(variants.VARIANTS)} "
        "games." in text
    )


def test_the_small_table_on_the_first_page_shows_a_call_its_answer_and_the_score(client):
    page = client.get("/").text.partition('class="counts">')[2].partition("<form")[0]
    page = page.partition('<a class="door"')[0]
    assert words(page).split() == [
        *("Anna", "&", "Carme", "8", "8", "10"),
        *("Biel", "&", "Pep", "9", "9", "9"),
        *"Anna Biel Truc! leads Carme answers leads Pep 1 2 1".split(),
        *"Truc, called by Biel. Carme must answer. Carme: vull (truc accepted).".split(),
        *"Anna & Carme: hand won after truc +2".split(),
    ]


def test_a_new_phone_can_open_a_table_or_continue_a_match_on_the_first_page(client):
    page = client.get("/").text
    assert "Open a table now" in words(page)
    assert 'href="/resume">Continue a match</a>' in page
    assert words(page).count("Continue") == 1


def test_the_first_page_leads_a_known_phone_back_to_its_table(anna):
    anna.play("truc@1 no@2")
    text = words(anna.client.get("/").text)
    assert "Continue 0–1 Catalan truc with Biel, Carme & Pep" in text
    assert "Same people again Catalan truc with Biel, Carme & Pep" in text


def test_the_first_page_offers_a_new_table_for_the_same_people_in_one_tap(anna, match):
    anna.play("fix@0=10 truc@1 yes@2 hand@0")
    page = anna.client.get("/").text
    assert "Continue" not in words(page).replace("Continue a match", "")
    assert f'name="again" value="{match.code}"' in page


def test_the_first_page_does_not_offer_a_watching_phone_a_new_table_for_the_players(watcher):
    watcher.page()
    page = watcher.client.get("/").text
    assert 'name="again"' not in page
    assert "Continue 0–0" in words(page)
