"""The wall of a bar: a television shows the scores at all places of one phone."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion import tables
from companion.web import walls
from tests.places.test_places import open_there, tapped
from tests.plain_phones import words


@pytest.fixture
def keeper(app):
    return app.test_client()


def card_of(keeper, name: str) -> str:
    page = keeper.post("/place", data={"name": name}).headers["Location"]
    return re.search(r'<p class="link">http://localhost(/p/[^<]+)<', keeper.get(page).text)[1]


def made_wall(keeper) -> str:
    assert keeper.post("/place/wall", data={"title": "Bar Pepe"}).status_code == 303
    page = keeper.get("/place/wall").text
    return re.search(r'<p class="link">http://localhost(/p/[^<]+/wall)<', page)[1]


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(walls, "SECONDS", 0)


def tiles(client, address: str) -> list[str]:
    found = re.findall(r'<li class="(?:on|empty).*?</li>', client.get(address).text, re.DOTALL)
    return [words(unescape(tile)) for tile in found]


def test_a_wall_shows_every_place_with_its_live_score(app, keeper):
    cards = [card_of(keeper, f"Table {number}") for number in (1, 2)]
    wall = made_wall(keeper)
    television = app.test_client()
    assert "free" in tiles(television, wall)[0]
    anna = app.test_client()
    code = open_there(anna, cards[0])
    tapped(anna, code, "truc@1 no@2")
    first, second = tiles(television, wall)
    assert "playing" in first
    assert "1" in first
    assert "free" in second
    assert "Table 2" in second


def test_a_wall_hides_a_match_whose_host_has_closed_joining(app, keeper):
    card = card_of(keeper, "Table 1")
    wall = made_wall(keeper)
    anna = app.test_client()
    code = open_there(anna, card)
    assert "playing" in tiles(keeper, wall)[0]
    tables.lock(tables.by_code(code))
    assert "free" in tiles(keeper, wall)[0]


def test_nine_places_fill_two_pages_of_a_wall_which_are_shown_in_turn(app, keeper):
    for number in range(1, 10):
        card_of(keeper, f"Table {number}")
    wall = made_wall(keeper)
    assert len(tiles(keeper, wall)) == 4
    first = keeper.get(wall).text
    assert "1/2" in first
    assert re.search(r'http-equiv="refresh" content="12;url=[^"]*page=2"', first)
    assert len(tiles(keeper, f"{wall}?page=2")) == 5
    assert re.search(r'content="12;url=[^"]*page=1"', keeper.get(f"{wall}?page=2").text)


def test_the_wall_is_drawn_once_a_second_for_all_televisions(app, keeper, monkeypatch):
    monkeypatch.setattr(walls, "SECONDS", 60)
    card = card_of(keeper, "Table 1")
    wall = made_wall(keeper)
    before = tiles(keeper, wall)
    open_there(app.test_client(), card)
    assert tiles(app.test_client(), wall) == before
    monkeypatch.setattr(walls, "SECONDS", 0)
    assert tiles(app.test_client(), wall) != before


def test_a_wall_answers_htmx_with_only_the_part_that_changes(keeper):
    card_of(keeper, "Table 1")
    wall = made_wall(keeper)
    whole = keeper.get(wall).text
    part = keeper.get(wall, headers={"HX-Request": "true"}).text
    assert "<html" in whole
    assert "<html" not in part
    assert part.strip() in whole


def test_only_the_phone_that_made_a_wall_can_delete_it(app, keeper):
    card_of(keeper, "Table 1")
    wall = made_wall(keeper)
    stranger = app.test_client()
    stranger.get("/place")
    assert stranger.post("/place/wall", data={"title": "Mine"}).status_code == 422
    stranger.post("/place/wall", data={"do": "close"})
    assert keeper.get(wall).status_code == 200
    keeper.post("/place/wall", data={"do": "close"})
    assert keeper.get(wall).status_code == 404


def test_a_new_phone_is_told_to_make_a_place_first_and_not_that_it_blocks_cookies(client):
    client.get("/place/wall")
    answer = client.post("/place/wall", data={"title": "Bar Pepe"})
    assert answer.status_code == 422
    assert "Make the card of a place first." in words(answer.text)
