"""The cheat-sheet pages: the sheet of a table in its current state, and the sheet of a game."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion import tables, variants
from companion.pages.sheets import asks_for, rules_asked_for
from companion.tables import turns


def page(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.text


def topics(text: str) -> list[str]:
    return re.findall(r'<section class="topic[^"]*" id="(\w+)"', text)


def links(text: str) -> list[str]:
    return re.findall(r'<a href="#(\w+)"', text)


@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_every_game_has_a_cheat_sheet_for_every_number_of_players(client, variant):
    for seats in variants.get(variant).seats:
        text = page(client, f"/games/{variant}/sheet?seats={seats}")
        assert variants.get(variant).name in unescape(text)
        assert topics(text)
        assert [link for link in links(text) if link in topics(text)] == topics(text)
        ids = re.findall(r'\bid="([^"]+)"', text)
        assert len(ids) == len(set(ids))
        used = set(re.findall(r'href="#(suit-\w)"', text))
        assert used == set(re.findall(r'<symbol id="(suit-\w)"', text))


@pytest.mark.parametrize(
    ("address", "players"),
    [
        ("catalan/sheet", "For 4 players. Also for 2."),
        ("mineiro/sheet?seats=6", "For 6 players. Also for 2, 4 or 8."),
        ("put/sheet", "2 players.<"),
    ],
)
def test_the_sheet_says_which_other_numbers_of_players_a_game_has(client, address, players):
    assert players in page(client, f"/games/{address}")


def test_the_sheet_shows_the_house_rules_that_its_address_names(client):
    text = page(client, "/games/catalan/sheet?seats=2&rules=tiebreak=first target=18")
    assert text.count(">changed<") == 2
    assert "At 17" in text
    assert "First to 18" in text


def test_a_link_to_a_sheet_leads_to_the_same_house_rules(app):
    for game in variants.VARIANTS.values():
        seats = game.seats[-1]
        for option in game.options_for(seats):
            rules = game.rules(seats, {option.key: option.values[-1]})
            asks = {key: text for key, text in asks_for(rules).items() if text}
            with app.test_request_context(query_string=asks):
                assert rules_asked_for(game.id) == rules


def test_the_sheet_is_open_at_the_topic_that_its_address_names(client):
    text = page(client, "/games/catalan/sheet?topic=signals")
    assert topics(text)[0] == "signals"
    assert 'href="#signals" aria-current="true"' in text
    assert topics(page(client, "/games/catalan/sheet?topic=<b>"))[0] == "ranking"


def test_the_sheet_rejects_an_unknown_game(client):
    text = page(client, "/games/patience/sheet", 404)
    assert "patience" in text
    assert "Catalan truc" in text


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("rules=tiebreak=coin", "Equal number of tricks"),
        ("rules=moon=full", "Equal number of tricks"),
        ("rules=tiebreak", "key=value"),
        ("seats=3", "2 or 4"),
        ("seats=many", "many"),
        ("seats=²", "number"),
    ],
)
def test_the_sheet_rejects_house_rules_and_numbers_of_players_unknown_to_the_game(
    client, query, says
):
    assert says in page(client, f"/games/catalan/sheet?{query}", 400)


def test_values_from_the_address_are_escaped_on_the_sheet(client):
    for address in (
        "/games/<b>/sheet",
        "/games/catalan/sheet?rules=<b>=1",
        "/games/catalan/sheet?seats=<b>",
    ):
        assert "<b>" not in re.sub(r"<b>[\w ]+</b>", "", client.get(address).text)


def test_the_sheet_of_a_table_shows_the_house_rules_of_that_table(client):
    match = tables.open_table(variant="catalan", seats=2, house={"one_card_offer": "off"})
    client.post(f"/h/{match.host_token}")
    text = page(client, f"/t/{match.code}/sheet")
    assert "one_card" not in topics(text)
    assert ">changed<" in text
    assert f'href="/t/{match.code}"' in text


def test_the_sheet_of_a_table_is_open_at_the_current_topic_by_default(client):
    match = tables.open_table(variant="catalan", score="11-4")
    client.post(f"/h/{match.host_token}")
    assert topics(page(client, f"/t/{match.code}/sheet"))[0] == "special"
    assert topics(page(client, f"/t/{match.code}/sheet?topic=ties"))[0] == "ties"


def test_a_card_turned_up_at_the_table_changes_the_ranking_on_its_sheet(client):
    match = tables.open_table(variant="uruguayan")
    tables.join(match, "host", "host")
    client.post(f"/h/{match.host_token}")
    before = page(client, f"/t/{match.code}/sheet")
    tables.record_tap(match, "host", "muestra=5c", seen=0, key="k0")
    text = page(client, f"/t/{match.code}/sheet")
    first = re.findall(r'class="card[^>]*aria-label="([^"]+)"', text)[:2]
    assert first == ["five of cups", "two of cups"]
    assert "turned-up" not in before
    assert topics(text) == topics(before)


def test_a_phone_that_has_not_joined_cannot_see_the_sheet_of_a_table(client):
    match = tables.open_table(variant="uruguayan", score="11-4", house={"target": "40"})
    text = page(client, f"/t/{match.code}/sheet", 403)
    assert "This phone has not joined the table." in text
    assert not re.search("truco|muestra|cheat-sheet", text, re.IGNORECASE)


def test_other_requests_can_run_while_a_new_sheet_is_built(client, monkeypatch):
    breaths: list[float] = []
    monkeypatch.setattr(turns, "sleep", breaths.append)
    monkeypatch.setattr(turns, "AT_A_STRETCH", 0.0005)
    address = "/games/argentine/sheet?rules=target=71"
    first = page(client, address)
    assert len(breaths) > 3
    monkeypatch.setattr(turns, "AT_A_STRETCH", 5)
    breaths.clear()
    assert page(client, address) == first
    assert not breaths
