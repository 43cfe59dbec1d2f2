"""GET /new?draw=: the form of a new table, with the players seated by the cards that they drew."""

from __future__ import annotations

import re

import pytest

from tests.pages.test_page_new import fields, table_of
from tests.plain_phones import words

NAMES = {"name-0": "Ot", "name-1": "Pau", "name-2": "Quim", "name-3": "Rut"}
TYPED = {"game": "trut", "seats": "4", "dealer": "0", "me": "1", "draw": "seats"} | NAMES


def drew(*places):
    return {f"drawn-{player}": str(place) for player, place in enumerate(places)}


def seat_us(client, *places, **more):
    return client.get("/new", query_string=TYPED | drew(*places) | more)


def cards(page):
    selects = re.findall(r'<select class="drawn".*?</select>', page, re.DOTALL)
    found = [re.search(r'value="(\d)" selected', select) for select in selects]
    return [place[1] if place else "" for place in found]


def test_the_draw_page_seats_partners_and_dealer_by_the_cards_drawn(client):
    """Ot and Pau drew the highest cards: they are partners, and Pau deals."""
    answer = seat_us(client, 2, 1, 4, 3)
    form = fields(answer.text)
    assert answer.status_code == 200
    assert [form[f"name-{seat}"] for seat in range(4)] == ["Ot", "Quim", "Pau", "Rut"]
    assert (form["dealer"], form["me"], form["seats"]) == ("2", "2", "4")
    assert cards(answer.text) == ["2", "4", "1", "3"]
    assert "Seated by the draw: Ot & Pau against Quim & Rut. Pau deals first." in words(answer.text)


def test_the_draw_keeps_everything_that_was_typed(client):
    page = seat_us(
        client, 2, 1, 4, 3, **{"house-target": "5", "house-ttt": "leader_side", "score-1": "2"}
    ).text
    assert re.search(r'name="house-target" value="5" checked', page) or 'max="99" value="5"' in page
    assert re.search(r'name="house-ttt" value="leader_side" checked', page)
    assert 'name="score-1" value="2"' in page


def test_sending_the_same_draw_twice_changes_nothing(client):
    once = fields(seat_us(client, 2, 1, 4, 3).text)
    places = {f"drawn-{seat}": place for seat, place in enumerate("2413")}
    twice = fields(client.get("/new", query_string=TYPED | once | places).text)
    assert once == twice


@pytest.mark.parametrize("places", [(), (1, 2, 3), (1, 1, 2, 3), (1, 2, 3, 5), ("x", 1, 2, 3)])
def test_the_draw_page_rejects_unclear_draws_and_keeps_what_was_typed(client, places):
    answer = seat_us(client, *places)
    assert answer.status_code == 422
    assert "If two are equal, draw again." in words(answer.text)
    assert [fields(answer.text)[name] for name in NAMES] == list(NAMES.values())


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("put", "Cut for the deal Each player draws a card. The highest card deals first."),
        (
            "put-pass",
            "Of four, the two highest cards play against the two lowest. The lowest card deals "
            "first.",
        ),
        ("mineiro", "of more, the higher half against the lower. The highest card deals first."),
        ("trut", "Cut for partners and the deal Each player draws"),
        ("argentine", "Cut for partners Each player draws"),
        ("argentine", "Agree among yourselves who deals first."),
    ],
)
def test_the_form_of_a_new_table_explains_the_draw_of_its_game(client, game, sentence):
    assert sentence in words(client.get(f"/new?game={game}").text)


def test_a_table_keeps_the_typed_seats_if_the_draw_was_not_applied(client):
    form = fields(client.get("/new?game=trut").text)
    assert form["name-1"] == ""
    page = client.get(
        table_of(client.post("/tables", data={"game": "trut"} | form | drew(4, 3, 2, 1)))
    ).text
    assert "Player 1 deals" in words(page)
