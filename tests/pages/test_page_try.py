"""The demonstration match on the first page."""

from __future__ import annotations

import re

import pytest

from companion import variants
from companion.pages import demonstration
from tests.plain_phones import words


def test_the_demonstration_takes_half_a_minute(client):
    page = client.get("/try").text
    taps = len(demonstration.demonstration_for(variants.get("catalan"))[0].steps)
    pace = int(re.search(r'data-pace="(\d+)"', page)[1])
    assert 25_000 < pace * taps <= 30_000
    assert page.count('<li class="side-') >= 4
    assert ">Skip<" in page
    assert 'href="/try"' in client.get("/").text


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ("catalan", "catalan"),
        ("valencian", "valencian"),
        ("menorcan", "catalan"),
        ("north-catalan", "north-catalan"),
        ("uruguayan", "uruguayan"),
        ("venezuelan", "argentine"),
        ("trut", "french"),
        ("put-many", "put"),
        ("paulista", "mineiro"),
        ("arriba-o-abajo", "catalan"),
    ],
)
def test_the_demonstration_shows_the_chosen_game_or_another_game_of_its_country(client, own, shown):
    assert demonstration.demonstration_for(variants.get(own))[0].rules.variant == shown
    client.post("/tables", data={"game": own})
    assert client.get("/try").status_code == 200


@pytest.mark.parametrize("game", sorted(path.stem for path in demonstration.RECORDS.glob("*.truc")))
def test_every_match_recorded_for_the_demonstration_is_played_to_its_end(game):
    played, names = demonstration.demonstration_for(variants.get(game))
    assert played.end.over
    assert len(names) == played.rules.seats


def test_the_demonstration_shows_who_tapped_what(client):
    page = client.get("/try?at=1").text
    phones = re.findall(r"<li class=\"side-\d[^>]*>.*?</li>", page, re.DOTALL)
    assert [words(phone).split() for phone in phones if "<strong>" in phone] == [
        ["Biel", "8–9", "Truc"]
    ]
    assert "Biel called truc" in words(page)


def test_the_demonstration_marks_the_phones_that_are_asked(client):
    asked = r'<li class="side-\d asked">.*?</li>'
    assert re.findall(asked, client.get("/try?at=0").text, re.DOTALL) == []
    phones = re.findall(asked, client.get("/try?at=1").text, re.DOTALL)
    assert [words(phone).split()[0] for phone in phones] == ["Carme"]


def test_the_demonstration_ends_with_an_offer_to_open_a_table(client):
    page = client.get("/try?at=99", headers={"Accept-Language": "pt-BR"}).text
    assert 'name="preset" value="Brazil today, from 2"' in page
    assert "Abrir uma mesa agora" in words(page)
    assert "Abrir uma mesa agora" not in words(
        client.get("/try?at=3", headers={"Accept-Language": "pt-BR"}).text
    )
